/**
 * A broker and its clients in one process: simulated time, a network of function calls, real files. What users reported is
 * played here again, in the order they reported it.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Network, Wire } from '#core/base/network.ts';
import { Broker } from '#core/broker/broker.ts';
import type { TransactionVersion } from '#core/broker/finalized-features.ts';
import { KafkaAdmin } from '#core/client/admin/kafka-admin.ts';
import type { ClientObserver } from '#core/client/client-observer.ts';
import type { ConsumerRecord } from '#core/client/consumer/consumer.ts';
import { KafkaConsumer } from '#core/client/consumer/kafka-consumer.ts';
import { KafkaProducer } from '#core/client/producer/kafka-producer.ts';
import { newTransactionalId } from '#core/coordinator/transaction/transaction-metadata.ts';
import { encodeTransactionRecord } from '#core/coordinator/transaction/transaction-record.ts';
import { TRANSACTION_TOPIC } from '#core/coordinator/transaction/transaction-turns.ts';
import type { AnyEvent } from '#core/observe/event-bus.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import { NodeDisk } from '#core/platform/node/node-disk.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';
import { SimNetwork } from '#core/platform/sim/sim-network.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import { readMarker } from '#core/protocol/records/control-record.ts';
import { createTopic, TestClient } from './broker-world.ts';
import { MortalClock } from './mortal-clock.ts';
import { SeededRandom } from './seeded-random.ts';
import type { WireSubject } from './wire-subject.ts';

type Config = { readonly [key: string]: string };

export interface ReplayOptions {
  readonly config?: Config;
  readonly transactionVersion?: TransactionVersion;
  /** Created before the replay, one partition each unless told otherwise. */
  readonly topics?: readonly string[];
  readonly partitions?: number;
  readonly topicConfig?: Config;
}

/** Memory where the system has it: what is played here dies without a power cut. */
const QUICK_FOLDER = fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir();
/** Internal topics small enough to be made quickly. */
const SMALL = { 'transaction.state.log.num.partitions': '3', 'offsets.topic.num.partitions': '3' };
/** First id of those who climb to an epoch: far from those that the broker hands out here. */
const CLIMBER = 900_000;
/** Settling takes this long at most, simulated. */
const PATIENCE_MS = 300_000;
const STEP_MAX_MS = 20;

/** One life of the broker, from its start to its stop or crash. */
interface Life {
  readonly broker: Broker;
  readonly clock: MortalClock;
  readonly network: SimNetwork;
  readonly directory: string;
}

export class ReplayWorld implements Network, WireSubject {
  readonly clock = new SimClock();
  readonly events: AnyEvent[] = [];
  readonly #options: ReplayOptions;
  readonly #root = fs.mkdtempSync(path.join(QUICK_FOLDER, 'replay-'));
  readonly #wires = new Set<Wire>();
  readonly #clients: { close(timeoutMs?: number): Promise<void> }[] = [];
  #life: Life | undefined;
  #lives = 0;
  #port = 0;
  #random = 1;
  #climbs = 0;

  /** Ends with the test that starts it. */
  static async start(options: ReplayOptions = {}): Promise<ReplayWorld> {
    const world = new ReplayWorld(options);
    onTestFinished(() => world.#end());
    await world.#boot(path.join(world.#root, 'data'));
    const client = await world.connect();
    for (const topic of options.topics ?? []) {
      const configs = options.topicConfig ?? {};
      await world.settle(createTopic(client, topic, { partitions: options.partitions ?? 1, configs }));
    }
    return world;
  }

  private constructor(options: ReplayOptions) {
    this.#options = options;
  }

  get broker(): Broker {
    return this.#alive().broker;
  }

  get #bootstrap(): string {
    return `127.0.0.1:${this.#port}`;
  }

  #alive(): Life {
    if (this.#life === undefined) throw new Error('the broker is down');
    return this.#life;
  }

