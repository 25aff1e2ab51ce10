import type { ErrorName } from '#core/protocol/errors.ts';

/**
 * What a client is told when a coordinator's write was refused by the log.
 * (source: TransactionStateManager.appendTransactionToLog; CoordinatorOperationExceptionHelper does the same for groups)
 */
export function clientErrorOfAppend(error: ErrorName): ErrorName {
  switch (error) {
    case 'UNKNOWN_TOPIC_OR_PARTITION':
    case 'NOT_ENOUGH_REPLICAS':
    case 'NOT_ENOUGH_REPLICAS_AFTER_APPEND':
    case 'REQUEST_TIMED_OUT':
      return 'COORDINATOR_NOT_AVAILABLE';
    case 'NOT_LEADER_OR_FOLLOWER':
    case 'KAFKA_STORAGE_ERROR':
      return 'NOT_COORDINATOR';
    case 'MESSAGE_TOO_LARGE':
    case 'RECORD_LIST_TOO_LARGE':
      return 'UNKNOWN_SERVER_ERROR';
    default:
      return error;
  }
}
