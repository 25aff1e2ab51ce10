import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { aBatch } from '../support/log-world.ts';
import { test } from './lab-fixture.ts';
import { TheatrePage } from './pages/theatre-page.ts';

const BATCHES = 1_200_000;
const INDEX_EVERY = 1_000;
const BATCHES_A_WRITE = 10_000;

/** `long-0`: about 100 MB in small batches, of which the first and the last but one belong to one transaction that is open. */
function writeLongTransaction(parent: string): number {
  const folder = path.join(parent, 'long-0');
  fs.mkdirSync(folder);
  const plain = new RecordBatch(aBatch());
  const own = new RecordBatch(aBatch({ producerId: 7, isTransactional: true }));
  const log = fs.openSync(path.join(folder, '00000000000000000000.log'), 'w');
  const index: Buffer[] = [];
  let position = 0;
  for (let from = 0; from < BATCHES; from += BATCHES_A_WRITE) {
    const parts: Buffer[] = [];
    for (let offset = from; offset < from + BATCHES_A_WRITE; offset++) {
      const batch = offset === 0 || offset === BATCHES - 2 ? own : plain;
      batch.baseOffset = offset;
      parts.push(Buffer.from(batch.whole));
      if (offset > 0 && offset % INDEX_EVERY === 0) {
        const entry = Buffer.alloc(8);
        entry.writeInt32BE(offset, 0);
        entry.writeInt32BE(position, 4);
        index.push(entry);
      }
      position += batch.size;
    }
    fs.writeSync(log, Buffer.concat(parts));
  }
  fs.closeSync(log);
  fs.writeFileSync(path.join(folder, '00000000000000000000.index'), Buffer.concat(index));
  return BATCHES;
}

test('the X-ray of a long transaction says how far it is, and ends by its button, by Esc and by another question', async ({
  page,
  lab,
}) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-long-'));
  const end = writeLongTransaction(folder);
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  const cancels = (): number => sent.filter((frame) => frame.includes('"evidence.cancel"')).length;
  const theatre = new TheatrePage(page);
  await theatre.open(lab.url);
  await page.keyboard.press('2');
  await page.getByRole('button', { name: 'Open a directory or file' }).click();
  const field = page.getByRole('textbox', { name: 'path on this machine' });
  await field.fill(folder);
  await field.press('Enter');
  const rowOf = (offset: number) => page.getByRole('row', { name: new RegExp(`^${offset} `) });
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
  const again = page.getByRole('button', { name: 'Read again' });

  await test.step('how far it is, and its button', async () => {
    await rowOf(end - 2).click();
    await page.keyboard.press('x');
    await expect(page.getByRole('status').filter({ hasText: /Reading the logs.* of .*MB/ })).toBeVisible();
    await cancel.click();
    await expect(page.getByText('The X-ray was cancelled')).toBeVisible();
    expect(cancels()).toBe(1);
  });

  await test.step('Esc', async () => {
    await again.click();
    await expect(cancel).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(rowOf(end - 1)).toBeVisible();
    await expect.poll(cancels).toBe(2);
  });

  await test.step('another record, whose story is short', async () => {
    await rowOf(end - 2).click();
    await page.keyboard.press('x');
    await expect(cancel).toBeVisible();
    await page.keyboard.press('2');
    await expect.poll(cancels).toBe(3);
    await rowOf(end - 1).click();
    await page.keyboard.press('x');
    await expect(
      page.getByRole('button', { name: /outside of any transaction|long-0: 1 record/ }).first(),
    ).toBeVisible();
    await expect(cancel).toBeHidden();
  });

  fs.rmSync(folder, { recursive: true, force: true });
});
