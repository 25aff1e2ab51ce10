/**
 * ApiVersions (18): which APIs and versions a broker speaks, and which features are finalized.
 *
 * The one API that is answered at a version the broker does not know (with version 0), and whose response header never
 * carries tags.
 */
import { defineApi } from '../schema/api.ts';
import { array, bool, int16, int32, int64, string, struct } from '../schema/field.ts';

export const ApiVersions = defineApi({
  key: 18,
  name: 'ApiVersions',
  versions: [0, 4],
  flexibleSince: 3,
  request: struct({
    clientSoftwareName: string({ since: 3, ignorable: true }),
    clientSoftwareVersion: string({ since: 3, ignorable: true }),
  }),
  response: struct({
    errorCode: int16(),
    apiKeys: array(
      struct({
        apiKey: int16(),
        minVersion: int16(),
        maxVersion: int16(),
      }),
    ),
    throttleTimeMs: int32({ since: 1, default: 0, ignorable: true }),
    supportedFeatures: array(
      struct({
        name: string(),
        minVersion: int16(),
        maxVersion: int16(),
      }),
      { since: 3, tag: 0, ignorable: true },
    ),
    finalizedFeaturesEpoch: int64({ since: 3, default: -1, tag: 1, ignorable: true }),
    finalizedFeatures: array(
      struct({
        name: string(),
        maxVersionLevel: int16(),
        minVersionLevel: int16(),
      }),
      { since: 3, tag: 2, ignorable: true },
    ),
    zkMigrationReady: bool({ since: 3, default: false, tag: 3, ignorable: true }),
  }),
});
