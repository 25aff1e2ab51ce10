/**
 * Three batches in flight to one partition, B0 with records 0 to 10, B1 with 11 to 20, B2 with 21 to 30; the broker refuses B1 once.
 *
 * All three leave in one turn of the producer: a record sent before has told it of the topic, opened the connection and brought
 * its producer id, so that nothing has to be waited for.
 */
import { readRecords } from '#core/protocol/records/batch-reader.ts';
import type { LabProcess } from '../../producers/lab-process.ts';
import type { PlannedRecord } from '../../producers/producer-messages.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { refuseProduce, SOON_GIVEN_UP } from './faults.ts';
import { type ProducedBatch, producedBatches } from './produce-frames.ts';

/** The first records of the three. */
const STARTS: readonly number[] = [0, 11, 21];
const SECOND_START = 11;
const RECORDS = 31;
/**
 * Batches end where the next record would exceed this: 11 records with values of 90 bytes and 10 with 100 bytes come to some 1190
 * bytes each, and none has room for one more.
 */
const BATCH_SIZE = 1240;
const FIRST_VALUE_SIZE = 90;
const VALUE_SIZE = 100;

const CONFIG = {
  'batch.size': String(BATCH_SIZE),
  'linger.ms': '0',
  acks: 'all',
  'retry.backoff.ms': '50',
  ...SOON_GIVEN_UP,
} as const;

/** What became of them. */
interface ThreeBatches {
  /** In the order in which they arrived at the broker. */
  readonly requests: readonly ProducedBatch[];
}

/** A producer that is ready to send at once; its topic has two partitions. */
export async function readyProducer(
  stage: ScenarioStage,
  options: {
    readonly name: string;
    readonly topic: string;
    readonly config: { readonly [key: string]: string };
  },
): Promise<LabProcess> {
  const { name, topic, config } = options;
  const process = await stage.producer({ name, topic, config: { ...CONFIG, ...config } });
  await process.command({ kind: 'send', count: 1, records: [{ partition: 1, key: 'first', value: '' }] });
  return process;
}

/** Sends the three batches, of which the second is refused with NOT_ENOUGH_REPLICAS once; resolves when all are acknowledged. */
export async function sendThreeBatches(stage: ScenarioStage, process: LabProcess): Promise<ThreeBatches> {
  const mark = stage.mark();
  refuseProduce(stage, process.clientId, { number: 2, error: 'NOT_ENOUGH_REPLICAS' });
  await process.command({ kind: 'send', count: RECORDS, records: RECORDS_TO_SEND });
  return { requests: producedBatches(stage, mark, process.clientId) };
}

const RECORDS_TO_SEND: readonly PlannedRecord[] = Array.from({ length: RECORDS }, (_, index) => ({
  partition: 0,
  key: keyOf(index),
  value: '.'.repeat(index < SECOND_START ? FIRST_VALUE_SIZE : VALUE_SIZE),
}));

/** Two digits, so that all records of a batch have one size. */
function keyOf(record: number): string {
  return `r${String(record).padStart(2, '0')}`;
}

/** The batches of partition 0 in their order on disk: `B0 B1 B2`. One with another extent is named by its records. */
export function orderOnDisk(stage: ScenarioStage, topic: string): string {
  return stage
    .batches(topic, 0)
    .map((batch) => {
      const [first] = [...readRecords(batch)].map(({ key }) => Number(String(key).slice(1)));
      const number = STARTS.indexOf(first ?? -1);
      const count = (STARTS[number + 1] ?? RECORDS) - (STARTS[number] ?? 0);
      return number >= 0 && count === batch.recordCount ? `B${number}` : `${first}+${batch.recordCount}`;
    })
    .join(' ');
}

/** The base offsets of partition 0: `0 11 21`. */
export function offsetsOnDisk(stage: ScenarioStage, topic: string): string {
  return stage
    .batches(topic, 0)
    .map(({ baseOffset }) => baseOffset)
    .join(' ');
}
