import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('../../node_modules/electron', import.meta.url));

/** The Electron that is here, in ELECTRON_OVERRIDE_DIST_PATH or installed; undefined when there is none. Never downloads. */
export function electronExecutable(): string | undefined {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? path.join(PACKAGE, 'dist');
  const names = ['electron', 'electron.exe', 'Electron.app/Contents/MacOS/Electron'];
  return names.map((name) => path.join(folder, name)).find((candidate) => fs.existsSync(candidate));
}

/** Why the desktop window cannot be tested here; undefined when it can. */
export function reasonToSkip(): string | undefined {
  if (electronExecutable() === undefined)
    return 'no Electron binary: set ELECTRON_OVERRIDE_DIST_PATH, or install one';
  const hasDisplay =
    process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
  return hasDisplay ? undefined : 'no display: run under xvfb-run';
}
