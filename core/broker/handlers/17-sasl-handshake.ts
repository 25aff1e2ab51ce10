/** SaslHandshake (17), v0 and v1: this listener is plaintext, so the answer is ILLEGAL_SASL_STATE, as Kafka's. */
import { errorCode } from '#core/protocol/errors.ts';
import { SaslHandshake } from '#core/protocol/messages/17-sasl-handshake.ts';
import type { ResponseInit } from '#core/protocol/schema/api.ts';
import { serve } from '../handler.ts';

export const saslHandshake = serve(SaslHandshake, handle);

function handle(): ResponseInit<typeof SaslHandshake> {
  return { errorCode: errorCode('ILLEGAL_SASL_STATE'), mechanisms: [] };
}
