import { expect, test } from 'vitest';
import { clientErrorOfAppend } from '#core/coordinator/runtime/append-errors.ts';

test.each([
  ['UNKNOWN_TOPIC_OR_PARTITION', 'COORDINATOR_NOT_AVAILABLE'],
  ['NOT_ENOUGH_REPLICAS', 'COORDINATOR_NOT_AVAILABLE'],
  ['NOT_ENOUGH_REPLICAS_AFTER_APPEND', 'COORDINATOR_NOT_AVAILABLE'],
  ['REQUEST_TIMED_OUT', 'COORDINATOR_NOT_AVAILABLE'],
  ['NOT_LEADER_OR_FOLLOWER', 'NOT_COORDINATOR'],
  ['KAFKA_STORAGE_ERROR', 'NOT_COORDINATOR'],
  ['MESSAGE_TOO_LARGE', 'UNKNOWN_SERVER_ERROR'],
  ['RECORD_LIST_TOO_LARGE', 'UNKNOWN_SERVER_ERROR'],
  ['INVALID_PRODUCER_EPOCH', 'INVALID_PRODUCER_EPOCH'],
] as const)('an append refused with %s is told to clients as %s', (error, told) => {
  expect(clientErrorOfAppend(error)).toBe(told);
});
