import { expect } from '@playwright/test';
import { test } from './lab-fixture.ts';
import { TheatrePage } from './pages/theatre-page.ts';

/** The process id a card shows. */
async function pidOn(text: string | null): Promise<number> {
  return Number(/pid (\d+)/.exec(text ?? '')?.[1]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test.describe('the free lab', () => {
  test('fences a producer that was frozen while its twin took over', async ({ page, lab }) => {
    const theatre = new TheatrePage(page);
    await theatre.open(lab.url);
    await theatre.openFreeLab();
    const first = await theatre.addProducer({ name: 'billing', transactionalId: 'billing-1' });
    await first.press('Begin');
    await first.press('Send');
    const lane = theatre.lane('orders-0');
    await expect(lane.getByRole('gridcell', { name: /offset \d+, open/ }).first()).toBeVisible();

    await first.press('Freeze');
    await first.expectState('frozen');
    const twin = await theatre.twinOf(first);
    await expect(lane.getByRole('gridcell', { name: /offset \d+, aborted/ }).first()).toBeVisible();
    await twin.press('Begin');
    await twin.press('Send');
    await twin.press('Commit');
    await expect(lane.getByRole('gridcell', { name: /offset \d+, committed/ }).first()).toBeVisible();

    await first.press('Thaw');
    await first.expectState('running');
    await first.press('Commit');
    await first.expectState('fenced');
    await expect(first.region).toContainText('PRODUCER_FENCED');
    await twin.expectState('running');
  });

  test('kills a producer in the middle of its transaction, which the next one with its id aborts', async ({
    page,
    lab,
  }) => {
    const theatre = new TheatrePage(page);
    await theatre.open(lab.url);
    await theatre.openFreeLab();
    const card = await theatre.addProducer({ transactionalId: 'billing-1' });
    await card.press('Begin');
    await card.press('Send');
    const pid = await pidOn(await card.region.textContent());
    expect(isAlive(pid)).toBe(true);

    await card.press('Kill');
    await card.expectState('dead');
    await expect(card.region).toContainText('ended by SIGKILL');
    expect(isAlive(pid)).toBe(false);
    const lane = theatre.lane('orders-0');
    await expect(lane.getByRole('gridcell', { name: /offset \d+, open/ }).first()).toBeVisible();

    await card.button('Start again').click();
    await expect(lane.getByRole('gridcell', { name: /ABORT marker/ }).first()).toBeVisible();
    await expect(lane.getByRole('gridcell', { name: /offset \d+, open/ })).toHaveCount(0);
  });

  test('says what Java would refuse before a producer is started', async ({ page, lab }) => {
    const theatre = new TheatrePage(page);
    await theatre.open(lab.url);
    await theatre.openFreeLab();
    await theatre.button('Add producer').click();
    const form = page.getByRole('dialog');
    await expect(form).toContainText('Java would accept this configuration.');
    await form.getByLabel('more producer.properties').fill('acks=1');
    await expect(form).toContainText('Java would refuse this');
    await expect(form.getByRole('button', { name: 'Start the producer' })).toBeDisabled();
  });
});
