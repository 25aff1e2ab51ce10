import { appendFileSync, cpSync, mkdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Disk } from '#core/base/disk.ts';
import { recordLines } from '#core/evidence/save/record-lines.ts';
import type { Damage } from '#core/inspect/read/inspected.ts';
import { findPartitions } from '#core/inspect/read/partition-files.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import { markerBatch } from '#core/protocol/records/control-record.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { FailingDisk } from '../../../support/failing-disk.ts';
import { fixture } from '../../../support/log-world.ts';
import { PackWorld } from '../../../support/pack-world.ts';

describe('the records of a partition as lines', () => {
  let world: PackWorld;
  beforeEach(() => {
    world = new PackWorld();
    cpSync(join(fixture('log-dirs/rolled'), 'data/rolled-0'), world.path('rolled-0'), { recursive: true });
  });
  afterEach(() => world.close());

  async function lines(disk: Disk, onDamage: (damage: Damage) => void): Promise<readonly string[]> {
    const [files] = findPartitions(world.disk, world.path('rolled-0'));
    if (files === undefined) throw new Error('no partition');
    const range = { fromOffset: 0, toOffset: null };
    let text = '';
    const saved = { disk, files, format: 'csv', ...range, work: world.work(), onDamage } as const;
    for await (const piece of recordLines(saved)) text += piece.toString();
    return text.trimEnd().split('\r\n').slice(1);
  }

  it('end at damage, and say where', async () => {
    const damages: Damage[] = [];
    const log = world.path('rolled-0/00000000000000000007.log');
    truncateSync(log, 30);
    expect(await lines(world.disk, (damage) => damages.push(damage))).toHaveLength(7);
    expect(damages).toEqual([expect.objectContaining({ file: log, position: 0 })]);
  });

  it('name what a marker says, and keep what is no text in base64', async () => {
    const folder = world.path('marked-0');
    mkdirSync(folder);
    const log = join(folder, '00000000000000000000.log');
    const record = { timestamp: 1, key: Buffer.from([0, 0, 0, 7]), value: Buffer.from('a\tb\n한글 \ufffd') };
    const producerState = { producerId: 7, producerEpoch: 0, baseSequence: 0, isTransactional: true };
    const data = new RecordBatch(buildBatch({ records: [record], producerState }));
    const of = { producerId: 7, producerEpoch: 0, coordinatorEpoch: 0, timestamp: 2 } as const;
    const batches = [
      data,
      ...(['COMMIT', 'ABORT'] as const).map((type) => new RecordBatch(markerBatch({ ...of, type }))),
    ];
    batches.forEach((batch, i) => {
      batch.baseOffset = i;
      appendFileSync(log, batch.whole);
    });
    const [files] = findPartitions(world.disk, folder);
    if (files === undefined) throw new Error('no partition');
    let json = '';
    const saved = {
      disk: world.disk,
      files,
      format: 'json',
      fromOffset: 0,
      toOffset: null,
      work: world.work(),
    } as const;
    for await (const piece of recordLines(saved)) json += piece.toString();
    expect(JSON.parse(json)).toEqual([
      expect.objectContaining({
        verdict: 'committed',
        markerOffset: 1,
        key: 'AAAABw==',
        keyEncoding: 'base64',
        value: 'a\tb\n한글 \ufffd',
        valueEncoding: 'utf8',
      }),
      expect.objectContaining({ transactionFirstOffset: 0, key: 'COMMIT', keyEncoding: 'marker' }),
      expect.objectContaining({ transactionFirstOffset: null, key: 'ABORT', keyEncoding: 'marker' }),
    ]);
  });

  it('are no file at all when the disk refuses some', async () => {
    const disk = new FailingDisk(world.disk);
    disk.fails = (operation, path) =>
      operation === 'read' && path.endsWith('00000000000000000007.log') ? 'EIO' : undefined;
    await expect(lines(disk, () => undefined)).rejects.toMatchObject({ code: 'EIO' });
  });
});
