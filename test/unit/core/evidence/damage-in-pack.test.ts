import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { evidenceCheckText } from '#core/cli/evidence-text.ts';
import { readDirectory } from '#core/evidence/source/directory-source.ts';
import type { LogSnapshot } from '#core/evidence/source/log-snapshot.ts';
import { fixture } from '../../../support/log-world.ts';
import { PackWorld } from '../../../support/pack-world.ts';

const LOG = '00000000000000000000.log';

describe('damage in a directory that goes into a pack', () => {
  let world: PackWorld;
  let directory: string;

  beforeEach(() => {
    world = new PackWorld();
    directory = world.path('data');
  });
  afterEach(() => world.close());

  function copy(): void {
    cpSync(join(fixture('log-dirs/txn-basic'), 'data'), directory, { recursive: true });
  }

  /** A damaged partition alone, closed in order. */
  function copyDamaged(name: string): void {
    cpSync(join(fixture(`damaged/${name}`), 'data'), directory, { recursive: true });
    writeFileSync(join(directory, '.kafka_cleanshutdown'), '{"version":0,"brokerEpoch":-1}');
  }

  function read(): Promise<LogSnapshot> {
    const { disk, packing } = world;
    return readDirectory({ disk, packing, directory, selects: () => true, nowMs: 0, work: world.work() });
  }

  function damages({ checks }: LogSnapshot) {
    return checks
      .filter(({ check }) => check === 'damage')
      .map(({ outcome, params: { file, clean, unclean } }) => [file, outcome, clean, unclean]);
  }

  it('is nothing to tell of when there is none', async () => {
    copy();
    expect(damages(await read())).toEqual([]);
  });

  it('is told when a transaction index is gone: aborted records are handed out', async () => {
    copy();
    rmSync(join(directory, 'orders-0/00000000000000000000.txnindex'));
    const snapshot = await read();
    expect(damages(snapshot)).toEqual([
      ['orders-0/00000000000000000000.txnindex', 'bad', 'aborted-delivered', 'rebuilt'],
    ]);
    const { facts } = await world.write('pack.fence', { snapshot });
    const told = facts.checks.find(({ check }) => check === 'damage');
    expect(told === undefined ? '' : evidenceCheckText(told)).toMatch(
      /^damage, left as it was found: orders-0\/0{20}\.txnindex: it is missing, and the log has the ABORT marker of producer id \d+ at offset \d+\. Kafka, when it starts after an orderly stop: hands aborted records to read_committed consumers; after a crash: makes the file anew$/,
    );
    await world.extract('pack.fence');
    const readme = world.filesBelow('out').get('README.md')?.toString() ?? '';
    expect(readme).toContain('## Damage\n');
    expect(readme).toContain('hands aborted records to read');
  });

  it('is told when a checksum does not fit, and goes in as it is', async () => {
    copy();
    const path = join(directory, 'orders-0', LOG);
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(17) ^ 1, 17);
    writeFileSync(path, bytes);
    const snapshot = await read();
    expect(damages(snapshot)).toEqual([[`orders-0/${LOG}`, 'bad', 'readers-fail', 'truncates']]);
    await world.write('pack.fence', { snapshot });
    await world.extract('pack.fence');
    expect(world.filesBelow('out').get(`logs/orders-0/${LOG}`)).toEqual(bytes);
  });

  it('is told when every snapshot of producers is gone', async () => {
    copy();
    const folder = join(directory, 'orders-0');
    for (const name of readdirSync(folder)) if (name.endsWith('.snapshot')) rmSync(join(folder, name));
    expect(damages(await read())).toEqual([['orders-0/*.snapshot', 'bad', 'producers-forgotten', 'rebuilt']]);
  });

  it.each([
    ['zero-tail', 'does-not-start', 'truncates'],
    ['bit-in-crc', 'readers-fail', 'truncates'],
    ['magic-3', 'readers-fail', 'readers-fail'],
    ['index-past-end', 'end-falls', 'rebuilt'],
  ])('of the kind %s is told in the words of Kafka: %s', async (name, clean, unclean) => {
    copyDamaged(name);
    expect(damages(await read())).toContainEqual([expect.any(String), 'bad', clean, unclean]);
  });

  it('is limited to a number of lines, and the rest is counted', async () => {
    copy();
    const whole = readFileSync(join(directory, 'orders-0', LOG));
    mkdirSync(join(directory, 'many-0'));
    // None has an index.
    for (let i = 0; i < 60; i++)
      writeFileSync(join(directory, 'many-0', `${String(i * 24).padStart(20, '0')}.log`), whole);
    const { checks } = await read();
    const ofMany = checks.filter(
      ({ check, params }) => check === 'damage' && String(params['file']).startsWith('many-0'),
    );
    expect(ofMany).toHaveLength(50);
    const rest = checks.find(({ check }) => check === 'damageNotListed');
    expect(rest?.params).toMatchObject({ partition: 'many-0', count: expect.any(Number) });
  });

  it('that recovery does not notice is told when it was not closed in order', async () => {
    copy();
    rmSync(join(directory, '.kafka_cleanshutdown'));
    rmSync(join(directory, 'orders-0/00000000000000000000.txnindex'));
    expect(damages(await read())).toEqual([]);
    const path = join(directory, 'orders-0', LOG);
    const whole = readFileSync(path);
    writeFileSync(path, Buffer.concat([whole, whole.subarray(0, 12 + whole.readUInt32BE(8))]));
    expect(damages(await read())).toEqual([[`orders-0/${LOG}`, 'bad', 'unnoticed', 'unnoticed']]);
  });
});
