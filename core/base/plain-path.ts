/** A path of Windows as core spells it, with `/` between its parts; others stay as they are, a backslash may be part of a name. */
export function plainPath(path: string): string {
  return /^([A-Za-z]:\\|\\\\)/.test(path) ? path.replaceAll('\\', '/') : path;
}
