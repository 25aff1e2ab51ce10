/**
 * Releases of the Java client that this client can behave like.
 *
 * A generation (`2.x`) stands for its last release. Only what a person can see differs: defaults, partitioners, the order of checks,
 * pauses, and the newest version spoken of each API. (source: kafka-clients 2.3.1, 2.4.1, 2.8.2, 3.2.3, 3.3.2, 3.9.1, 4.3.1)
 */
import type { ClientProfile } from '#core/config/client-profile.ts';
import { RELEASE_OF } from '#core/config/client-profile.ts';

/** A release, comparable: 2.8 is 208. */
export type ReleaseNumber = number;

const OLDEST: ReleaseNumber = 200;
/** The release whose behaviour is the default. */
export const LATEST_RELEASE: ReleaseNumber = 403;

/**
 * Reads `2.8`, `2.8.2` or a generation (`2.x`). Undefined is the newest.
 * @throws {RangeError} for anything else, and for a release older than 2.0 or newer than 4.3.
 */
export function clientRelease(version: string | undefined): ReleaseNumber {
  if (version === undefined) return LATEST_RELEASE;
  const match = /^(\d)\.(\d{1,2})(?:\.\d+)?$/.exec(RELEASE_OF[version as ClientProfile] ?? version);
  const release = match === null ? 0 : Number(match[1]) * 100 + Number(match[2]);
  if (release >= OLDEST && release <= LATEST_RELEASE) return release;
  throw new RangeError(
    `There is no client version ${version}: give 2.x, 3.x, 4.x, or a release from 2.0 to 4.3.`,
  );
}

/** The generation whose settings the release has. */
export function profileOf(release: ReleaseNumber): ClientProfile {
  if (release < 300) return '2.x';
  return release < 400 ? '3.x' : '4.x';
}
