import { expect } from '@playwright/test';
import { test } from './lab-fixture.ts';
import { TheatrePage } from './pages/theatre-page.ts';

test('Transactions shows the state of an id, and how its records on disk came to it', async ({
  page,
  lab,
}) => {
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  await theatre.playByButtons();
  await theatre.area('Transactions').click();

  const id = page
    .getByRole('grid', { name: 'Transactional ids' })
    .getByRole('row', { name: /order-service-1/ });
  await expect(id).toContainText('CompleteCommit');
  await id.click();
  await expect(theatre.inspector).toContainText('fence, abort');
  await expect(theatre.inspector).toContainText('kafka-transactions.sh');

  const records = page.getByRole('grid', { name: /^__transaction_state-\d+$/ }).getByRole('row');
  await expect(records).toHaveCount(1 + 11);
  const newestFirst = [
    'CompleteCommit',
    'PrepareCommit',
    'Ongoing',
    'Empty',
    'CompleteAbort',
    'PrepareAbort',
    'Ongoing',
  ];
  for (const [i, state] of newestFirst.entries()) await expect(records.nth(i + 1)).toContainText(state);
  await expect(records.nth(2)).toContainText('orders-0, orders-1');

  await records.nth(1).dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'Logs' })).toBeVisible();
  await expect(page.getByRole('grid', { name: /^Records of __transaction_state-/ })).toBeVisible();
});
