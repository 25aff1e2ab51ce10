/** Where the programs of our child processes are: beside the bundle in dist/, or beside the sources during development. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program and the arguments that Node needs to run it. */
export interface ChildProgram {
  readonly path: string;
  readonly execArgv: readonly string[];
}

/** Folder of the running code: dist/ in a bundle, core/host/ from sources. */
const here = dirname(fileURLToPath(import.meta.url));
const isBundle = !existsSync(join(here, 'entries.ts'));

/** Where each program's source is, from this folder. */
const SOURCES = {
  producer: 'producer-process.ts',
  watchdog: 'watchdog-process.ts',
  scan: 'scan-process.ts',
  cli: join('..', 'cli', 'main.ts'),
} as const;

export function childProgram(name: keyof typeof SOURCES): ChildProgram {
  if (isBundle) return { path: join(here, `${name}.cjs`), execArgv: [] };
  return { path: join(here, SOURCES[name]), execArgv: ['--import', 'tsx'] };
}

/** The built window. */
export function rendererDirectory(): string {
  return isBundle ? join(here, 'renderer') : join(here, '..', '..', 'dist', 'renderer');
}
