/**
 * ListTransactions (66): transactional ids by state, producer id, duration and, since v2, pattern.
 */
import { defineApi } from '../schema/api.ts';
import { array, int16, int32, int64, string, struct } from '../schema/field.ts';

export const ListTransactions = defineApi({
  key: 66,
  name: 'ListTransactions',
  versions: [0, 2],
  flexibleSince: 0,
  request: struct({
    stateFilters: array(string()),
    producerIdFilters: array(int64()),
    durationFilter: int64({ since: 1, default: -1 }),
    transactionalIdPattern: string({ since: 2, nullable: true, default: null }),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    errorCode: int16(),
    unknownStateFilters: array(string()),
    transactionStates: array(
      struct({
        transactionalId: string(),
        producerId: int64(),
        transactionState: string(),
      }),
    ),
  }),
});
