/**
 * TxnOffsetCommit (28), v0 to v5.
 *
 * Stores offsets inside a producer's transaction: they count when its COMMIT marker arrives. v3 brings the member, which fences
 * zombies of a group (KIP-447). The partition of __consumer_offsets is verified with the transaction coordinator (v4 knows
 * TRANSACTION_ABORTABLE) or added to the transaction on the way (v5, KIP-890).
 */
import type { ErrorName } from '#core/protocol/errors.ts';
import { TxnOffsetCommit } from '#core/protocol/messages/28-txn-offset-commit.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import type { Answer, RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import { OffsetTopics } from '../offset-topics.ts';
import { CONSUMER_OFFSETS } from '../topic-names.ts';
import type { VerdictOf } from '../transaction-verification.ts';

type TxnOffsetCommitRequest = RequestOf<typeof TxnOffsetCommit>;
type Response = ResponseInit<typeof TxnOffsetCommit>;

const IMPLICIT_ADD_SINCE = 5;
const ABORTABLE_ERROR_SINCE = 4;
const LOAD_IN_PROGRESS_SINCE = 2;
const NO_SEQUENCE = -1;

export const txnOffsetCommit = serve(TxnOffsetCommit, handle);

function handle(
  request: TxnOffsetCommitRequest,
  context: RequestContext,
): Answer<typeof TxnOffsetCommit> | Promise<Answer<typeof TxnOffsetCommit>> {
  const { version, services } = context;
  const { transactionalId, groupId, producerId, producerEpoch } = request;
  const topics = new OffsetTopics(
    request.topics.map((topic) => ({ ...topic, topicId: ZERO_UUID })),
    services.topics,
    { byId: false },
  );
  if (topics.offsets.length === 0) return { topics: topics.answer([]) };
  if (groupId === '') return refused(topics, 'INVALID_GROUP_ID');
  const partition = services.groups.partitionFor(groupId);
  const verified = services.verification.verify({
    transactionalId,
    producerId,
    producerEpoch,
    supports:
      version >= IMPLICIT_ADD_SINCE
        ? 'implicitAdd'
        : version >= ABORTABLE_ERROR_SINCE
          ? 'abortableError'
          : 'nothing',
    retries: false,
    partitions: [{ topic: CONSUMER_OFFSETS, partition, baseSequence: NO_SEQUENCE }],
  });
  const commit = (verdictOf: VerdictOf): Response =>
    commitVerified(request, context, { topics, verdict: verdictOf({ topic: CONSUMER_OFFSETS, partition }) });
  return verified instanceof Promise ? verified.then(commit) : commit(verified);
}

function commitVerified(
  request: TxnOffsetCommitRequest,
  { version, services }: RequestContext,
  options: { readonly topics: OffsetTopics; readonly verdict: ReturnType<VerdictOf> },
): Response {
  const { topics, verdict } = options;
  // An old client waits for a coordinator that is loading, but does not know a network error in this place.
  const error = verdict.error === 'NETWORK_EXCEPTION' ? 'COORDINATOR_LOAD_IN_PROGRESS' : verdict.error;
  if (error !== 'NONE') return refused(topics, forVersion(error, version));
  const results = services.groups.commitTransactionalOffsets({
    groupId: request.groupId,
    generationId: request.generationId,
    memberId: request.memberId,
    groupInstanceId: request.groupInstanceId,
    producerId: request.producerId,
    producerEpoch: request.producerEpoch,
    verificationGuard: verdict.guard,
    offsets: topics.offsets,
  });
  return { topics: topics.answer(results.map((result) => forVersion(result.error, version))) };
}

function refused(topics: OffsetTopics, error: ErrorName): Response {
  return { topics: topics.answer(topics.offsets.map(() => error)) };
}

function forVersion(error: ErrorName, version: number): ErrorName {
  const isOld = version < LOAD_IN_PROGRESS_SINCE;
  return isOld && error === 'COORDINATOR_LOAD_IN_PROGRESS' ? 'COORDINATOR_NOT_AVAILABLE' : error;
}
