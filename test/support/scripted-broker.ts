/**
 * A broker in memory that answers as a test tells it to: a double of the network, not of the client. Requests are decoded and
 * answers encoded by the protocol's own codecs; everything happens in microtasks, so that a simulated clock stays in charge.
 */
import type { Listener, Network, Wire } from '#core/base/network.ts';
import { apiByKey } from '#core/protocol/api-registry.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { FrameSplitter, frameOf } from '#core/protocol/frame.ts';
import { readHeaderTags, readRequestHeader, writeResponseHeader } from '#core/protocol/headers.ts';
import { ByteReader } from '#core/protocol/reader.ts';
import { batchesIn } from '#core/protocol/records/batch-scanner.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { ApiDefinition } from '#core/protocol/schema/api.ts';
import { isFlexible, requestCodec, responseCodec } from '#core/protocol/schema/codec.ts';
import { ByteWriter } from '#core/protocol/writer.ts';

/** A decoded message; tests look into it freely. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads any message without spelling its type
export type Message = any;

/** What a handler does instead of answering: never answer, or close the connection. */
export type NoAnswer = 'silence' | 'close';

export type Answer = Message | NoAnswer | Promise<Message | NoAnswer>;
export type ScriptedHandler = (request: Message, version: number) => Answer;

/** A request as it came. */
export interface SeenRequest {
  readonly api: string;
  readonly version: number;
  readonly body: Message;
}

const MAX_FRAME = 1 << 26;

/** One end of an in-memory connection. */
class MemoryWire implements Wire {
  readonly remoteAddress = '127.0.0.1:9092';
  readonly localAddress = '127.0.0.1:50000';
  peer: MemoryWire | undefined;
  #onBytes: (chunk: Buffer) => void = () => undefined;
  #onClose: (error?: Error) => void = () => undefined;
  #isClosed = false;

  onBytes(listener: (chunk: Buffer) => void): void {
    this.#onBytes = listener;
  }
  onClose(listener: (error?: Error) => void): void {
    this.#onClose = listener;
  }
  onDrain(): void {}
  write(chunks: readonly Uint8Array[]): boolean {
    const bytes = Buffer.concat(chunks);
    const { peer } = this;
    queueMicrotask(() => {
      if (peer !== undefined && !peer.#isClosed) peer.#onBytes(bytes);
    });
    return true;
  }
  pause(): void {}
  resume(): void {}
  destroy(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#onClose();
    const { peer } = this;
    queueMicrotask(() => peer?.destroy());
  }
  end(): void {
    this.destroy();
  }
}

export interface ScriptedBrokerOptions {
  /** Partition counts by topic. */
  readonly topics?: { readonly [topic: string]: number };
  readonly transactionVersion?: number;
  /** Newest version of each API that the broker speaks; its own newest when left out. */
  readonly maxVersions?: { readonly [api: string]: number };
}

export class ScriptedBroker implements Network {
  readonly requests: SeenRequest[] = [];
  /** Batches that Produce accepted, by `topic-partition`. */
  readonly logs = new Map<string, RecordBatch[]>();
  readonly #options: Required<ScriptedBrokerOptions>;
  readonly #handlers = new Map<string, ScriptedHandler>();
  readonly #once = new Map<string, ScriptedHandler[]>();
  #wires: MemoryWire[] = [];
  isDown = false;
  nextProducerId = 1000;

  constructor({ topics = {}, transactionVersion = 2, maxVersions = {} }: ScriptedBrokerOptions = {}) {
    this.#options = { topics, transactionVersion, maxVersions };
    for (const [api, handler] of Object.entries(DEFAULT_HANDLERS)) {
      this.#handlers.set(api, (request, version) => handler(this, request, version));
    }
  }

  get options(): Required<ScriptedBrokerOptions> {
    return this.#options;
  }

  /** Answers every request of the API this way from now on. */
  on(api: string, handler: ScriptedHandler): void {
    this.#handlers.set(api, handler);
  }

