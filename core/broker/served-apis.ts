import type { ServedApi } from './handler.ts';
import { SERVED_APIS } from './handlers/index.ts';
import type { ApiVersionRange } from './services.ts';
import type { VersionProfile } from './version-profile.ts';

/** The APIs that the release of a profile had, each up to the newest version it had. */
export function servedApis({ newest }: VersionProfile): readonly ServedApi[] {
  if (newest === undefined) return SERVED_APIS;
  return SERVED_APIS.flatMap((served) => {
    const [min, max] = served.versions;
    const cap = newest[served.api.key];
    return cap === undefined || cap < min
      ? []
      : [{ ...served, versions: [min, Math.min(max, cap)] as const }];
  });
}

/** What ApiVersions says of them. */
export function advertisedRanges(apis: readonly ServedApi[]): ApiVersionRange[] {
  return apis
    .filter(({ isAdvertised }) => isAdvertised)
    .map(({ api, advertisedMin, versions }) => ({
      apiKey: api.key,
      minVersion: advertisedMin,
      maxVersion: versions[1],
    }));
}
