/** Generations of the Java client: defaults and rules of settings differ between them. */

/** Each stands for its last release. */
export type ClientProfile = '2.x' | '3.x' | '4.x';

/** Oldest first. */
export const CLIENT_PROFILES: readonly ClientProfile[] = ['2.x', '3.x', '4.x'];

/** The release of kafka-clients whose behaviour a generation has here. */
export const RELEASE_OF: { readonly [P in ClientProfile]: string } = {
  '2.x': '2.8.2',
  '3.x': '3.9.1',
  '4.x': '4.3.1',
};
