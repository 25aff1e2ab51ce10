/** What the timeline shows of one exchange: a flat summary, taken from the decoded request and response of any API. */
import type { EventOf } from '#core/observe/events.ts';
import { FindCoordinator } from '#core/protocol/messages/10-find-coordinator.ts';
import { BATCH_HEADER_SIZE, NONE, RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { AnsweredExchange } from './interceptor.ts';

type Message = { readonly [field: string]: unknown };
/** Knows topics by id: newer versions do not send names. */
export interface TopicNames {
  nameOf(topicId: string): string | undefined;
}

const PARTITIONS_MAX = 20;
/** Messages nest topics and partitions no deeper than this. */
const DEPTH_MAX = 4;

/** The payload of `frame.exchanged`. */
export function exchangeEvent(exchange: AnsweredExchange, topics: TopicNames): EventOf<'frame.exchanged'> {
  const { api, request, response, responseFrame } = exchange;
  const partitions: string[] = [];
  visitPartitions(request, topics, ({ topic, partition }) => {
    if (partitions.length < PARTITIONS_MAX) partitions.push(`${topic}-${partition}`);
  });
  const partitionErrors: { topic: string; partition: number; errorCode: number }[] = [];
  visitPartitions(response ?? {}, topics, (found) => {
    if (found.errorCode !== 0) partitionErrors.push(found);
  });
  return {
    frame: exchange.frame,
    connection: exchange.connection,
    clientId: exchange.clientId,
    apiKey: api.key,
    api: api.name,
    version: exchange.version,
    correlationId: exchange.correlationId,
    requestSize: exchange.requestFrame.length,
    responseSize: responseFrame === null ? -1 : responseFrame.reduce((sum, chunk) => sum + chunk.length, 0),
    receivedAtMs: exchange.receivedAtMs,
    tookMs: exchange.tookMs,
    errorCode: response === null ? 0 : errorCodeOf(response),
    partitionErrors,
    transactionalId: transactionalIdOf(exchange),
    ...producerOf(exchange),
    partitions,
  };
}

/** The error code at the top, or else the first one of a list whose elements are not partitions. */
function errorCodeOf(response: Message): number {
  if (typeof response['errorCode'] === 'number') return response['errorCode'];
  for (const list of Object.values(response)) {
    if (!Array.isArray(list)) continue;
    for (const element of list) {
      const code = (element as Message | null)?.['errorCode'];
      if (typeof code === 'number' && code !== 0) return code;
    }
  }
  return 0;
}

function transactionalIdOf({ api, request }: AnsweredExchange): string | null {
  if (api.key === FindCoordinator.key) {
    if (request['keyType'] !== 1) return null;
    return textOrNull(request['key'] || (request['coordinatorKeys'] as readonly string[])[0]);
  }
  const first = (request['transactions'] as readonly Message[] | undefined)?.[0];
  return textOrNull(
    request['transactionalId'] || request['v3AndBelowTransactionalId'] || first?.['transactionalId'],
  );
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

interface Producer {
  readonly producerId: number;
  readonly producerEpoch: number;
}

/** The producer that the request speaks for, or that the response names. */
function producerOf({ request, response }: AnsweredExchange): Producer {
  const candidates = [
    request,
    ...((request['transactions'] ?? request['markers'] ?? []) as readonly Message[]).slice(0, 1),
    ...(response === null ? [] : [response]),
  ];
  for (const candidate of candidates) {
    const producerId = candidate['producerId'] ?? candidate['v3AndBelowProducerId'];
    const producerEpoch = candidate['producerEpoch'] ?? candidate['v3AndBelowProducerEpoch'];
    if (typeof producerId === 'number' && typeof producerEpoch === 'number' && producerId > NONE) {
      return { producerId, producerEpoch };
    }
  }
  return producerOfRecords(request) ?? { producerId: NONE, producerEpoch: NONE };
}

function producerOfRecords(request: Message): Producer | undefined {
  const topics = (request['topicData'] ?? []) as readonly {
    readonly partitionData: readonly { readonly records: Buffer | null }[];
  }[];
  const records = topics[0]?.partitionData[0]?.records;
  if (!records || records.length < BATCH_HEADER_SIZE) return undefined;
  const { producerId, producerEpoch } = new RecordBatch(records);
  return { producerId, producerEpoch };
}

interface FoundPartition {
  readonly topic: string;
  readonly partition: number;
  readonly errorCode: number;
}

/** Finds topics, and the partitions listed under them, wherever they stand in a message. */
function visitPartitions(
  message: Message,
  topics: TopicNames,
  visit: (found: FoundPartition) => void,
  depth = 0,
): void {
  if (depth > DEPTH_MAX) return;
  const topic = topicOf(message, topics);
  for (const list of Object.values(message)) {
    if (!Array.isArray(list)) continue;
    for (const element of list as readonly (Message | number | string | null)[]) {
      if (typeof element === 'number') {
        if (topic !== undefined) visit({ topic, partition: element, errorCode: 0 });
      } else if (typeof element === 'object' && element !== null) {
        const partition = element['partitionIndex'] ?? element['index'] ?? element['partition'];
        const errorCode = element['errorCode'] ?? element['partitionErrorCode'] ?? 0;
        if (topic !== undefined && typeof partition === 'number' && typeof errorCode === 'number') {
          visit({ topic, partition, errorCode });
        } else {
          visitPartitions(element, topics, visit, depth + 1);
        }
      }
    }
  }
}

function topicOf(message: Message, topics: TopicNames): string | undefined {
  const name = message['name'] || message['topic'];
  if (typeof name === 'string') return name;
  const id = message['topicId'];
  return typeof id === 'string' ? topics.nameOf(id) : undefined;
}
