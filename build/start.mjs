/**
 * `npm start`: installs and builds what is missing, then opens the window. Without a display or an Electron binary the same
 * window is served to any browser, and one line says why.
 */
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { findElectron, hasDisplay } from './lib/electron.mjs';
import { installIfNeeded, ROOT, requireNode } from './lib/install.mjs';
import { whenNpmEnds } from './lib/parent.mjs';

requireNode();
installIfNeeded();
const built = spawnSync(process.execPath, [path.join(ROOT, 'build', 'build.mjs'), '--if-stale'], {
  stdio: 'inherit',
});
if (built.status !== 0) process.exit(built.status ?? 1);

const electron = hasDisplay() ? findElectron() : { reason: 'there is no display' };
if (electron.reason !== undefined) {
  console.log(
    `No desktop window: ${electron.reason}. The same window is served to a browser; open the address below.`,
  );
}
const [command, args] =
  electron.executable === undefined
    ? [
        process.execPath,
        [
          path.join(ROOT, 'dist', 'cli.cjs'),
          'lab',
          ...(hasDisplay() ? [] : ['--no-open']),
          ...process.argv.slice(2),
        ],
      ]
    : [electron.executable, [...sandboxArguments(), ROOT, ...process.argv.slice(2)]];
// npm starts us in the folder of the package; paths count from where it was called.
const child = spawn(command, args, { stdio: 'inherit', cwd: process.env.INIT_CWD ?? process.cwd() });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
whenNpmEnds(() => child.kill());
child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 0) : 1));

/** Chromium refuses to run its sandbox as root. */
function sandboxArguments() {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}
