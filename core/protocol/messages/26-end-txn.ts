/**
 * EndTxn (26): a producer asks the transaction coordinator to commit or abort.
 *
 * v5 answers with the producer id and epoch of the next transaction (KIP-890), so that no epoch is used twice
 */
import { defineApi } from '../schema/api.ts';
import { bool, int16, int32, int64, string, struct } from '../schema/field.ts';

export const EndTxn = defineApi({
  key: 26,
  name: 'EndTxn',
  versions: [0, 5],
  flexibleSince: 3,
  request: struct({
    transactionalId: string(),
    producerId: int64(),
    producerEpoch: int16(),
    committed: bool(),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    errorCode: int16(),
    producerId: int64({ since: 5, default: -1, ignorable: true }),
    producerEpoch: int16({ since: 5, default: -1, ignorable: true }),
  }),
});
