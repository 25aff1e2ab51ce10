/**
 * UpdateFeatures (57): finalizes feature levels, such as transaction.version.
 */
import { defineApi } from '../schema/api.ts';
import { array, bool, int8, int16, int32, string, struct } from '../schema/field.ts';

export const UpdateFeatures = defineApi({
  key: 57,
  name: 'UpdateFeatures',
  versions: [0, 2],
  flexibleSince: 0,
  request: struct({
    timeoutMs: int32({ default: 60000 }),
    featureUpdates: array(
      struct({
        feature: string(),
        maxVersionLevel: int16(),
        allowDowngrade: bool({ until: 0 }),
        upgradeType: int8({ since: 1, default: 1 }),
      }),
    ),
    validateOnly: bool({ since: 1, default: false }),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    errorCode: int16(),
    errorMessage: string({ nullable: true }),
    results: array(
      struct({
        feature: string(),
        errorCode: int16(),
        errorMessage: string({ nullable: true }),
      }),
      { until: 1, ignorable: true },
    ),
  }),
});
