import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { inspect } from '#core/inspect/inspect.ts';
import type { PartitionReport } from '#core/inspect/judge/partition-report.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';

const LOG_DIRS = fileURLToPath(new URL('../../../fixtures/log-dirs', import.meta.url));

interface Verdicts {
  readonly partitions: readonly PartitionReport[];
}

/** What Kafka's programs said; a marker's key and value are given decoded here, as raw bytes there. */
function withoutMarkerBytes(partitions: readonly PartitionReport[]): unknown {
  return partitions.map((partition) => ({
    ...partition,
    records: partition.records.map((record) =>
      record.kind === 'control' ? { ...record, key: '', value: '' } : record,
    ),
  }));
}

async function inspectAll(path: string): Promise<PartitionReport[]> {
  const reports: PartitionReport[] = [];
  for await (const report of inspect(nodePlatform().disk, path)) reports.push(report);
  return reports;
}

const SETS = fs.readdirSync(LOG_DIRS).filter((name) => fs.existsSync(`${LOG_DIRS}/${name}/verdicts.json`));

describe.each(SETS)('a log directory of Apache Kafka: %s', (set) => {
  test('every record, transaction, batch and reader is judged as Kafka does', async () => {
    const expected = JSON.parse(fs.readFileSync(`${LOG_DIRS}/${set}/verdicts.json`, 'utf8')) as Verdicts;
    const actual = JSON.parse(
      JSON.stringify(await inspectAll(`${LOG_DIRS}/${set}/data`)),
    ) as PartitionReport[];
    expect(withoutMarkerBytes(actual)).toEqual(withoutMarkerBytes(expected.partitions));
  });
});

describe('what is inspected', () => {
  test('one partition of a directory', async () => {
    const reports = await inspectAll(`${LOG_DIRS}/txn-basic/data/orders-2`);
    expect(
      reports.map(({ topic, partition, lastStableOffset }) => ({ topic, partition, lastStableOffset })),
    ).toEqual([{ topic: 'orders', partition: 2, lastStableOffset: 4 }]);
  });

  test('one file of a partition', async () => {
    const [report] = await inspectAll(`${LOG_DIRS}/txn-basic/data/orders-2/00000000000000000000.log`);
    expect(report?.records).toHaveLength(12);
  });

  test.each([
    ['a path that is not there', '/nowhere/at/all', 'does not exist'],
    ['a folder without partitions', LOG_DIRS, 'holds no partition'],
    ['a file that is not a log', `${LOG_DIRS}/why.md`, 'why.md is not a Kafka log file'],
  ])('%s is refused with the reason', async (_, path, reason) => {
    await expect(inspectAll(path)).rejects.toThrow(reason);
  });
});
