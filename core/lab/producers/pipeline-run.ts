/**
 * Consume, process, produce, as the Kafka documentation writes it: one round takes some records, writes an output record for each,
 * and commits the group's offsets: in the transaction with the outputs, or, without a transactional.id, after them.
 */
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { Consumer, ConsumerRecord } from '#core/client/consumer/consumer.ts';
import type { PartitionOffset } from '#core/client/offsets.ts';
import type { Producer } from '#core/client/producer/producer.ts';

const POLL_MS = 5_000;

/** What a round does. */
export type PipelinePlan = {
  readonly input: string;
  readonly groupId: string;
  /** Records of a round, at most. The first round's holds for all. */
  readonly count: number;
  /** False: it stops between produce and commit, where a crash would hurt. */
  readonly commits: boolean;
};

/** What a round came to. */
export type PipelineResult = {
  /** Keys of the records that were read, in order. */
  readonly keys: readonly string[];
  /** The group's next offsets, by partition of the input: what was committed, or would have been. */
  readonly nextOffsets: readonly number[];
};

export interface PipelineParts {
  readonly producer: Producer;
  readonly consumer: Consumer;
  /** Topic of the outputs. */
  readonly output: string;
  readonly isTransactional: boolean;
  readonly print: (line: string) => void;
}

/** consumer.properties of the pipeline. */
export function pipelineConsumerConfig(
  { groupId, count }: PipelinePlan,
  { bootstrap, clientId }: { readonly bootstrap: string; readonly clientId: string },
): { readonly [key: string]: string } {
  return {
    'bootstrap.servers': bootstrap,
    'client.id': clientId,
    'group.id': groupId,
    'enable.auto.commit': 'false',
    'isolation.level': 'read_committed',
    'auto.offset.reset': 'earliest',
    'max.poll.records': String(count),
  };
}

export class Pipeline {
  readonly #parts: PipelineParts;
  #partitions: readonly TopicPartition[] = [];

  constructor(parts: PipelineParts) {
    this.#parts = parts;
  }

  /** One round; without records when the input has none. @throws what producer and consumer throw. */
  async round({ input, commits }: PipelinePlan): Promise<PipelineResult> {
    const { producer, consumer, isTransactional, print } = this.#parts;
    if (this.#partitions.length === 0) await this.#assign(input);
    const records = await consumer.poll(POLL_MS);
    print(`polled ${records.length} of ${input}: ${records.map(keyOf).join(' ')}`);
    if (isTransactional && records.length > 0) producer.beginTransaction();
    await Promise.all(records.map((record) => this.#produce(record)));
    const offsets = await this.#nextOffsets();
    if (isTransactional && records.length > 0) {
      await producer.sendOffsetsToTransaction(offsets, consumer.groupMetadata());
      print('produced, offsets are in the transaction');
      if (commits) await producer.commitTransaction();
    } else if (records.length > 0) {
      print('produced');
      if (commits) await consumer.commitSync(offsets);
    }
    print(commits ? 'committed' : 'not committed yet');
    return { keys: records.map(keyOf), nextOffsets: offsets.map(({ offset }) => offset) };
  }

  /**
   * All partitions, by hand: a killed member of a group would keep its partitions until its session times out.
   */
  async #assign(input: string): Promise<void> {
    const { consumer } = this.#parts;
    const partitions = await consumer.partitionsFor(input);
    this.#partitions = partitions.map(({ partition }) => ({ topic: input, partition }));
    consumer.assign(this.#partitions);
  }

  #produce({ key, value }: ConsumerRecord): Promise<unknown> {
    const { producer, output } = this.#parts;
    return producer.send({ topic: output, key, value: processed(value) });
  }

  #nextOffsets(): Promise<PartitionOffset[]> {
    const { consumer } = this.#parts;
    return Promise.all(
      this.#partitions.map(async (partition) => ({
        ...partition,
        offset: await consumer.position(partition),
      })),
    );
  }
}

function processed(value: Buffer | null): string {
  return `done ${value?.toString('utf8') ?? ''}`;
}

function keyOf({ key }: ConsumerRecord): string {
  return key?.toString('utf8') ?? '';
}
