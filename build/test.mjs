/**
 * `npm test`: sets up everything, runs every test this machine can run, names what it skips, and ends with
 * `N passed, N failed, N skipped`.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { installIfNeeded, ROOT, requireNode } from './lib/install.mjs';
import { runPlaywright, runVitest } from './lib/test-runners.mjs';

requireNode();
installIfNeeded();

const totals = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const skips = [];

function add({ passed = 0, failed = 0, skipped = 0, failures: failed_ = [], skips: skipped_ = [] }) {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  failures.push(...failed_);
  skips.push(...skipped_);
}

/** Runs a tool that either holds or does not; its output is shown only when it does not. */
async function check(title, command, args) {
  const started = performance.now();
  const { code, output } = await run(command, args);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${title} (${seconds} s)`);
  if (code !== 0) console.log(output);
  add(code === 0 ? { passed: 1 } : { failed: 1, failures: [title] });
  return code === 0;
}

function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

const bin = (name) =>
  path.join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);

await check('lint and format (biome)', bin('biome'), ['ci', '.', '--colors=off', '--max-diagnostics=50']);
for (const project of ['core', 'electron', 'test'])
  await check(`types of ${project}`, bin('tsc'), ['-p', project]);
await check('types of renderer', bin('svelte-check'), [
  '--tsconfig',
  'renderer/tsconfig.json',
  '--fail-on-warnings',
]);
await check('layers', bin('depcruise'), [
  '--config',
  'build/dependency-cruiser.mjs',
  'core',
  'electron',
  'renderer',
]);
await check('nothing unused (knip)', bin('knip'), []);

const isBuilt = await check('build', process.execPath, ['build/build.mjs', '--if-stale']);
add(await runVitest());
if (isBuilt) {
  add(await runPlaywright('test/e2e', 'window in a browser'));
  add(await runPlaywright('test/electron', 'window in Electron'));
}

if (skips.length > 0) console.log(`\nSkipped:\n${skips.map((line) => `  ${line}`).join('\n')}`);
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((line) => `  ${line}`).join('\n')}`);
fs.rmSync(path.join(ROOT, 'test-results', 'reports'), { recursive: true, force: true });
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(totals.failed === 0 ? 0 : 1);
