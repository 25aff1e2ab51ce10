/** Making folders. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder, and those above it that are missing; one that is there is left alone. Level by level, because `mkdir` of Node with
 * `recursive` tries for ever where a folder is there and nothing can be made in it, as in /proc.
 * @throws the system's error for the first folder that cannot be made.
 */
export function makeDirectory(path: string): void {
  const missing = [resolve(path)];
  for (let next = missing.at(-1); next !== undefined; next = missing.at(-1)) {
    try {
      mkdirSync(next);
    } catch (error) {
      const parent = dirname(next);
      const isParentMissing = (error as NodeJS.ErrnoException).code === 'ENOENT' && !isDirectory(parent);
      if (isParentMissing && parent !== next) {
        missing.push(parent);
        continue;
      }
      if (!isDirectory(next)) throw error;
    }
    missing.pop();
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
