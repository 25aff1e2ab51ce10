/**
 * SaslAuthenticate (36): the exchange of a SASL mechanism. Refused: the lab's listener has no authentication.
 */
import { defineApi } from '../schema/api.ts';
import { bytes, int16, int64, string, struct } from '../schema/field.ts';

export const SaslAuthenticate = defineApi({
  key: 36,
  name: 'SaslAuthenticate',
  versions: [0, 2],
  flexibleSince: 2,
  request: struct({
    authBytes: bytes(),
  }),
  response: struct({
    errorCode: int16(),
    errorMessage: string({ nullable: true }),
    authBytes: bytes(),
    sessionLifetimeMs: int64({ since: 1, default: 0, ignorable: true }),
  }),
});
