/** Finds an Electron to run, or says in a few words why there is none. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './install.mjs';

const PACKAGE = path.join(ROOT, 'node_modules', 'electron');
const DOWNLOAD_TIMEOUT_MS = 180_000;

function executableName() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}

/** True where a window can be shown. */
export function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** The executable that is already here; undefined when there is none. Never downloads. */
export function installedElectron() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const folder = override ?? path.join(PACKAGE, 'dist');
  const executable = path.join(folder, executableName());
  return fs.existsSync(executable) ? executable : undefined;
}

/** The installed executable, or a freshly downloaded one, or a reason. */
export function findElectron() {
  const installed = installedElectron();
  if (installed !== undefined) return { executable: installed };
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH) {
    return {
      reason: `there is no Electron in ELECTRON_OVERRIDE_DIST_PATH (${process.env.ELECTRON_OVERRIDE_DIST_PATH})`,
    };
  }
  console.error('Fetching the Electron binary …');
  const { status, error } = spawnSync(process.execPath, [path.join(PACKAGE, 'install.js')], {
    stdio: 'ignore',
    timeout: DOWNLOAD_TIMEOUT_MS,
  });
  const executable = installedElectron();
  if (status === 0 && executable !== undefined) return { executable };
  return {
    reason: error?.code === 'ETIMEDOUT' ? 'its download took too long' : 'its binary could not be downloaded',
  };
}
