/** What a check works with: clients of one cluster that are closed after it, and a few ways to look. */
import type { Clock } from '#core/base/clock.ts';
import { sleep } from '#core/base/clock.ts';
import { KafkaAdmin } from '#core/client/admin/kafka-admin.ts';
import type { ClientObserver, ResponseNotice } from '#core/client/client-observer.ts';
import type { ConsumerRecord } from '#core/client/consumer/consumer.ts';
import { KafkaConsumer } from '#core/client/consumer/kafka-consumer.ts';
import { KafkaProducer } from '#core/client/producer/kafka-producer.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';

type Config = { readonly [key: string]: string };

/** By name; the answer is a note for the line that is printed. */
export type Checks = { readonly [name: string]: (world: CompatWorld) => Promise<string | undefined> };

/** Something is not as it should be. */
export class CheckFailed extends Error {}

export function expect(condition: boolean, what: string): asserts condition {
  if (!condition) throw new CheckFailed(what);
}

/** Both look the same as JSON. */
export function same(actual: unknown, expected: unknown, what: string): void {
  const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== e) throw new CheckFailed(`${what}: expected ${e}, got ${a}`);
}

/** Java's name of what the promise rejects with; 'none' when it does not. */
export async function exceptionOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'none';
  } catch (error) {
    return (error as { exception?: string }).exception ?? (error as Error).name;
  }
}

export async function pollUntilThrows(reader: KafkaConsumer): Promise<void> {
  for (let i = 0; i < 20; i++) await reader.poll(200);
}

/** What a client was answered. */
export interface Tracer extends ClientObserver {
  /** `Api: code NAME` of every error, in order. */
  readonly errors: string[];
  /** `Api vN` of every answer, in order. */
  readonly calls: string[];
}

export function tracer(): Tracer {
  const errors: string[] = [];
  const calls: string[] = [];
  return {
    errors,
    calls,
    onResponse({ api, version, errors: answered }: ResponseNotice) {
      calls.push(`${api} v${version}`);
      for (const { code, error } of answered) errors.push(`${api}: ${code} ${error}`);
    },
  };
}

export class CompatWorld {
  readonly #platform = nodePlatform();
  readonly #bootstrap: string;
  readonly #run: string;
  #serial = 0;
  #open: { close(timeoutMs?: number): Promise<void> }[] = [];

  constructor(bootstrap: string) {
    this.#bootstrap = bootstrap;
    this.#run = this.#platform.clock.nowMs().toString(36);
  }

  get clock(): Clock {
    return this.#platform.clock;
  }

  unique(prefix: string): string {
    return `${prefix}-${this.#run}-${++this.#serial}`;
  }

  #opened<T extends { close(timeoutMs?: number): Promise<void> }>(client: T): T {
    this.#open.push(client);
    return client;
  }

  producer(config: Config = {}, observer: ClientObserver = {}): KafkaProducer {
    const settings = { 'bootstrap.servers': this.#bootstrap, 'max.block.ms': '30000', ...config };
    return this.#opened(new KafkaProducer({ platform: this.#platform, config: settings, observer }));
  }

  /** What every consumer begins with. */
  get consumerConfig(): Config {
    return {
      'bootstrap.servers': this.#bootstrap,
      'auto.offset.reset': 'earliest',
      'enable.auto.commit': 'false',
    };
  }

  /** Reads from the beginning and commits only when told to. */
  consumer(config: Config = {}): KafkaConsumer {
    const settings = { ...this.consumerConfig, ...config };
    return this.#opened(new KafkaConsumer({ platform: this.#platform, config: settings }));
  }

  admin(): KafkaAdmin {
    const config = { 'bootstrap.servers': this.#bootstrap };
    return this.#opened(new KafkaAdmin({ platform: this.#platform, config }));
  }

  /** A producer with a transactional id of its own, ready for its first transaction. */
  async transactional(config: Config = {}): Promise<{ readonly p: KafkaProducer; readonly trace: Tracer }> {
    const trace = tracer();
    const p = this.producer({ 'transactional.id': this.unique('tx'), ...config }, trace);
    await p.initTransactions();
    return { p, trace };
  }

  async newTopic(partitions = 1): Promise<string> {
    const topic = this.unique('t');
    await this.admin().createTopics([{ name: topic, partitions, replicationFactor: 1 }]);
    return topic;
  }

  async transactionalIdOf(producerId: number): Promise<string> {
    const [listed] = await this.admin().listTransactions({ producerIds: [producerId] });
    return listed?.transactionalId ?? '';
  }

  /** Polls until `count` records came, or nothing came for `quietMs`. */
  async read(from: KafkaConsumer, count: number, quietMs = 5000): Promise<ConsumerRecord[]> {
    const records: ConsumerRecord[] = [];
    let quietSinceMs = this.clock.monotonicMs();
    while (records.length < count && this.clock.monotonicMs() - quietSinceMs < quietMs) {
      const polled = await from.poll(200);
      if (polled.length > 0) quietSinceMs = this.clock.monotonicMs();
      records.push(...polled);
    }
    return records;
  }

  /** The values of a whole partition as a reader of this isolation sees them. */
  async valuesOf(topic: string, isolation: string, partition = 0): Promise<(string | null)[]> {
    const reader = this.consumer({ 'isolation.level': isolation });
    reader.assign([{ topic, partition }]);
    const [end = 0] = await reader.endOffsets([{ topic, partition }]);
    const values: (string | null)[] = [];
    const deadlineMs = this.clock.monotonicMs() + 10000;
    while ((await reader.position({ topic, partition })) < end && this.clock.monotonicMs() < deadlineMs) {
      for (const { value } of await reader.poll(500)) values.push(value?.toString() ?? null);
    }
    await reader.close();
    return values;
  }

  async until(condition: () => Promise<boolean>, timeoutMs = 10000): Promise<void> {
    const deadlineMs = this.clock.monotonicMs() + timeoutMs;
    while (!(await condition())) {
      const what = condition.toString().slice(0, 120);
      expect(this.clock.monotonicMs() < deadlineMs, `still not so after ${timeoutMs} ms: ${what}`);
      await sleep(this.clock, 50);
    }
  }

  /** Closes every client of the check. */
  async closeAll(): Promise<void> {
    const open = this.#open;
    this.#open = [];
    await Promise.all(open.map((client) => client.close(2000).catch(() => undefined)));
  }
}
