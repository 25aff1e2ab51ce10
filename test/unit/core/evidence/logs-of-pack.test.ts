import { cpSync, existsSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LogsOfPack, readLogsOfPack } from '#core/evidence/pack/logs-of-pack.ts';
import type { PackFacts } from '#core/evidence/pack/pack-facts.ts';
import { readDirectory } from '#core/evidence/source/directory-source.ts';
import { NotALogError } from '#core/inspect/read/partition-files.ts';
import { fixture } from '../../../support/log-world.ts';
import { PackWorld } from '../../../support/pack-world.ts';

const LOG = 'logs/orders-0/00000000000000000000.log';

/** Log directories of Kafka, and damaged ones. */
const SETS = ['log-dirs', 'damaged'].flatMap((kind) =>
  readdirSync(fixture(kind))
    .map((name) => `${kind}/${name}`)
    .filter((name) => existsSync(join(fixture(name), 'data'))),
);

describe('the logs of a pack', () => {
  let world: PackWorld;

  beforeEach(() => {
    world = new PackWorld();
  });
  afterEach(() => world.close());

  /** Writes a pack of a directory, and extracts it. Undefined where there is nothing that can be exported. */
  async function extracted(directory: string): Promise<PackFacts | undefined> {
    const { disk, packing } = world;
    const source = { disk, packing, directory, selects: () => true, nowMs: 0, work: world.work() };
    try {
      await world.write('pack.fence', { snapshot: await readDirectory(source) });
    } catch (error) {
      if (error instanceof NotALogError) return undefined;
      throw error;
    }
    return world.extract('pack.fence');
  }

  function read(facts: PackFacts): Promise<LogsOfPack> {
    return readLogsOfPack(world.disk, world.path('out'), { facts, work: world.work() });
  }

  const copied = (set: string): string => {
    cpSync(join(fixture(set), 'data'), world.path('data'), { recursive: true });
    return world.path('data');
  };

  const ordersAlone = (): Promise<PackFacts | undefined> => {
    const data = copied('log-dirs/txn-basic');
    for (const name of readdirSync(data)) {
      if (/-[0-9]+$/.test(name) && name !== 'orders-0') rmSync(join(data, name), { recursive: true });
    }
    return extracted(data);
  };

  it.each(SETS.flatMap((set) => [true, false].map((isClean) => [set, isClean] as const)))(
    'of %s are what it says, with all damage told; closed in order: %s',
    async (set, isClean) => {
      const data = copied(set);
      const mark = join(data, '.kafka_cleanshutdown');
      if (isClean) writeFileSync(mark, '{"version":0,"brokerEpoch":-1}');
      else rmSync(mark, { force: true });
      const facts = await extracted(data);
      if (facts === undefined) return;
      const { verdicts, damages } = await read(facts);
      expect(damages).toEqual([]);
      expect(verdicts.size).toBe(facts.partitions.length);
    },
  );

  it('are none where none were chosen', async () => {
    world.forge('pack.fence', []);
    const { verdicts, damages } = await read(await world.extract('pack.fence'));
    expect([verdicts.size, damages]).toEqual([0, []]);
  });

  it.each([
    ['logStartOffset', 'starts at 3, its log starts at 0'],
    ['logEndOffset', 'ends at 3, its log ends at 24'],
    ['lastStableOffset', 'the last stable offset of orders-0 is 3, by its log it is 24'],
    ['highWatermark', 'the high watermark of orders-0 is 3, by its files it is 24'],
    ['sizeBytes', 'orders-0 has 3 bytes, its log has 1961'],
  ] as const)('are refused where %s is another', async (key, sentence) => {
    const facts = await ordersAlone();
    if (facts === undefined) throw new Error('nothing was exported');
    const partitions = facts.partitions.map((one) => ({ ...one, [key]: 3 }));
    await expect(read({ ...facts, partitions })).rejects.toThrow(sentence);
  });

  it('are refused where one is hidden, and where one is not there', async () => {
    const facts = await ordersAlone();
    if (facts === undefined) throw new Error('nothing was exported');
    await expect(read({ ...facts, partitions: [] })).rejects.toThrow(
      'it has a log of orders-0, of which pack.json does not tell',
    );
    const more = facts.partitions.map((one) => ({ ...one, partition: 77 }));
    await expect(read({ ...facts, partitions: [...facts.partitions, ...more] })).rejects.toThrow(
      'pack.json tells of orders-77, of which it has no log',
    );
  });

  it('are refused where one was cut or emptied', async () => {
    const facts = await ordersAlone();
    if (facts === undefined) throw new Error('nothing was exported');
    const log = world.path(`out/${LOG}`);
    truncateSync(log, (world.disk.stat(log)?.size ?? 0) - 30);
    await expect(read(facts)).rejects.toThrow('ends at 24, its log ends at 23');
    rmSync(log);
    await expect(read(facts)).rejects.toThrow('ends at 24, its log ends at 0');
  });

  it('that are damaged are told to be, once', async () => {
    const facts = await ordersAlone();
    if (facts === undefined) throw new Error('nothing was exported');
    const log = world.path(`out/${LOG}`);
    const file = world.disk.open(log, 'write');
    file.write(17, Buffer.from([0xff]));
    file.close();
    const { damages } = await read(facts);
    expect(damages).toMatchObject([
      { check: 'damage', outcome: 'bad', params: { file: 'orders-0/00000000000000000000.log', position: 0 } },
    ]);
    expect((await read({ ...facts, checks: [...facts.checks, ...damages] })).damages).toEqual([]);
  });
});