  async #boot(directory: string): Promise<void> {
    const clock = new MortalClock(this.clock);
    const network = new SimNetwork(clock);
    const bus = new EventBus(clock);
    bus.subscribe((event) => this.events.push(event));
    const { transactionVersion, config } = this.#options;
    const broker = await this.#untilDone(
      Broker.start({
        platform: { clock, disk: new NodeDisk(), network, random: new SeededRandom(++this.#lives) },
        bus,
        config: { ...SMALL, ...config },
        directory,
        port: this.#port,
        ...(transactionVersion === undefined || this.#lives > 1 ? {} : { transactionVersion }),
      }),
    );
    this.#port = broker.port;
    this.#life = { broker, clock, network, directory };
  }

  /** Ends the broker's life in order. */
  async stop(): Promise<void> {
    const life = this.#alive();
    this.#life = undefined;
    await this.#untilDone(life.broker.stop());
  }

  /** A clean stop and a start on the same directory. */
  async restart(): Promise<void> {
    const { directory } = this.#alive();
    await this.stop();
    await this.#boot(directory);
  }

  /** The end of the process between two turns, as by kill -9, and a start on the files as they were then. */
  async crash(): Promise<void> {
    const life = this.#alive();
    const left = path.join(this.#root, `life-${this.#lives}`);
    fs.cpSync(life.directory, left, { recursive: true, filter: (file) => path.basename(file) !== '.lock' });
    life.clock.isDead = true;
    this.#life = undefined;
    for (const wire of [...this.#wires]) wire.destroy();
    this.#wires.clear();
    await this.#boot(left);
  }

  /** Writes the epoch where the coordinator reads it, and has it read. */
  async climb(transactionalId: string, epoch: number): Promise<void> {
    const { transactions, logs } = this.broker;
    const nowMs = this.clock.nowMs();
    const fresh = newTransactionalId({
      transactionalId,
      producerId: CLIMBER + 100_000 * this.#climbs++,
      timeoutMs: 60_000,
      nowMs,
    });
    const metadata = { ...fresh, producerEpoch: epoch };
    const { key, value } = encodeTransactionRecord({ transactionalId, metadata, version: 1 });
    const log = logs.get({ topic: TRANSACTION_TOPIC, partition: transactions.partitionFor(transactionalId) });
    if (log === undefined) throw new Error('there is no topic of transactions yet');
    const batch = buildBatch({ records: [{ timestamp: nowMs, key, value }] });
    await log.append(batch, { origin: 'coordinator', leaderEpoch: log.leaderEpoch });
    await this.restart();
  }

  name(base: string): string {
    return base;
  }

  listen(): never {
    throw new Error('only the broker listens');
  }

  /** Opens a connection to the broker that is alive then. Also the clients' network. */
  async #open(): Promise<Wire> {
    const life = this.#life;
    if (life === undefined) throw Object.assign(new Error('no broker'), { code: 'ECONNREFUSED' });
    const wire = await life.network.connect('127.0.0.1', this.#port);
    this.#wires.add(wire);
    return wire;
  }

  /** A connection for requests by hand. */
  connect(): Promise<TestClient>;
  connect(host: string, port: number): Promise<Wire>;
  connect(host?: string): Promise<TestClient | Wire> {
    const wire = this.#open();
    return host === undefined ? wire.then((open) => new TestClient(open)) : wire;
  }

  get #platform() {
    return { clock: this.clock, network: this, random: new SeededRandom(100 + this.#random++) };
  }

  #opened<T extends { close(timeoutMs?: number): Promise<void> }>(client: T): T {
    this.#clients.push(client);
    return client;
  }

  producer(config: Config = {}, observer: ClientObserver = {}): KafkaProducer {
    const settings = { 'bootstrap.servers': this.#bootstrap, ...config };
    return this.#opened(new KafkaProducer({ platform: this.#platform, config: settings, observer }));
  }

  /** Reads from the beginning, commits only when told to. */
  consumer(config: Config = {}, observer: ClientObserver = {}): KafkaConsumer {
    const settings = {
      'bootstrap.servers': this.#bootstrap,
      'auto.offset.reset': 'earliest',
      'enable.auto.commit': 'false',
      ...config,
    };
    return this.#opened(new KafkaConsumer({ platform: this.#platform, config: settings, observer }));
  }

  admin(): KafkaAdmin {
    const config = { 'bootstrap.servers': this.#bootstrap };
    return this.#opened(new KafkaAdmin({ platform: this.#platform, config }));
  }

  /** Lets time pass. */
  pass(ms: number): Promise<void> {
    return this.clock.advance(ms);
  }

  /** Waits for files as long as they take, while no time passes for broker and clients. */
  async #untilDone<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const note = (): void => {
      isSettled = true;
    };
    promise.then(note, note);
    while (!isSettled) {
      await this.clock.advance(0);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return promise;
  }

  /** Lets time pass until the promise is settled. */
  async settle<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const note = (): void => {
      isSettled = true;
    };
    promise.then(note, note);
    await this.clock.advance(0);
    for (let stepMs = 1, passed = 0; !isSettled && passed < PATIENCE_MS; passed += stepMs) {
      await this.clock.advance(stepMs);
      stepMs = Math.min(stepMs + 1, STEP_MAX_MS);
    }
    if (!isSettled) throw new Error(`nothing came of it in ${PATIENCE_MS} ms`);
    return promise;
  }

  /** Sends a record and waits for its offset. */
  async send(producer: KafkaProducer, topic: string, value: string): Promise<number> {
    return (await this.settle(producer.send({ topic, partition: 0, value }))).offset;
  }

  /** A whole transaction on partition 0 of the topic. */
  async transaction(
    producer: KafkaProducer,
    topic: string,
    values: readonly string[],
    end: 'commit' | 'abort' = 'commit',
  ): Promise<void> {
    producer.beginTransaction();
    await this.settle(Promise.all(values.map((value) => producer.send({ topic, partition: 0, value }))));
    await this.settle(end === 'commit' ? producer.commitTransaction() : producer.abortTransaction());
    await this.pass(1);
  }

  /** A transactional producer after initTransactions. */
  async transactional(transactionalId: string, config: Config = {}): Promise<KafkaProducer> {
    const producer = this.producer({ 'transactional.id': transactionalId, ...config });
    await this.settle(producer.initTransactions());
    return producer;
  }

  /**
   * `offset value` of everything the consumer is given until `quietMs` pass without a record. A poll may come back early with
   * nothing, when only the position moved.
   */
  async deliveries(consumer: KafkaConsumer, quietMs = 2000): Promise<string[]> {
    const got: ConsumerRecord[] = [];
    for (let startMs = this.clock.monotonicMs(); ; ) {
      const records = await this.settle(consumer.poll(quietMs));
      if (records.length > 0) startMs = this.clock.monotonicMs();
      got.push(...records);
      if (this.clock.monotonicMs() - startMs >= quietMs) break;
    }
    return got.map(({ offset, value }) => `${offset} ${value}`);
  }

  /** What a new reader of partition 0 is given. */
  async readAll(topic: string, isolation: 'read_committed' | 'read_uncommitted'): Promise<string[]> {
    const consumer = this.consumer({ 'isolation.level': isolation });
    consumer.assign([{ topic, partition: 0 }]);
    return this.deliveries(consumer);
  }

  /** The batches of a partition, one line each: `0-1 e0 s0`, `2 COMMIT e0`, `3 plain`. */
  log(topic: string, partition = 0): string[] {
    const log = this.broker.logs.get({ topic, partition });
    if (log === undefined) throw new Error(`${topic}-${partition} does not exist`);
    return [...log.batchesFrom(log.logStartOffset)].map((batch) => {
      const { baseOffset, lastOffset, producerEpoch, baseSequence } = batch;
      const offsets = baseOffset === lastOffset ? `${baseOffset}` : `${baseOffset}-${lastOffset}`;
      const marker = readMarker(batch);
      if (marker !== undefined) return `${offsets} ${marker.type} e${producerEpoch}`;
      return batch.hasProducerId ? `${offsets} e${producerEpoch} s${baseSequence}` : `${offsets} plain`;
    });
  }

  /** Ends clients and broker, removes the files. A handler that failed unannounced fails the test. */
  async #end(): Promise<void> {
    const closing = this.#clients.map((client) => client.close(0).catch(() => undefined));
    await this.settle(Promise.all(closing));
    if (this.#life !== undefined) await this.stop();
    fs.rmSync(this.#root, { recursive: true, force: true });
    const failed = this.events.find(({ type }) => type === 'broker.handlerFailed');
    if (failed !== undefined) throw new Error(`a handler failed: ${JSON.stringify(failed.data)}`);
  }
}
