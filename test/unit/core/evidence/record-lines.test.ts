import { cpSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Disk } from '#core/base/disk.ts';
import { recordLines } from '#core/evidence/save/record-lines.ts';
import type { Damage } from '#core/inspect/read/inspected.ts';
import { findPartitions } from '#core/inspect/read/partition-files.ts';
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

  it('are no file at all when the disk refuses some', async () => {
    const disk = new FailingDisk(world.disk);
    disk.fails = (operation, path) =>
      operation === 'read' && path.endsWith('00000000000000000007.log') ? 'EIO' : undefined;
    await expect(lines(disk, () => undefined)).rejects.toMatchObject({ code: 'EIO' });
  });
});
