/** Do both hold the same, in whatever order? */
export function sameSets<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return a.size === b.size && [...a].every((element) => b.has(element));
}
