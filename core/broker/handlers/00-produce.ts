/**
 * Produce (0), v3 to v13; ApiVersions names v0, because older librdkafka gives up compression otherwise.
 *
 * Validates the frame of the batches, lets the transaction coordinator confirm transactional ones (v11 and below) or adds their
 * partitions to the transaction (v12 and above, KIP-890), appends each batch, answers per partition. All values of acks are
 * answered after the local append: one node is all the replicas there are. acks=0 gets no answer, and a closed connection when
 * anything was refused.
 *
 * Left out: quotas (throttle time is 0); leader hints, since the leader never moves.
 */
import { present } from '#core/base/assert.ts';
import type { AppendResult } from '#core/log/log-types.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { Produce } from '#core/protocol/messages/00-produce.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { Answer, RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import { hasWholeHeader, isTransactional, soleBatch } from '../produce-validation.ts';
import { refusedAppend } from '../replica-manager.ts';
import type { Services } from '../services.ts';
import { isInternalTopic } from '../topic-names.ts';
import type { VerdictOf, VerificationSupport } from '../transaction-verification.ts';
import { produceError } from '../transaction-verification.ts';

type ProduceRequest = RequestOf<typeof Produce>;

/** Java's admin client may write to internal topics. */
const ADMIN_CLIENT_ID = '__admin_client';
const USES_TOPIC_IDS_SINCE = 13;
const ACKS = [-1, 0, 1];

/** One partition of the request, on its way through. */
interface Entry {
  readonly topic: string;
  readonly partition: number;
  readonly batch: RecordBatch;
}

/** What became of one partition: decided, or still to be appended. */
type Slot = AppendResult | Entry;

export const produce = serve(Produce, handle, { advertisedMin: 0 });

function handle(
  request: ProduceRequest,
  context: RequestContext,
): Answer<typeof Produce> | Promise<Answer<typeof Produce>> {
  const whole = wholeRefusal(request);
  const slots: Slot[][] = [];
  for (const topic of request.topicData) {
    const row: Slot[] = [];
    for (const { index, records } of topic.partitionData) {
      if (whole !== undefined) row.push(refusedAppend(whole.error, whole.message));
      else {
        const slot = check(context, { ...topicOf(topic, context), partition: index, records });
        if (slot === 'never') return 'never';
        row.push(slot);
      }
    }
    slots.push(row);
  }
  const results = append(request, context, slots);
  if (results instanceof Promise) return results.then((settled) => answer(request, settled));
  return answer(request, results);
}

/** What refuses the request as a whole. */
function wholeRefusal(
  request: ProduceRequest,
): { readonly error: ErrorName; readonly message?: string } | undefined {
  for (const { partitionData } of request.topicData) {
    for (const { records } of partitionData) {
      if (records === null) continue;
      const found = isTransactional(records);
      if (found === false) continue;
      if (found !== true) return found;
      return request.transactionalId === null
        ? { error: 'TRANSACTIONAL_ID_AUTHORIZATION_FAILED' }
        : undefined;
    }
  }
  return undefined;
}

function topicOf(
  topic: { readonly name: string; readonly topicId: string },
  { version, services }: RequestContext,
): { readonly topic: string | undefined; readonly isById: boolean } {
  if (version < USES_TOPIC_IDS_SINCE) return { topic: topic.name, isById: false };
  return { topic: services.topics.nameOf(topic.topicId), isById: true };
}

/** Checks of one partition, in Kafka's order, before its log is asked. */
function check(
  { version, clientId, services }: RequestContext,
  asked: {
    readonly topic: string | undefined;
    readonly isById: boolean;
    readonly partition: number;
    readonly records: Buffer | null;
  },
): Slot | 'never' {
  const { topic, partition, records } = asked;
  if (topic === undefined) return refusedAppend('UNKNOWN_TOPIC_ID');
  if (services.topics.log({ topic, partition }) === undefined) {
    return refusedAppend('UNKNOWN_TOPIC_OR_PARTITION');
  }
  if (records === null) return 'never';
  const batch = soleBatch(records, version);
  if ('error' in batch) return refusedAppend(batch.error);
  if (isInternalTopic(topic) && clientId !== ADMIN_CLIENT_ID) {
    return refusedAppend('INVALID_TOPIC_EXCEPTION');
  }
  return { topic, partition, batch };
}

