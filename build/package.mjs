/**
 * `npm run package`: builds, then makes what this platform can. Linux: a folder and a tar.gz of it. The Electron binary is the
 * installed one, or the one in ELECTRON_OVERRIDE_DIST_PATH.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { findElectron } from './lib/electron.mjs';
import { installIfNeeded, ROOT, requireNode } from './lib/install.mjs';

requireNode();
installIfNeeded();

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

run(process.execPath, ['build/build.mjs', '--if-stale']);
const electron = findElectron();
if (electron.executable === undefined) {
  console.error(
    `Cannot package: ${electron.reason}. Put an Electron folder into ELECTRON_OVERRIDE_DIST_PATH, or go online once.`,
  );
  process.exit(1);
}

const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? path.join(ROOT, 'node_modules', 'electron', 'dist');
const { stdout } = spawnSync(electron.executable, ['-p', 'process.versions.electron'], {
  env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  encoding: 'utf8',
});
const version = stdout.trim();
run(process.execPath, [
  path.join(ROOT, 'node_modules/electron-builder/cli.js'),
  '--config=build/electron-builder.mjs',
  '--publish=never',
  `-c.electronDist=${dist}`,
  `-c.electronVersion=${version}`,
]);

if (process.platform === 'linux') {
  const { version: ours } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const folder = process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`;
  const archive = `fencepost-${ours}-linux-${process.arch}.tar.gz`;
  run('tar', [
    '-czf',
    path.join('release', archive),
    '-C',
    'release',
    `--transform=s,^${folder},fencepost-${ours},`,
    folder,
  ]);
  console.log(`release/${folder}\nrelease/${archive}`);
}