  /** Answers the next request of the API this way; several are used up in order. */
  next(api: string, ...handlers: ScriptedHandler[]): void {
    this.#once.set(api, [...(this.#once.get(api) ?? []), ...handlers]);
  }

  /** Answers the next Produce requests with these errors for every partition, and appends nothing. */
  refuseProduce(...errors: ErrorName[]): void {
    this.next(
      'Produce',
      ...errors.map(
        (error): ScriptedHandler =>
          (request) =>
            producedWith(request, () => ({ errorCode: errorCode(error), baseOffset: -1 })),
      ),
    );
  }

  /** What the default handler would answer. */
  answer(api: string, request: Message, version: number): Answer {
    return DEFAULT_HANDLERS[api]?.(this, request, version);
  }

  /** Names of the requests so far, without those of connecting and metadata. */
  get calls(): readonly string[] {
    return this.requests.map(({ api }) => api).filter((api) => api !== 'ApiVersions' && api !== 'Metadata');
  }
  of(api: string): readonly SeenRequest[] {
    return this.requests.filter((request) => request.api === api);
  }

  /** Ends every connection. */
  disconnectAll(): void {
    const wires = this.#wires;
    this.#wires = [];
    for (const wire of wires) wire.destroy();
  }

  listen(): Promise<Listener> {
    return Promise.reject(new Error('a scripted broker only takes connections'));
  }

