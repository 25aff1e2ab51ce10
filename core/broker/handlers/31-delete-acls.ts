/** DeleteAcls (31), v1 to v3: SECURITY_DISABLED for each, as a Kafka without an authorizer answers. */
import { errorCode } from '#core/protocol/errors.ts';
import { DeleteAcls } from '#core/protocol/messages/31-delete-acls.ts';
import type { RequestOf } from '#core/protocol/schema/api.ts';
import { isReadableFilter, NO_AUTHORIZER } from '../access-rules.ts';
import type { Answer } from '../handler.ts';
import { serve } from '../handler.ts';

export const deleteAcls = serve(DeleteAcls, handle);

function handle({ filters }: RequestOf<typeof DeleteAcls>): Answer<typeof DeleteAcls> {
  if (!filters.every(isReadableFilter)) return 'close';
  const errorMessage = 'No Authorizer is configured.';
  return {
    filterResults: filters.map(() => ({
      errorCode: errorCode(NO_AUTHORIZER),
      errorMessage,
      matchingAcls: [],
    })),
  };
}
