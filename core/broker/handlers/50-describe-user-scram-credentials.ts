/** DescribeUserScramCredentials (50), v0: there are no users, so nobody has credentials. */
import { groupBy } from '#core/base/group-by.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { DescribeUserScramCredentials } from '#core/protocol/messages/50-describe-user-scram-credentials.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import { serve } from '../handler.ts';

export const describeUserScramCredentials = serve(DescribeUserScramCredentials, handle);

function handle({
  users,
}: RequestOf<typeof DescribeUserScramCredentials>): ResponseInit<typeof DescribeUserScramCredentials> {
  const byName = groupBy(users ?? [], ({ name }) => name);
  return {
    errorCode: 0,
    errorMessage: '',
    results: [...byName].map(([user, asked]) =>
      asked.length > 1
        ? {
            user,
            errorCode: errorCode('DUPLICATE_RESOURCE'),
            errorMessage: `Cannot describe SCRAM credentials for the same user twice in a single request: ${user}`,
            credentialInfos: [],
          }
        : {
            user,
            errorCode: errorCode('RESOURCE_NOT_FOUND'),
            errorMessage: `Attempt to describe a user credential that does not exist: ${user}`,
            credentialInfos: [],
          },
    ),
  };
}
