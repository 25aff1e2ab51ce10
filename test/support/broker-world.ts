/** A real broker in a temporary directory, and clients that speak to it in requests or in bare bytes. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Clock } from '#core/base/clock.ts';
import type { Disk } from '#core/base/disk.ts';
import type { Wire } from '#core/base/network.ts';
import type { Platform } from '#core/base/platform.ts';
import { Broker } from '#core/broker/broker.ts';
import type { TransactionVersion } from '#core/broker/finalized-features.ts';
import type { ProfileName } from '#core/broker/version-profile.ts';
import type { AnyEvent } from '#core/observe/event-bus.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import type { EventOf, EventType } from '#core/observe/events.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { FrameSplitter, frameOf } from '#core/protocol/frame.ts';
import { readResponseHeaderTags, writeRequestHeader } from '#core/protocol/headers.ts';
import { Produce } from '#core/protocol/messages/00-produce.ts';
import { CreateTopics } from '#core/protocol/messages/19-create-topics.ts';
import { ByteReader } from '#core/protocol/reader.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import type { ApiDefinition, RequestInit, ResponseOf } from '#core/protocol/schema/api.ts';
import { requestCodec, responseCodec } from '#core/protocol/schema/codec.ts';
import { ByteWriter } from '#core/protocol/writer.ts';

const ANSWER_MS = 5000;
/** An answer that must come; a loaded machine takes its time. */
const PATIENCE_MS = 15_000;
const FRAME_MAX = 100_000_000;

/** What a connection does next: a frame, or its end. */
export type Arrival = Buffer | 'closed';

export class TestClient {
  readonly #wire: Wire;
  readonly #arrived: Arrival[] = [];
  readonly #waiting: ((arrival: Arrival) => void)[] = [];
  #correlationId = 0;

