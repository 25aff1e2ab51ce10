/**
 * FindCoordinator (10), v0 to v6.
 *
 * Every group and every transactional id is coordinated here. The coordinators' topics are made by the first question; they are
 * there when it is answered, where Kafka first answers COORDINATOR_NOT_AVAILABLE. v4 asks for several keys.
 *
 * Left out: share groups (key type 2 of v6) are INVALID_REQUEST.
 */
import type { ErrorName } from '#core/protocol/errors.ts';
import { ERRORS, errorCode } from '#core/protocol/errors.ts';
import { FindCoordinator } from '#core/protocol/messages/10-find-coordinator.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import { CONSUMER_OFFSETS, TRANSACTION_STATE } from '../topic-names.ts';

const BATCHED_SINCE = 4;
const TOPICS: readonly string[] = [CONSUMER_OFFSETS, TRANSACTION_STATE];

export const findCoordinator = serve(FindCoordinator, handle);

function handle(
  request: RequestOf<typeof FindCoordinator>,
  { version, services }: RequestContext,
): ResponseInit<typeof FindCoordinator> {
  const topic = TOPICS[request.keyType];
  const error: ErrorName = topic === undefined ? 'INVALID_REQUEST' : 'NONE';
  if (topic !== undefined) services.topicCreation.internal(topic);
  const place = error === 'NONE' ? services.node : { nodeId: -1, host: '', port: -1 };
  const code = errorCode(error);
  if (version < BATCHED_SINCE) {
    return { errorCode: code, errorMessage: error === 'NONE' ? 'NONE' : ERRORS[error].says, ...place };
  }
  return {
    coordinators: request.coordinatorKeys.map((key) => ({
      key,
      ...place,
      errorCode: code,
      errorMessage: error === 'NONE' ? '' : ERRORS[error].says,
    })),
  };
}
