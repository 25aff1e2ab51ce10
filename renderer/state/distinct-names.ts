/**
 * Each path by its last part, and by as many of the folders before it as tell it from the others. The same path twice stays the same.
 * Paths are separated by slashes.
 */
export function distinctNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const different = [...new Set(paths)];
  return new Map(different.map((path) => [path, distinctName(path, different)]));
}

function distinctName(path: string, all: readonly string[]): string {
  const parts = path.split('/');
  for (let count = 1; count < parts.length; count++) {
    const name = parts.slice(-count).join('/');
    if (name !== '' && !all.some((other) => other !== path && `/${other}`.endsWith(`/${name}`))) return name;
  }
  return path;
}
