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

export function childProgram(name: 'producer' | 'watchdog' | 'scan'): ChildProgram {
  if (isBundle) return { path: join(here, `${name}.cjs`), execArgv: [] };
  return { path: join(here, `${name}-process.ts`), execArgv: ['--import', 'tsx'] };
}

/** The built window. */
export function rendererDirectory(): string {
  return isBundle ? join(here, 'renderer') : join(here, '..', '..', 'dist', 'renderer');
}