  constructor(wire: Wire) {
    this.#wire = wire;
    const splitter = new FrameSplitter(FRAME_MAX);
    wire.onBytes((chunk) => splitter.push(chunk, (frame) => this.#arrive(frame)));
    wire.onClose(() => this.#arrive('closed'));
  }

  #arrive(arrival: Arrival): void {
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#arrived.push(arrival);
    else waiting(arrival);
  }

  /** The next frame, or 'closed'; 'silent' when neither comes in `timeoutMs`. */
  async next(timeoutMs = ANSWER_MS): Promise<Arrival | 'silent'> {
    const arrived = this.#arrived.shift();
    if (arrived !== undefined) return arrived;
    return new Promise((resolve) => {
      const settle = (arrival: Arrival | 'silent'): void => {
        clearTimeout(timer);
        const index = this.#waiting.indexOf(settle);
        if (index >= 0) this.#waiting.splice(index, 1);
        resolve(arrival);
      };
      const timer = setTimeout(() => settle('silent'), timeoutMs);
      this.#waiting.push(settle);
    });
  }

  /** Sends a request; `receive` reads its answer. */
  send<A extends ApiDefinition>(api: A, version: number, body: RequestInit<A>, clientId = 'test'): number {
    const writer = new ByteWriter();
    const correlationId = ++this.#correlationId;
    writeRequestHeader(writer, api, { apiVersion: version, correlationId, clientId });
    requestCodec(api, version).write(writer, body as never);
    this.#wire.write(frameOf(writer.finish()));
    return correlationId;
  }

  async receive<A extends ApiDefinition>(api: A, version: number): Promise<ResponseOf<A>> {
    const frame = await this.next(PATIENCE_MS);
    if (typeof frame === 'string') throw new Error(`${api.name} v${version}: ${frame}`);
    const reader = new ByteReader(frame);
    reader.int32();
    readResponseHeaderTags(reader, api, version);
    return responseCodec(api, version).read(reader) as ResponseOf<A>;
  }

  ask<A extends ApiDefinition>(api: A, version: number, body: RequestInit<A>): Promise<ResponseOf<A>> {
    this.send(api, version, body);
    return this.receive(api, version);
  }

  /** Sends bytes as they are. */
  raw(bytes: Buffer): void {
    this.#wire.write([bytes]);
  }

  /** Sends bytes behind their own size. */
  rawFrame(hex: string): void {
    this.#wire.write(frameOf([Buffer.from(hex, 'hex')]));
  }

  pause(): void {
    this.#wire.pause();
  }

  resume(): void {
    this.#wire.resume();
  }

  close(): void {
    this.#wire.destroy();
  }
}

export interface BrokerWorldOptions {
  readonly config?: { readonly [key: string]: string };
  readonly transactionVersion?: TransactionVersion;
  readonly profile?: ProfileName;
  /** The broker's time; the machine's when absent. */
  readonly clock?: Clock;
  /** Stands between the broker and the machine's disk. */
  readonly diskOver?: (disk: Disk) => Disk;
  /** Without listeners on the bus the broker takes its short path. */
  readonly isObserved?: boolean;
}

export class BrokerWorld {
  readonly directory: string;
  readonly events: AnyEvent[] = [];
  readonly #options: BrokerWorldOptions;
  readonly #platform: Platform;
  #broker: Broker | undefined;

  static async start(options: BrokerWorldOptions = {}): Promise<BrokerWorld> {
    const world = new BrokerWorld(options);
    await world.boot();
    return world;
  }

  private constructor(options: BrokerWorldOptions) {
    this.#options = options;
    const machine = nodePlatform();
    this.#platform = {
      ...machine,
      clock: options.clock ?? machine.clock,
      disk: options.diskOver?.(machine.disk) ?? machine.disk,
    };
    this.directory = fs.mkdtempSync(path.join(os.tmpdir(), 'broker-'));
  }

  get broker(): Broker {
    if (this.#broker === undefined) throw new Error('the broker is stopped');
    return this.#broker;
  }

  /** Starts the broker on the directory as it is. */
  async boot(transactionVersion = this.#options.transactionVersion): Promise<void> {
    const bus = new EventBus(this.#platform.clock);
    if (this.#options.isObserved !== false) bus.subscribe((event) => this.events.push(event));
    this.#broker = await Broker.start({
      platform: this.#platform,
      bus,
      config: this.#options.config ?? {},
      directory: path.join(this.directory, 'data'),
      port: 0,
      ...(transactionVersion === undefined ? {} : { transactionVersion }),
      ...(this.#options.profile === undefined ? {} : { profile: this.#options.profile }),
    });
  }

  async stop(): Promise<void> {
    await this.#broker?.stop();
    this.#broker = undefined;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.boot();
  }

  async connect(): Promise<TestClient> {
    return new TestClient(await this.#platform.network.connect('127.0.0.1', this.broker.port));
  }

  /** Stops the broker and removes its directory. A handler that failed unannounced fails the test. */
  async end(): Promise<void> {
    await this.stop();
    fs.rmSync(this.directory, { recursive: true, force: true });
    const failed = this.events.find(({ type }) => type === 'broker.handlerFailed');
    if (failed !== undefined) throw new Error(`a handler failed: ${JSON.stringify(failed.data)}`);
  }

  /** The payloads of all events of a type, in order. */
  eventsOf<T extends EventType>(type: T): EventOf<T>[] {
    return this.events
      .filter((event) => event.type === type)
      .map(({ data }) => data as unknown as EventOf<T>);
  }
}

/** Creates topics that must be new. */
export async function createTopic(
  client: TestClient,
  name: string,
  options: { readonly partitions?: number; readonly configs?: { readonly [key: string]: string } } = {},
): Promise<string> {
  const { topics } = await client.ask(CreateTopics, 7, {
    topics: [
      {
        name,
        numPartitions: options.partitions ?? 1,
        replicationFactor: 1,
        assignments: [],
        configs: Object.entries(options.configs ?? {}).map(([key, value]) => ({ name: key, value })),
      },
    ],
  });
  if (topics[0]?.errorCode !== 0) throw new Error(`${name}: ${JSON.stringify(topics[0])}`);
  return topics[0].topicId;
}

/** One batch of records with these values. */
export function batchOf(values: readonly string[], producer: Partial<ProducerInit> = {}): Buffer {
  return buildBatch({
    records: values.map((value) => ({
      timestamp: Date.now(),
      key: null,
      value: Buffer.from(value),
      headers: [],
    })),
    producerState: {
      producerId: -1,
      producerEpoch: -1,
      baseSequence: -1,
      isTransactional: false,
      ...producer,
    },
  });
}

interface ProducerInit {
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly baseSequence: number;
  readonly isTransactional: boolean;
}

/** A Produce request for one partition. */
export function produceRequest(
  topic: string,
  records: Buffer | null,
  options: { readonly partition?: number; readonly acks?: number; readonly transactionalId?: string } = {},
): RequestInit<typeof Produce> {
  return {
    transactionalId: options.transactionalId ?? null,
    acks: options.acks ?? -1,
    timeoutMs: 1000,
    topicData: [{ name: topic, partitionData: [{ index: options.partition ?? 0, records }] }],
  };
}

/** Appends one batch; answers the partition's response. */
export async function produceTo(client: TestClient, topic: string, records: Buffer, partition = 0) {
  const { responses } = await client.ask(Produce, 11, produceRequest(topic, records, { partition }));
  const response = responses[0]?.partitionResponses[0];
  if (response === undefined) throw new Error('no partition was answered');
  return response;
}
