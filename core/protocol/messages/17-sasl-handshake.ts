/**
 * SaslHandshake (17): the choice of a SASL mechanism. Refused: the lab's listener has no authentication.
 */
import { defineApi } from '../schema/api.ts';
import { array, int16, string, struct } from '../schema/field.ts';

export const SaslHandshake = defineApi({
  key: 17,
  name: 'SaslHandshake',
  versions: [0, 1],
  request: struct({
    mechanism: string(),
  }),
  response: struct({
    errorCode: int16(),
    mechanisms: array(string()),
  }),
});
