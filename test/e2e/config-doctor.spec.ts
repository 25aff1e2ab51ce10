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
