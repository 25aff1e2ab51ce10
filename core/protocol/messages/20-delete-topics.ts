/**
 * DeleteTopics (20): topics to delete, by name; since v6 also by id.
 */
import { defineApi } from '../schema/api.ts';
import { array, int16, int32, string, struct, uuid } from '../schema/field.ts';

export const DeleteTopics = defineApi({
  key: 20,
  name: 'DeleteTopics',
  versions: [1, 6],
  flexibleSince: 4,
  request: struct({
    topics: array(
      struct({
        name: string({ nullable: true, default: null }),
        topicId: uuid(),
      }),
      { since: 6 },
    ),
    topicNames: array(string(), { until: 5, ignorable: true }),
    timeoutMs: int32(),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0, ignorable: true }),
    responses: array(
      struct({
        name: string({ nullable: 6 }),
        topicId: uuid({ since: 6, ignorable: true }),
        errorCode: int16(),
        errorMessage: string({ since: 5, nullable: true, default: null, ignorable: true }),
      }),
    ),
  }),
});
