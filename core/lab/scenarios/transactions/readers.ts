/** A consumer that reads a topic once, from its start to the end that its isolation level has. */
import type { ConsumerRecord } from '#core/client/consumer/consumer.ts';
import type { KafkaConsumer } from '#core/client/consumer/kafka-consumer.ts';
import type { Isolation } from '../../readers/topic-reader.ts';
import { ScenarioFailure } from '../scenario-errors.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

const POLL_MS = 100;
const POLLS_MAX = 100;

/** What a reader was given, and where it stands. */
export interface ReadThrough {
  readonly records: readonly ConsumerRecord[];
  /** By partition. */
  readonly positions: readonly number[];
  readonly endOffsets: readonly number[];
}

/** Reads every partition to its end: the high watermark, or the last stable offset for read_committed. Of any broker. */
export async function readThrough(
  stage: ScenarioStage,
  topic: string,
  isolation: Isolation,
  bootstrap: string = stage.lab.bootstrap,
): Promise<ReadThrough> {
  const consumer = stage.ownConsumer({
    'bootstrap.servers': bootstrap,
    'client.id': `reader-${isolation}`,
    'isolation.level': isolation,
    'enable.auto.commit': 'false',
    'auto.offset.reset': 'earliest',
  });
  const partitions = (await consumer.partitionsFor(topic)).map(({ partition }) => ({ topic, partition }));
  consumer.assign(partitions);
  consumer.seekToBeginning(partitions);
  const endOffsets = await consumer.endOffsets(partitions);
  const records: ConsumerRecord[] = [];
  for (let polls = 0; polls < POLLS_MAX; polls++) {
    const positions = await positionsOf(consumer, partitions);
    if (positions.every((position, i) => position >= (endOffsets[i] ?? 0))) {
      await consumer.close(0);
      return { records, positions, endOffsets };
    }
    records.push(...(await consumer.poll(POLL_MS)));
  }
  throw new ScenarioFailure(`A ${isolation} reader did not come to the end of ${topic}.`);
}

function positionsOf(
  consumer: KafkaConsumer,
  partitions: readonly { readonly topic: string; readonly partition: number }[],
): Promise<number[]> {
  return Promise.all(partitions.map((partition) => consumer.position(partition)));
}

/** `o-1 o-2` */
export function keysText(records: readonly ConsumerRecord[]): string {
  return records.map(({ key }) => key?.toString('utf8') ?? 'null').join(' ') || 'none';
}

/** `0 1 3` */
export function offsetsText(records: readonly { readonly offset: number }[]): string {
  return records.map(({ offset }) => offset).join(' ') || 'none';
}
