/**
 * CreateTopics (19): new topics. v5 answers with their configuration · v7 with their id.
 */
import { defineApi } from '../schema/api.ts';
import { array, bool, int8, int16, int32, string, struct, uuid } from '../schema/field.ts';

export const CreateTopics = defineApi({
  key: 19,
  name: 'CreateTopics',
  versions: [2, 7],
  flexibleSince: 5,
  request: struct({
    topics: array(
      struct({
        name: string(),
        numPartitions: int32(),
        replicationFactor: int16(),
        assignments: array(
          struct({
            partitionIndex: int32(),
            brokerIds: array(int32()),
          }),
        ),
        configs: array(
          struct({
            name: string(),
            value: string({ nullable: true }),
          }),
        ),
      }),
    ),
    timeoutMs: int32({ default: 60000 }),
    validateOnly: bool({ default: false }),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0, ignorable: true }),
    topics: array(
      struct({
        name: string(),
        topicId: uuid({ since: 7, ignorable: true }),
        errorCode: int16(),
        errorMessage: string({ nullable: true, ignorable: true }),
        topicConfigErrorCode: int16({ since: 5, tag: 0, ignorable: true }),
        numPartitions: int32({ since: 5, default: -1, ignorable: true }),
        replicationFactor: int16({ since: 5, default: -1, ignorable: true }),
        configs: array(
          struct({
            name: string(),
            value: string({ nullable: true }),
            readOnly: bool(),
            configSource: int8({ default: -1, ignorable: true }),
            isSensitive: bool(),
          }),
          { since: 5, nullable: true, ignorable: true },
        ),
      }),
    ),
  }),
});
