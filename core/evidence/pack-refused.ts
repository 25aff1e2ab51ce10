/** A file that is not opened; the message says why, in one sentence. */
export class PackRefused extends Error {
  override readonly name = 'PackRefused';
}
