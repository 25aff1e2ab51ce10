/**
 * A producer without a producer's rules: it writes batches with whatever sequence it is told, as no Kafka client would. What the
 * broker makes of them is its own doing then.
 */
import { present } from '#core/base/assert.ts';
import type { Platform } from '#core/base/platform.ts';
import type { Node } from '#core/client/network/cluster.ts';
import { NetworkClient } from '#core/client/network/network-client.ts';
import { errorName } from '#core/protocol/errors.ts';
import { Produce } from '#core/protocol/messages/00-produce.ts';
import { InitProducerId } from '#core/protocol/messages/22-init-producer-id.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';

const TIMEOUT_MS = 10_000;
/** The last version that names topics. */
const PRODUCE_VERSION_MAX = 12;

/** What the broker answered to one batch. */
export interface RawAnswer {
  /** `NONE`, or Kafka's name of the code. */
  readonly error: string;
  /** −1 with an error. */
  readonly baseOffset: number;
}

export interface RawProducerOptions {
  readonly platform: Platform;
  /** `host:port` of the broker. */
  readonly bootstrap: string;
  readonly clientId: string;
}

export class RawProducer {
  readonly clientId: string;
  readonly #clock: Platform['clock'];
  readonly #client: NetworkClient;
  readonly #node: Node;
  #producerId = -1;
  #producerEpoch = -1;

  constructor({ platform, bootstrap, clientId }: RawProducerOptions) {
    const [host = '', port] = bootstrap.split(':');
    this.clientId = clientId;
    this.#clock = platform.clock;
    this.#node = { id: -1, host, port: Number(port) };
    this.#client = new NetworkClient(platform, {
      clientId,
      requestTimeoutMs: TIMEOUT_MS,
      reconnectBackoffMs: 50,
      reconnectBackoffMaxMs: 1000,
      connectionSetupTimeoutMs: TIMEOUT_MS,
      connectionsMaxIdleMs: -1,
      inFlightMax: 1,
      versionLimits: {},
      observer: {},
    });
  }

  get producerId(): number {
    return this.#producerId;
  }

  /** Takes a new producer id. */
  async init(): Promise<void> {
    const { body } = await this.#client.request(this.#node, {
      api: InitProducerId,
      body: { transactionalId: null, transactionTimeoutMs: TIMEOUT_MS },
    });
    this.#producerId = body.producerId;
    this.#producerEpoch = body.producerEpoch;
  }

  /** Asks partition 0 to write one batch, a record a key, whose first record has this sequence. */
  async produce(topic: string, baseSequence: number, keys: readonly string[]): Promise<RawAnswer> {
    const timestamp = this.#clock.nowMs();
    const records = buildBatch({
      records: keys.map((key) => ({ timestamp, key: Buffer.from(key), value: Buffer.from(key) })),
      producerState: {
        producerId: this.#producerId,
        producerEpoch: this.#producerEpoch,
        baseSequence,
        isTransactional: false,
      },
    });
    const { body } = await this.#client.request(this.#node, {
      api: Produce,
      versions: { max: PRODUCE_VERSION_MAX },
      body: {
        transactionalId: null,
        acks: -1,
        timeoutMs: TIMEOUT_MS,
        topicData: [{ name: topic, partitionData: [{ index: 0, records }] }],
      },
    });
    const answer = present(body.responses[0]?.partitionResponses[0], 'an answer for partition 0');
    return { error: errorName(answer.errorCode), baseOffset: answer.baseOffset };
  }

  close(): void {
    this.#client.close();
  }
}

/** `NONE 0` or `OUT_OF_ORDER_SEQUENCE_NUMBER -1`. */
export function answerText({ error, baseOffset }: RawAnswer): string {
  return `${error} ${baseOffset}`;
}
