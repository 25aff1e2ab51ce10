/**
 * What clients of older releases speak, asked of the releases themselves: the newest version of each API that a producer or consumer
 * uses. A release in between speaks at least what the one before it in this table does. (source: ApiKeys.latestVersion)
 */
import type { ReleaseNumber } from '../client-release.ts';
import type { NewestVersions } from './api-versions.ts';

const V2_3: NewestVersions = {
  0: 7,
  1: 11,
  2: 5,
  3: 8,
  8: 7,
  9: 5,
  10: 2,
  11: 5,
  12: 3,
  13: 2,
  14: 3,
  18: 2,
  22: 1,
  23: 3,
  24: 1,
  25: 1,
  26: 1,
  28: 2,
};
const V2_4: NewestVersions = {
  ...V2_3,
  0: 8,
  3: 9,
  8: 8,
  9: 6,
  10: 3,
  11: 6,
  12: 4,
  13: 4,
  14: 4,
  18: 3,
  22: 2,
};
const V2_8: NewestVersions = {
  ...V2_4,
  0: 9,
  1: 12,
  2: 6,
  3: 11,
  9: 7,
  11: 7,
  14: 5,
  22: 4,
  23: 4,
  24: 3,
  25: 3,
  26: 3,
  28: 3,
};
const V3_2: NewestVersions = { ...V2_8, 1: 13, 2: 7, 3: 12, 9: 8, 10: 4, 11: 9, 13: 5 };
const V3_9: NewestVersions = {
  ...V3_2,
  0: 11,
  1: 17,
  2: 9,
  8: 9,
  9: 9,
  10: 6,
  18: 4,
  22: 5,
  24: 5,
  25: 4,
  26: 4,
  28: 4,
  68: 0,
};

/** From the newest; releases since 4.0 are not held back. */
const BY_RELEASE: readonly (readonly [since: ReleaseNumber, newest: NewestVersions])[] = [
  [400, {}],
  [309, V3_9],
  [302, V3_2],
  [208, V2_8],
  [204, V2_4],
  [0, V2_3],
];

/** The newest versions that a client of the release speaks; nothing stands in it for today's. */
export function newestVersionsOf(release: ReleaseNumber): NewestVersions {
  return BY_RELEASE.find(([since]) => release >= since)?.[1] ?? {};
}
