/** Installs what package-lock.json names, when it is not there yet. Uses Node alone, so that it runs on a fresh checkout. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LOCK = path.join(ROOT, 'package-lock.json');
const STAMP = path.join(ROOT, 'node_modules', '.fencepost-installed');
const OLDEST_NODE = [20, 19];

/** Stops with one clear line on a Node that is too old. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(
    `Fencepost needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}. Install a newer Node.`,
  );
  process.exit(1);
}

/** Runs `npm ci` unless the installed tree belongs to this lock file and this Node. */
export function installIfNeeded() {
  const wanted = createHash('sha256')
    .update(fs.readFileSync(LOCK))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
  if (fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === wanted) return;
  console.error('Installing packages (npm ci) …');
  const { status, stdout, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 << 20,
  });
  if (status !== 0) {
    console.error(`${stdout ?? ''}${stderr ?? ''}`);
    console.error(
      'The packages could not be installed. Check the connection to the npm registry, then run the command again.',
    );
    process.exit(1);
  }
  fs.writeFileSync(STAMP, wanted);
}
