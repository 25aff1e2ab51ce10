/**
 * UpdateFeatures (57), v0 to v2: levels of transaction.version, group.version and the other features of ApiVersions. A refusal names
 * the first feature that cannot be changed, and then none is. A change of transaction.version takes effect at once.
 *
 * Before v2 each feature is answered by name. v0 cannot downgrade, as with Kafka 4.3. Features of what is not here (share groups,
 * Streams groups) are not known; metadata.version and eligible.leader.replicas.version are numbers without an effect.
 */
import { errorCode } from '#core/protocol/errors.ts';
import { UpdateFeatures } from '#core/protocol/messages/57-update-features.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { FeatureUpdate } from '../finalized-features.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';

const RESULTS_UNTIL = 1;

export const updateFeatures = serve(UpdateFeatures, handle);

function handle(
  { featureUpdates, validateOnly }: RequestOf<typeof UpdateFeatures>,
  { version, services }: RequestContext,
): ResponseInit<typeof UpdateFeatures> {
  const updates: FeatureUpdate[] = featureUpdates.map(({ feature, maxVersionLevel, upgradeType }) => ({
    feature,
    level: maxVersionLevel,
    upgradeType,
  }));
  const problem = services.features.problemWith(updates);
  if (problem !== undefined) {
    const reason = 'The update failed for all features since the following feature had an error:';
    return {
      errorCode: errorCode('INVALID_UPDATE_VERSION'),
      errorMessage: `${reason} ${problem}`,
      results: [],
    };
  }
  if (!validateOnly) services.features.update(updates);
  return {
    errorCode: 0,
    errorMessage: null,
    results:
      version > RESULTS_UNTIL
        ? []
        : updates.map(({ feature }) => ({ feature, errorCode: 0, errorMessage: 'NONE' })),
  };
}
