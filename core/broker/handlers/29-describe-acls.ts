/**
 * DescribeAcls (29), v1 to v3: SECURITY_DISABLED, as a Kafka without an authorizer answers.
 *
 * A filter that Kafka cannot read (an unknown resource, pattern, operation or permission type) closes the connection there, and here.
 */
import { errorCode } from '#core/protocol/errors.ts';
import { DescribeAcls } from '#core/protocol/messages/29-describe-acls.ts';
import type { RequestOf } from '#core/protocol/schema/api.ts';
import { isReadableFilter, NO_AUTHORIZER } from '../access-rules.ts';
import type { Answer } from '../handler.ts';
import { serve } from '../handler.ts';

export const describeAcls = serve(DescribeAcls, handle);

function handle(filter: RequestOf<typeof DescribeAcls>): Answer<typeof DescribeAcls> {
  if (!isReadableFilter(filter)) return 'close';
  return {
    errorCode: errorCode(NO_AUTHORIZER),
    errorMessage: 'No Authorizer is configured on the broker',
    resources: [],
  };
}
