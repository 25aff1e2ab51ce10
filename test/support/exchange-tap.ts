/**
 * Listens between clients and a broker, and writes one line for each exchange that belongs to a transaction: API, version, what
 * matters of the request, and what was answered. A question that is asked again at once, as when the coordinator is busy still, is
 * written once with its last answer: how often it was asked is a matter of time.
 */
import { apiByKey } from '#core/protocol/api-registry.ts';
import { errorName } from '#core/protocol/errors.ts';
import { FrameSplitter } from '#core/protocol/frame.ts';
import { readHeaderTags, readRequestHeader, readResponseHeaderTags } from '#core/protocol/headers.ts';
import { ByteReader } from '#core/protocol/reader.ts';
import { batchesIn } from '#core/protocol/records/batch-scanner.ts';
import type { ApiDefinition } from '#core/protocol/schema/api.ts';
import { isFlexible, requestCodec, responseCodec } from '#core/protocol/schema/codec.ts';
import type { Message } from './scripted-broker.ts';

const FRAME_MAX = 1 << 26;

/** By API: what of the request, and what of the answer. Producer ids are left out: they are anybody's. */
const SHOWN: {
  readonly [api: string]: readonly [(request: Message) => string, (response: Message) => string];
} = {
  FindCoordinator: [
    ({ keyType, key, coordinatorKeys }) =>
      `${keyType === 1 ? 'transaction' : 'group'} ${coordinatorKeys?.[0] ?? key}`,
    ({ coordinators, errorCode }) => errorName(coordinators?.[0]?.errorCode ?? errorCode),
  ],
  InitProducerId: [
    ({ producerId, producerEpoch, transactionTimeoutMs }) =>
      `${producerId === -1 ? 'none' : 'own'} e${producerEpoch} ${transactionTimeoutMs} ms`,
    ({ errorCode, producerEpoch }) => `${errorName(errorCode)} e${producerEpoch}`,
  ],
  AddPartitionsToTxn: [
    ({ v3AndBelowProducerEpoch, v3AndBelowTopics }) =>
      `e${v3AndBelowProducerEpoch} ${v3AndBelowTopics.map(({ partitions }: Message) => partitions.join('+')).join()}`,
    ({ resultsByTopicV3AndBelow }) =>
      resultsByTopicV3AndBelow
        .flatMap(({ resultsByPartition }: Message) =>
          resultsByPartition.map(({ partitionErrorCode }: Message) => errorName(partitionErrorCode)),
        )
        .join(),
  ],
  AddOffsetsToTxn: [
    ({ producerEpoch, groupId }) => `e${producerEpoch} ${groupId}`,
    ({ errorCode }) => errorName(errorCode),
  ],
  TxnOffsetCommit: [
    ({ producerEpoch, groupId, generationId, memberId, topics }) =>
      `e${producerEpoch} ${groupId} ${generationId} '${memberId}' ` +
      topics[0].partitions.map(
        ({ partitionIndex, committedOffset, committedLeaderEpoch, committedMetadata }: Message) =>
          `${partitionIndex}@${committedOffset} ${committedLeaderEpoch} '${committedMetadata}'`,
      ),
    ({ topics }) => topics[0].partitions.map(({ errorCode }: Message) => errorName(errorCode)).join(),
  ],
  Produce: [
    ({ acks, transactionalId, topicData }) =>
      `${transactionalId} acks ${acks} ` +
      topicData.flatMap(({ partitionData }: Message) =>
        partitionData.flatMap(({ index, records }: Message) =>
          [...batchesIn(Buffer.from(records))].map(
            (batch) =>
              `${index}: e${batch.producerEpoch} s${batch.baseSequence} ×${batch.recordCount}` +
              `${batch.isTransactional ? ' transactional' : ''}`,
          ),
        ),
      ),
    ({ responses }) =>
      responses
        .flatMap(({ partitionResponses }: Message) =>
          partitionResponses.map(({ errorCode }: Message) => errorName(errorCode)),
        )
        .join(),
  ],
  EndTxn: [
    ({ committed, producerEpoch }) => `${committed ? 'commit' : 'abort'} e${producerEpoch}`,
    ({ errorCode, producerEpoch }) =>
      `${errorName(errorCode)}${producerEpoch === undefined ? '' : ` e${producerEpoch}`}`,
  ],
};

interface Open {
  readonly api: ApiDefinition;
  readonly version: number;
  readonly clientId: string;
  readonly asked: string;
  /** Its place among the lines of the client. */
  readonly at: number;
}

/** What passes on one connection. */
export interface TappedConnection {
  sent(chunk: Uint8Array): void;
  received(chunk: Uint8Array): void;
}

export class ExchangeTap {
  readonly #lines = new Map<string, string[]>();

  /** The lines of a client id, in the order of its requests. */
  linesOf(clientId: string): readonly string[] {
    const lines = this.#lines.get(clientId) ?? [];
    const question = (line: string | undefined): string | undefined => line?.split(' -> ')[0];
    return lines.filter((line, index) => question(line) !== question(lines[index + 1]));
  }
  get clientIds(): readonly string[] {
    return [...this.#lines.keys()];
  }

  /** A connection from now on. */
  connection(): TappedConnection {
    const requests = new FrameSplitter(FRAME_MAX);
    const responses = new FrameSplitter(FRAME_MAX);
    const open = new Map<number, Open>();
    return {
      sent: (chunk) => requests.push(Buffer.from(chunk), (frame) => this.#request(frame, open)),
      received: (chunk) => responses.push(Buffer.from(chunk), (frame) => this.#response(frame, open)),
    };
  }

  #request(frame: Buffer, open: Map<number, Open>): void {
    const reader = new ByteReader(frame);
    const { apiKey, apiVersion: version, correlationId, clientId } = readRequestHeader(reader);
    const api = apiByKey(apiKey) as ApiDefinition;
    const shown = SHOWN[api.name];
    if (shown === undefined) return;
    if (isFlexible(api, version)) readHeaderTags(reader);
    const name = clientId ?? '';
    const lines = this.#lines.get(name) ?? [];
    this.#lines.set(name, lines);
    const asked = `${api.name} v${version} ${shown[0](requestCodec(api, version).read(reader))}`;
    open.set(correlationId, { api, version, clientId: name, asked, at: lines.length });
    lines.push(`${asked} -> nothing`);
  }

  #response(frame: Buffer, open: Map<number, Open>): void {
    const reader = new ByteReader(frame);
    const correlationId = reader.int32();
    const request = open.get(correlationId);
    if (request === undefined) return;
    open.delete(correlationId);
    const { api, version, clientId, asked, at } = request;
    readResponseHeaderTags(reader, api, version);
    const answered = SHOWN[api.name]?.[1](responseCodec(api, version).read(reader));
    const lines = this.#lines.get(clientId);
    if (lines !== undefined) lines[at] = `${asked} -> ${answered}`;
  }
}
