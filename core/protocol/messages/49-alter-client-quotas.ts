/**
 * AlterClientQuotas (49): changes client quotas.
 */
import { defineApi } from '../schema/api.ts';
import { array, bool, float64, int16, int32, string, struct } from '../schema/field.ts';

export const AlterClientQuotas = defineApi({
  key: 49,
  name: 'AlterClientQuotas',
  versions: [0, 1],
  flexibleSince: 1,
  request: struct({
    entries: array(
      struct({
        entity: array(
          struct({
            entityType: string(),
            entityName: string({ nullable: true }),
          }),
        ),
        ops: array(
          struct({
            key: string(),
            value: float64(),
            remove: bool(),
          }),
        ),
      }),
    ),
    validateOnly: bool(),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    entries: array(
      struct({
        errorCode: int16(),
        errorMessage: string({ nullable: true }),
        entity: array(
          struct({
            entityType: string(),
            entityName: string({ nullable: true }),
          }),
        ),
      }),
    ),
  }),
});
