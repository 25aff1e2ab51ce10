import { expect } from '@playwright/test';
import { test } from './lab-fixture.ts';
import { TheatrePage } from './pages/theatre-page.ts';

test('the config doctor says whether a producer would start, and as what', async ({ page, lab }) => {
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  await theatre.area('Doctor').click();

  const properties = page.getByRole('textbox', { name: 'producer.properties' });
  await properties.fill('bootstrap.servers=localhost:9092\nacks=1\nlinger=5\n');
  await expect(page.getByText('Turned off silently by acks.')).toBeVisible();
  await expect(page.getByText('Did you mean linger.ms?')).toBeVisible();

  await properties.fill('bootstrap.servers=localhost:9092\nacks=1\nenable.idempotence=true\n');
  await expect(
    page.getByText(/ConfigException: Must set acks to all in order to use the idempotent producer/),
  ).toBeVisible();
});

test('the config doctor examines a consumer, too, and keeps both texts', async ({ page, lab }) => {
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  await theatre.area('Doctor').click();

  await page.getByRole('radio', { name: 'Consumer' }).click();
  const properties = page.getByRole('textbox', { name: 'consumer.properties' });
  await expect(
    page.getByText(/ConfigException: session\.timeout\.ms cannot be set when group\.protocol=CONSUMER/),
  ).toBeVisible();
  await properties.fill('bootstrap.servers=localhost:9092\ngroup.id=g\n');
  await expect(page.getByText('kafka-clients 4.3.1 starts with this')).toBeVisible();
  await expect(page.getByText('Every 5000 ms poll() commits')).toBeVisible();

  await page.getByRole('radio', { name: 'Producer' }).click();
  await expect(page.getByRole('textbox', { name: 'producer.properties' })).toHaveValue(/acks=1/);
  await page.getByRole('radio', { name: 'Consumer' }).click();
  await expect(properties).toHaveValue(/group\.id=g/);
});
