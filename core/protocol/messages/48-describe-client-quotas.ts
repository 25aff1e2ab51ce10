/**
 * DescribeClientQuotas (48): client quotas.
 */
import { defineApi } from '../schema/api.ts';
import { array, bool, float64, int8, int16, int32, string, struct } from '../schema/field.ts';

export const DescribeClientQuotas = defineApi({
  key: 48,
  name: 'DescribeClientQuotas',
  versions: [0, 1],
  flexibleSince: 1,
  request: struct({
    components: array(
      struct({
        entityType: string(),
        matchType: int8(),
        match: string({ nullable: true }),
      }),
    ),
    strict: bool(),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    errorCode: int16(),
    errorMessage: string({ nullable: true }),
    entries: array(
      struct({
        entity: array(
          struct({
            entityType: string(),
            entityName: string({ nullable: true }),
          }),
        ),
        values: array(
          struct({
            key: string(),
            value: float64(),
          }),
        ),
      }),
      { nullable: true },
    ),
  }),
});
