import { crc32c } from '@node-rs/crc32';
import { describe, expect, test } from 'vitest';
import { annotateBatch, annotateBatchInTurns } from '#core/inspect/annotate/annotate-batch.ts';
import { BatchCheck } from '#core/inspect/scan/batch-check.ts';
import { BatchHead } from '#core/inspect/scan/batch-head.ts';
import { ByteWindow } from '#core/inspect/scan/byte-window.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { BytesFile } from '../../../support/bytes-file.ts';
import { aBatch } from '../../../support/log-world.ts';

const MB = 1024 * 1024;

function checkOf(bytes: Buffer): BatchCheck {
  const file = new BytesFile(bytes);
  const check = new BatchCheck(new ByteWindow(file, 1 << 16), new BatchHead(), bytes.length);
  expect(check.structure(0)).toBe(true);
  return check;
}

describe('a large batch', () => {
  const large = new RecordBatch(aBatch({ count: 40, valueSize: MB })).whole;

  test('is checked piece by piece, and the thread is given back in between', async () => {
    let turns = 0;
    const breathe = async () => {
      turns++;
    };
    expect(await checkOf(large).contentsInTurns(breathe)).toBe(true);
    expect(turns).toBeGreaterThanOrEqual(40);
  });

  test('whose contents were changed is told, with both checksums', async () => {
    const changed = Buffer.from(large);
    changed[30 * MB] = (changed[30 * MB] as number) ^ 1;
    const inTurns = checkOf(changed);
    expect(await inTurns.contentsInTurns(() => undefined)).toBe(false);
    const hex = (value: number): string => `0x${value.toString(16).padStart(8, '0')}`;
    const computed = hex(crc32c(changed.subarray(21)));
    expect(inTurns.fault).toMatchObject({ kind: 'crc', position: 0, at: 17 });
    expect(inTurns.fault?.found).toBe(
      `${hex(changed.readUInt32BE(17))} in the header, ${computed} from the contents`,
    );
  });
});

test('a picture drawn in turns is the one drawn at once, however much of the batch there is', async () => {
  const whole = new RecordBatch(aBatch({ count: 5, valueSize: 20 })).whole;
  for (let size = 0; size <= whole.length; size++) {
    const bytes = whole.subarray(0, size);
    const options = { shownMax: 65_536, topic: null, breathe: async () => undefined };
    expect(await annotateBatchInTurns(bytes, options)).toEqual(annotateBatch(bytes, 65_536));
  }
});
