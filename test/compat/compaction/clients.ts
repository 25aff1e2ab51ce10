/** The clients that write to one cluster: what they send depends on nothing but the order of calls, timestamps included. */

import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaAdmin } from '#core/client/admin/kafka-admin.ts';
import { createClientCore } from '#core/client/network/client-core.ts';
import { KafkaProducer } from '#core/client/producer/kafka-producer.ts';
import { ADMIN_CONFIG } from '#core/config/admin-config.ts';
import { readClientConfig } from '#core/config/cross-checks.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { IncrementalAlterConfigs } from '#core/protocol/messages/44-incremental-alter-configs.ts';

type Settings = { readonly [key: string]: string };

/** A record: key, value (null: a tombstone), perhaps a header. */
export type Said = readonly [key: string, value: string | null, header?: string];

/** Phases lie this far apart by their records' timestamps: more than segment.ms, so each begins a segment. */
export const PHASE_MS = 3_600_000;
const TOPIC = 2;
const SET = 0;

/** One producer of one topic; records go out one batch a call. */
export class Writer {
  readonly #producer: KafkaProducer;
  readonly #topic: string;
  readonly #world: ClusterClients;

  constructor(world: ClusterClients, topic: string, producer: KafkaProducer) {
    this.#world = world;
    this.#topic = topic;
    this.#producer = producer;
  }

  get producerId(): number {
    return this.#producer.producerIdAndEpoch.producerId;
  }

  async batch(...records: readonly Said[]): Promise<void> {
    const sent = records.map(([key, value, header]) =>
      this.#producer.send({
        topic: this.#topic,
        partition: 0,
        timestamp: this.#world.nextTimestamp(),
        key,
        value,
        headers: header === undefined ? [] : [{ key: 'h', value: header }],
      }),
    );
    await this.#producer.flush();
    await Promise.all(sent);
  }

  begin(): void {
    this.#producer.beginTransaction();
  }

  async commit(): Promise<void> {
    await this.#producer.commitTransaction();
    await this.#untilMarked();
  }

  async abort(): Promise<void> {
    await this.#producer.abortTransaction();
    await this.#untilMarked();
  }

  /** The answer comes before the marker is in the log; what follows has to be behind it. */
  async #untilMarked(): Promise<void> {
    while (await this.#world.hasOpenTransaction(this.#topic, this.producerId)) await sleep(10);
  }
}

export class ClusterClients {
  readonly #bootstrap: string;
  readonly #platform = nodePlatform();
  readonly #producers: KafkaProducer[] = [];
  readonly #writers = new Map<string, Writer>();
  readonly #admin: KafkaAdmin;
  readonly #startMs: number;
  #phase = 0;
  #said = 0;

  constructor(bootstrap: string, startMs: number) {
    this.#bootstrap = bootstrap;
    this.#startMs = startMs;
    this.#admin = new KafkaAdmin({ platform: this.#platform, config: { 'bootstrap.servers': bootstrap } });
  }

  /** Records have timestamps of this phase from now on. */
  set phase(phase: number) {
    this.#phase = phase;
    this.#said = 0;
  }

  nextTimestamp(): number {
    return this.#startMs + this.#phase * PHASE_MS + this.#said++ * 10;
  }

  async hasOpenTransaction(topic: string, producerId: number): Promise<boolean> {
    const [states] = await this.#admin.describeProducers([{ topic, partition: 0 }]);
    return (states ?? []).some(
      (state) => state.producerId === producerId && state.currentTransactionStartOffset >= 0,
    );
  }

  createTopic(name: string, configs: Settings): Promise<void> {
    return this.#admin.createTopics([{ name, partitions: 1, replicationFactor: 1, configs }]);
  }

  async setTopicConfig(topics: readonly string[], name: string, value: string): Promise<void> {
    const { values } = readClientConfig(ADMIN_CONFIG, { 'bootstrap.servers': this.#bootstrap });
    const { client, metadata } = createClientCore(this.#platform, values, {
      clientId: 'compaction',
      inFlightMax: 1,
      observer: {},
      allowAutoTopicCreation: false,
      wantedTopics: () => [],
    });
    const [host = '', port] = this.#bootstrap.split(':');
    const configs = [{ name, configOperation: SET, value }];
    const answer = await client.request(
      { id: -1, host, port: Number(port) },
      {
        api: IncrementalAlterConfigs,
        body: {
          resources: topics.map((resourceName) => ({ resourceType: TOPIC, resourceName, configs })),
          validateOnly: false,
        },
      },
    );
    metadata.close();
    client.close();
    for (const { errorCode, errorMessage } of answer.body.responses) {
      if (errorCode !== 0) throw new Error(`${name}=${value}: ${errorMessage}`);
    }
  }

  /** The producer of that name; made, and given its producer id, when it is first asked for. */
  async writer(topic: string, name: string, config: Settings = {}): Promise<Writer> {
    const known = this.#writers.get(`${topic}/${name}`);
    if (known !== undefined) return known;
    const producer = new KafkaProducer({
      platform: this.#platform,
      config: {
        'bootstrap.servers': this.#bootstrap,
        'linger.ms': '1000',
        'batch.size': '2000000',
        'max.request.size': '2000000',
        'transaction.timeout.ms': '600000',
        ...config,
      },
    });
    if (config['transactional.id'] !== undefined) await producer.initTransactions();
    this.#producers.push(producer);
    const writer = new Writer(this, topic, producer);
    this.#writers.set(`${topic}/${name}`, writer);
    return writer;
  }

  /** Name of the producer behind a producer id; the id itself when it is none of ours. */
  nameOf(producerId: number): string {
    for (const [name, writer] of this.#writers) if (writer.producerId === producerId) return name;
    return String(producerId);
  }

  async close(): Promise<void> {
    await Promise.all(this.#producers.map((producer) => producer.close(0)));
    await this.#admin.close();
  }
}
