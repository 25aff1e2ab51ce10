/**
 * DescribeUserScramCredentials (50): SCRAM credentials.
 */
import { defineApi } from '../schema/api.ts';
import { array, int8, int16, int32, string, struct } from '../schema/field.ts';

export const DescribeUserScramCredentials = defineApi({
  key: 50,
  name: 'DescribeUserScramCredentials',
  versions: [0, 0],
  flexibleSince: 0,
  request: struct({
    users: array(
      struct({
        name: string(),
      }),
      { nullable: true },
    ),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    errorCode: int16(),
    errorMessage: string({ nullable: true }),
    results: array(
      struct({
        user: string(),
        errorCode: int16(),
        errorMessage: string({ nullable: true }),
        credentialInfos: array(
          struct({
            mechanism: int8(),
            iterations: int32(),
          }),
        ),
      }),
    ),
  }),
});