  connect(): Promise<Wire> {
    if (this.isDown) return Promise.reject(new Error('ECONNREFUSED'));
    const client = new MemoryWire();
    const server = new MemoryWire();
    client.peer = server;
    server.peer = client;
    this.#wires.push(server);
    const frames = new FrameSplitter(MAX_FRAME);
    // As a broker does: the next request of a connection is looked at when the one before is answered.
    let turn: Promise<void> = Promise.resolve();
    server.onBytes((chunk) =>
      frames.push(chunk, (frame) => {
        turn = turn.then(() => this.#handle(server, frame));
      }),
    );
    return Promise.resolve(client);
  }

  async #handle(wire: MemoryWire, frame: Buffer): Promise<void> {
    const reader = new ByteReader(frame);
    const { apiKey, apiVersion, correlationId } = readRequestHeader(reader);
    const api = apiByKey(apiKey) as ApiDefinition;
    if (isFlexible(api, apiVersion)) readHeaderTags(reader);
    const body = requestCodec(api, apiVersion).read(reader);
    this.requests.push({ api: api.name, version: apiVersion, body });
    const handler = this.#once.get(api.name)?.shift() ?? this.#handlers.get(api.name);
    if (handler === undefined) throw new Error(`nothing is scripted for ${api.name}`);
    const answer = await handler(body, apiVersion);
    if (answer === 'silence') return new Promise(() => undefined);
    if (answer === 'close') {
      wire.destroy();
      return;
    }
    if (answer === undefined) return;
    const writer = new ByteWriter();
    const version = answer.atVersion ?? apiVersion;
    writeResponseHeader(writer, api, apiVersion, correlationId);
    responseCodec(api, version).write(writer, answer as never);
    wire.write(frameOf(writer.finish()));
  }
}

/** Appends what a Produce request carries, and answers with the offsets. */
function produce(broker: ScriptedBroker, request: Message): Message {
  const answer = producedWith(request, (topic, index, records) => {
    const key = `${topic}-${index}`;
    const log = broker.logs.get(key) ?? [];
    broker.logs.set(key, log);
    const baseOffset = log.at(-1)?.nextOffset ?? 0;
    for (const batch of batchesIn(Buffer.from(records))) {
      batch.baseOffset = log.at(-1)?.nextOffset ?? 0;
      log.push(batch);
    }
    return { errorCode: 0, baseOffset };
  });
  return request.acks === 0 ? undefined : answer;
}

/** A Produce answer with this for each partition. */
export function producedWith(
  request: Message,
  each: (topic: string, index: number, records: Buffer) => object,
): Message {
  return {
    responses: request.topicData.map(({ name, topicId, partitionData }: Message) => ({
      name,
      topicId,
      partitionResponses: partitionData.map(({ index, records }: Message) => ({
        index,
        ...each(name === '' ? topicOfId(topicId) : name, index, records),
      })),
    })),
  };
}

/** Topic ids of the scripted broker spell the topic. */
export function idOfTopic(topic: string): string {
  return Buffer.from(topic.padEnd(16, '_').slice(0, 16)).toString('base64url');
}
function topicOfId(topicId: string): string {
  return Buffer.from(topicId, 'base64url').toString().replace(/_+$/, '');
}

const OWN_ADDRESS = { nodeId: 1, host: '127.0.0.1', port: 9092 };

const DEFAULT_HANDLERS: {
  readonly [api: string]: (broker: ScriptedBroker, request: Message, version: number) => Answer;
} = {
  ApiVersions: ({ options }) => ({
    errorCode: 0,
    apiKeys: [0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 18, 19, 20, 22, 23, 24, 25, 26, 28, 68].map((key) => {
      const api = apiByKey(key) as ApiDefinition;
      const max = options.maxVersions[api.name] ?? api.versions[1];
      return { apiKey: key, minVersion: api.versions[0], maxVersion: max };
    }),
    finalizedFeaturesEpoch: 1,
    finalizedFeatures: [
      {
        name: 'transaction.version',
        maxVersionLevel: options.transactionVersion,
        minVersionLevel: options.transactionVersion,
      },
    ],
  }),
  Metadata: ({ options }, { topics }) => ({
    brokers: [OWN_ADDRESS],
    controllerId: 1,
    topics: (topics ?? Object.keys(options.topics).map((name) => ({ name }))).map(({ name }: Message) => ({
      errorCode: options.topics[name] === undefined ? errorCode('UNKNOWN_TOPIC_OR_PARTITION') : 0,
      name,
      topicId: idOfTopic(name),
      partitions: Array.from({ length: options.topics[name] ?? 0 }, (_, partitionIndex) => ({
        errorCode: 0,
        partitionIndex,
        leaderId: 1,
        leaderEpoch: 0,
        replicaNodes: [1],
        isrNodes: [1],
      })),
    })),
  }),
  FindCoordinator: (_broker, { key, coordinatorKeys }, version) =>
    version >= 4
      ? {
          coordinators: coordinatorKeys.map((name: string) => ({
            key: name,
            ...OWN_ADDRESS,
            errorCode: 0,
            errorMessage: '',
          })),
        }
      : { errorCode: 0, errorMessage: null, ...OWN_ADDRESS, key },
  InitProducerId: (broker, { producerId, producerEpoch }) =>
    producerId >= 0
      ? { errorCode: 0, producerId, producerEpoch: producerEpoch + 1 }
      : { errorCode: 0, producerId: broker.nextProducerId++, producerEpoch: 0 },
  AddPartitionsToTxn: (_broker, request) => ({
    resultsByTopicV3AndBelow: request.v3AndBelowTopics.map(({ name, partitions }: Message) => ({
      name,
      resultsByPartition: partitions.map((partitionIndex: number) => ({
        partitionIndex,
        partitionErrorCode: 0,
      })),
    })),
  }),
  AddOffsetsToTxn: () => ({ errorCode: 0 }),
  TxnOffsetCommit: (_broker, { topics }) => ({
    topics: topics.map(({ name, partitions }: Message) => ({
      name,
      partitions: partitions.map(({ partitionIndex }: Message) => ({ partitionIndex, errorCode: 0 })),
    })),
  }),
  EndTxn: (_broker, { producerId, producerEpoch }, version) =>
    version >= 5 ? { errorCode: 0, producerId, producerEpoch: producerEpoch + 1 } : { errorCode: 0 },
  Produce: (broker, request) => produce(broker, request),
};
