/** SaslAuthenticate (36), v0 to v2: this listener is plaintext, so the answer is ILLEGAL_SASL_STATE, as Kafka's. */
import { errorCode } from '#core/protocol/errors.ts';
import { SaslAuthenticate } from '#core/protocol/messages/36-sasl-authenticate.ts';
import type { ResponseInit } from '#core/protocol/schema/api.ts';
import { serve } from '../handler.ts';

export const saslAuthenticate = serve(SaslAuthenticate, handle);

function handle(): ResponseInit<typeof SaslAuthenticate> {
  return {
    errorCode: errorCode('ILLEGAL_SASL_STATE'),
    errorMessage: 'SaslAuthenticate request received after successful authentication',
    authBytes: Buffer.alloc(0),
  };
}
