/** CreateAcls (30), v1 to v3: SECURITY_DISABLED for each, as a Kafka without an authorizer answers. */
import { errorCode } from '#core/protocol/errors.ts';
import { CreateAcls } from '#core/protocol/messages/30-create-acls.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import { NO_AUTHORIZER } from '../access-rules.ts';
import { serve } from '../handler.ts';

export const createAcls = serve(CreateAcls, handle);

function handle({ creations }: RequestOf<typeof CreateAcls>): ResponseInit<typeof CreateAcls> {
  const refusal = { errorCode: errorCode(NO_AUTHORIZER), errorMessage: 'No Authorizer is configured.' };
  return { results: creations.map(() => refusal) };
}
