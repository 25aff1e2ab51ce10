import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isWithin, openPartial, refuseTarget, type TargetKind } from '#core/evidence/save/refuse-target.ts';
import { NodeDisk } from '#core/platform/node/node-disk.ts';

const FOLDER = realpathSync(mkdtempSync(join(tmpdir(), 'fencepost-target-'))).replaceAll('\\', '/');
const disk = new NodeDisk();

function made(name: string, contents = 'something'): string {
  const path = `${FOLDER}/${name}`;
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, contents);
  return path;
}

function refused(path: string, kind: TargetKind): string | undefined {
  try {
    refuseTarget(disk, path, kind);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('what is written takes the place', () => {
  afterAll(() => rmSync(FOLDER, { recursive: true }));

  it.each([
    ['of nothing', `${FOLDER}/new.fence`, 'fence', undefined],
    ['of a pack', made('run.FENCE'), 'fence', undefined],
    ['of an empty file', made('empty.txt', ''), 'csv', undefined],
    ['of no other file', made('thesis.txt'), 'csv', 'only a .csv file would be replaced'],
    ['of no file of another kind', made('all.json'), 'csv', 'only a .csv file would be replaced'],
    ['of no log', made('copy.log'), 'log', 'a log is never replaced'],
    ['of no folder', FOLDER, 'fence', 'EISDIR'],
  ] as const)('%s', (_, path, kind, why) => {
    if (why === undefined) expect(refused(path, kind)).toBeUndefined();
    else expect(refused(path, kind)).toContain(why);
  });

  it.each([
    'meta.properties',
    'replication-offset-checkpoint',
    'leader-epoch-checkpoint',
    'partition.metadata',
  ])('of nothing in or below a folder with %s', (name) => {
    made(`with-${name}/${name}`);
    const folder = `${FOLDER}/with-${name}`;
    expect(refused(`${folder}/x.fence`, 'fence')).toBe(
      `it would lie in ${folder}, a directory of Kafka's logs`,
    );
    expect(refused(`${folder}/a/b/x.fence`, 'fence')).toContain(folder);
    symlinkSync(folder, `${FOLDER}/link-${name}`);
    expect(refused(`${FOLDER}/link-${name}/x.fence`, 'fence')).toContain(folder);
  });

  it('of nothing in a partition of which only logs are left', () => {
    made('bare/orders-0/00000000000000000042.log');
    expect(refused(`${FOLDER}/bare/orders-0/x.csv`, 'csv')).toContain(`${FOLDER}/bare/orders-0`);
    expect(refused(`${FOLDER}/bare/x.csv`, 'csv')).toBeUndefined();
  });

  it('and a link of the temporary name leads to no other file', () => {
    const log = made('linked.log');
    symlinkSync(log, `${FOLDER}/x.fence.partial`);
    const file = openPartial(disk, `${FOLDER}/x.fence.partial`);
    file.write(0, Buffer.from('new'));
    file.close();
    expect([readFileSync(log, 'utf8'), readFileSync(`${FOLDER}/x.fence.partial`, 'utf8')]).toEqual([
      'something',
      'new',
    ]);
  });

  it('a path lies within a folder however it is spelt', () => {
    mkdirSync(`${FOLDER}/a/b`, { recursive: true });
    symlinkSync(`${FOLDER}/a`, `${FOLDER}/to-a`);
    expect(isWithin(disk, `${FOLDER}/to-a/b/not/there`, `${FOLDER}/a`)).toBe(true);
    expect(isWithin(disk, `${FOLDER}/a`, `${FOLDER}/to-a`)).toBe(true);
    expect(isWithin(disk, `${FOLDER}/ab`, `${FOLDER}/a`)).toBe(false);
  });
});
