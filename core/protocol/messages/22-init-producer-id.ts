/**
 * InitProducerId (22): a producer id and epoch; for a transactional id, fences whoever had it before.
 *
 * v3 carries the expected id and epoch (KIP-360) · v4 knows PRODUCER_FENCED · v6 is two-phase commit (KIP-939), not stable
 */
import { defineApi } from '../schema/api.ts';
import { bool, int16, int32, int64, string, struct } from '../schema/field.ts';

export const InitProducerId = defineApi({
  key: 22,
  name: 'InitProducerId',
  versions: [0, 6],
  flexibleSince: 2,
  request: struct({
    transactionalId: string({ nullable: true }),
    transactionTimeoutMs: int32(),
    producerId: int64({ since: 3, default: -1 }),
    producerEpoch: int16({ since: 3, default: -1 }),
    enable2Pc: bool({ since: 6, default: false }),
    keepPreparedTxn: bool({ since: 6, default: false }),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0, ignorable: true }),
    errorCode: int16(),
    producerId: int64({ default: -1 }),
    producerEpoch: int16(),
    ongoingTxnProducerId: int64({ since: 6, default: -1 }),
    ongoingTxnProducerEpoch: int16({ since: 6, default: -1 }),
  }),
});
