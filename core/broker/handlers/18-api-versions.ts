/**
 * ApiVersions (18), v0 to v4; other versions are answered at v0 with UNSUPPORTED_VERSION (see Dispatcher).
 *
 * Names the APIs of `handlers/index.ts` and nothing else, and the finalized features by which clients choose their transaction
 * protocol. Before v4 supported features that begin at 0 are left out, because older clients cannot read them.
 */
import { errorCode } from '#core/protocol/errors.ts';
import { ApiVersions } from '#core/protocol/messages/18-api-versions.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';

const SOFTWARE_SINCE = 3;
const ZERO_MINIMUM_SINCE = 4;
const SOFTWARE = /^[a-zA-Z0-9](?:[a-zA-Z0-9\-.]*[a-zA-Z0-9])?$/;

export const apiVersions = serve(ApiVersions, handle);

function handle(
  { clientSoftwareName, clientSoftwareVersion }: RequestOf<typeof ApiVersions>,
  { version, services }: RequestContext,
): ResponseInit<typeof ApiVersions> {
  const isNamed = SOFTWARE.test(clientSoftwareName) && SOFTWARE.test(clientSoftwareVersion);
  if (version >= SOFTWARE_SINCE && !isNamed) {
    return { errorCode: errorCode('INVALID_REQUEST'), apiKeys: [] };
  }
  const features = services.features.all();
  return {
    errorCode: 0,
    apiKeys: services.apiKeys,
    supportedFeatures: features
      .filter(({ minVersion }) => minVersion > 0 || version >= ZERO_MINIMUM_SINCE)
      .map(({ name, minVersion, maxVersion }) => ({ name, minVersion, maxVersion })),
    finalizedFeaturesEpoch: services.features.epoch,
    finalizedFeatures: features
      .filter(({ level }) => level > 0)
      .map(({ name, level }) => ({ name, maxVersionLevel: level, minVersionLevel: level })),
  };
}
