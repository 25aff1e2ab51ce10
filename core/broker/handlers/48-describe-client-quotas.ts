/** DescribeClientQuotas (48), v0 and v1: the filter is checked as Kafka does; there are no quotas, so nothing ever matches. */
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { DescribeClientQuotas } from '#core/protocol/messages/48-describe-client-quotas.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import { QUOTA_ENTITIES } from '../client-quotas.ts';
import { serve } from '../handler.ts';

type Component = RequestOf<typeof DescribeClientQuotas>['components'][number];
type Refusal = readonly [error: ErrorName, message: string];

const EXACT = 0;
const DEFAULT = 1;
const SPECIFIED = 2;

export const describeClientQuotas = serve(DescribeClientQuotas, handle);

function handle({
  components,
}: RequestOf<typeof DescribeClientQuotas>): ResponseInit<typeof DescribeClientQuotas> {
  const refusal = unreadable(components) ?? misuse(components);
  if (refusal === undefined) return { errorCode: 0, errorMessage: '', entries: [] };
  const [error, errorMessage] = refusal;
  return { errorCode: errorCode(error), errorMessage, entries: null };
}

/** What Kafka cannot make a filter of. */
function unreadable(components: readonly Component[]): Refusal | undefined {
  for (const { matchType, match } of components) {
    if (matchType === EXACT && match === null) {
      return invalid('Request specified MATCH_TYPE_EXACT, but set match string to null.');
    }
    if (matchType === DEFAULT && match !== null) {
      return invalid('Request specified MATCH_TYPE_DEFAULT, but also specified a match string.');
    }
    if (matchType === SPECIFIED && match !== null) {
      return invalid('Request specified MATCH_TYPE_SPECIFIED, but also specified a match string.');
    }
    if (matchType < EXACT || matchType > SPECIFIED) return invalid(`Unknown match type ${matchType}`);
  }
  return undefined;
}

/** (source: ClientQuotasImage.describe) */
function misuse(components: readonly Component[]): Refusal | undefined {
  const types = new Set<string>();
  for (const { entityType } of components) {
    if (types.has(entityType)) {
      return invalid(`Entity type ${entityType} cannot appear more than once in the filter.`);
    }
    if (entityType === '') return invalid('Invalid empty entity type.');
    if (!QUOTA_ENTITIES.includes(entityType)) {
      return ['UNSUPPORTED_VERSION', `Unsupported entity type ${entityType}`];
    }
    types.add(entityType);
  }
  if (types.has('ip') && types.size > 1) {
    return invalid(
      'Invalid entity filter component combination. IP filter component should not be used with user or clientId ' +
        'filter component.',
    );
  }
  return undefined;
}

function invalid(message: string): Refusal {
  return ['INVALID_REQUEST', message];
}
