/**
 * AddPartitionsToTxn (24): registers partitions with the transaction coordinator.
 *
 * v0 to v3 are a producer's, for one transaction · v4 and later a broker's, for several, also to verify only (KIP-890)
 */
import { defineApi } from '../schema/api.ts';
import { array, bool, int16, int32, int64, string, struct } from '../schema/field.ts';

const addPartitionsToTxnTopic = {
  name: string(),
  partitions: array(int32()),
} as const;

const addPartitionsToTxnPartitionResult = {
  partitionIndex: int32(),
  partitionErrorCode: int16(),
} as const;

const addPartitionsToTxnTopicResult = {
  name: string(),
  resultsByPartition: array(struct(addPartitionsToTxnPartitionResult)),
} as const;

export const AddPartitionsToTxn = defineApi({
  key: 24,
  name: 'AddPartitionsToTxn',
  versions: [0, 5],
  flexibleSince: 3,
  request: struct({
    transactions: array(
      struct({
        transactionalId: string(),
        producerId: int64(),
        producerEpoch: int16(),
        verifyOnly: bool({ default: false }),
        topics: array(struct(addPartitionsToTxnTopic)),
      }),
      { since: 4 },
    ),
    v3AndBelowTransactionalId: string({ until: 3 }),
    v3AndBelowProducerId: int64({ until: 3 }),
    v3AndBelowProducerEpoch: int16({ until: 3 }),
    v3AndBelowTopics: array(struct(addPartitionsToTxnTopic), { until: 3 }),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    errorCode: int16({ since: 4, ignorable: true }),
    resultsByTransaction: array(
      struct({
        transactionalId: string(),
        topicResults: array(struct(addPartitionsToTxnTopicResult)),
      }),
      { since: 4 },
    ),
    resultsByTopicV3AndBelow: array(struct(addPartitionsToTxnTopicResult), { until: 3 }),
  }),
});
