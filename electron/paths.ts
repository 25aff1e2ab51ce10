import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The bundle's folder, dist/. */
const here = dirname(fileURLToPath(import.meta.url));

/** Where the preload script lies: a single CommonJS file, as a sandboxed window needs it. */
export const PRELOAD = join(here, 'preload.cjs');

/** The data directory that was asked for, by `--data=DIR` or FENCEPOST_DATA; undefined for a temporary one. */
export function dataDirectory(): string | undefined {
  const option = process.argv.find((argument) => argument.startsWith('--data='));
  return option?.slice('--data='.length) ?? process.env['FENCEPOST_DATA'];
}