function append(
  request: ProduceRequest,
  context: RequestContext,
  slots: readonly (readonly Slot[])[],
): AppendResult[][] | Promise<AppendResult[][]> {
  const { replicas } = context.services;
  if (!ACKS.includes(request.acks)) {
    return slots.map((row) =>
      row.map((slot) => ('batch' in slot ? refusedAppend('INVALID_REQUIRED_ACKS') : slot)),
    );
  }
  const transactional = slots
    .flat()
    .filter((slot): slot is Entry => 'batch' in slot && isInTransaction(slot));
  if (transactional.length > 0 && request.transactionalId !== null) {
    return appendVerified(request.transactionalId, context, { slots, transactional });
  }
  return settled(
    slots.map((row) =>
      row.map((slot) => {
        if (!('batch' in slot)) return slot;
        return replicas.append(slot, slot.batch.whole, { origin: 'client' });
      }),
    ),
  );
}

function isInTransaction({ batch }: Entry): boolean {
  return hasWholeHeader(batch) && batch.hasProducerId && batch.isTransactional;
}

/** Transactional batches: the coordinator first, then the log, which checks that nothing came in between. */
function appendVerified(
  transactionalId: string,
  { version, services }: RequestContext,
  options: { readonly slots: readonly (readonly Slot[])[]; readonly transactional: readonly Entry[] },
): AppendResult[][] | Promise<AppendResult[][]> {
  const { slots, transactional } = options;
  const { producerId, producerEpoch } = present(transactional[0], 'a transactional batch').batch;
  const isOneProducer = transactional.every(
    ({ batch }) => batch.producerId === producerId && batch.producerEpoch === producerEpoch,
  );
  if (!isOneProducer) {
    const message = 'Transactional records contained more than one producer ID';
    return slots.map((row) => row.map(() => refusedAppend('INVALID_PRODUCER_ID_MAPPING', message)));
  }
  const supports = version >= 12 ? 'implicitAdd' : version >= 11 ? 'abortableError' : 'nothing';
  const verified = services.verification.verify({
    transactionalId,
    producerId,
    producerEpoch,
    supports,
    retries: true,
    partitions: transactional.map(({ topic, partition, batch }) => ({
      topic,
      partition,
      baseSequence: batch.baseSequence,
    })),
  });
  const appendAll = (verdictOf: VerdictOf) =>
    settled(slots.map((row) => row.map((slot) => appendOne(services, slot, { verdictOf, supports }))));
  return verified instanceof Promise ? verified.then(appendAll) : appendAll(verified);
}

function appendOne(
  { replicas }: Services,
  slot: Slot,
  verified: { readonly verdictOf: VerdictOf; readonly supports: VerificationSupport },
): AppendResult | Promise<AppendResult> {
  if (!('batch' in slot)) return slot;
  const verdict = verified.verdictOf(slot);
  const { error, message } = produceError(verdict.error, verified.supports);
  if (error !== 'NONE') return refusedAppend(error, message);
  return replicas.append(slot, slot.batch.whole, { origin: 'client', verificationGuard: verdict.guard });
}

/** Waits for those appends that did not happen at once; without any, nothing is waited for. */
function settled(
  results: (AppendResult | Promise<AppendResult>)[][],
): AppendResult[][] | Promise<AppendResult[][]> {
  const isPending = results.some((row) => row.some((result) => result instanceof Promise));
  if (!isPending) return results as AppendResult[][];
  return Promise.all(results.map((row) => Promise.all(row)));
}

function answer(
  request: ProduceRequest,
  results: readonly (readonly AppendResult[])[],
): Answer<typeof Produce> {
  if (request.acks === 0) {
    return results.some((row) => row.some(({ error }) => error !== 'NONE')) ? 'close' : 'noResponse';
  }
  return {
    responses: request.topicData.map(({ name, topicId, partitionData }, t) => ({
      name,
      topicId,
      partitionResponses: partitionData.map(({ index }, p) => ({
        index,
        ...partitionResponse(results[t]?.[p] ?? refusedAppend('UNKNOWN_SERVER_ERROR')),
      })),
    })),
  };
}

type PartitionResponse = Omit<
  ResponseInit<typeof Produce>['responses'][number]['partitionResponses'][number],
  'index'
>;

function partitionResponse(result: AppendResult): PartitionResponse {
  const { error, message, recordErrors, baseOffset, logAppendTimeMs, logStartOffset } = result;
  return {
    errorCode: errorCode(error),
    baseOffset,
    logAppendTimeMs,
    logStartOffset,
    recordErrors: (recordErrors ?? []).map((record) => ({
      batchIndex: record.batchIndex,
      batchIndexErrorMessage: record.message,
    })),
    errorMessage: message ?? null,
  };
}
