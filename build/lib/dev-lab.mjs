/** A lab from its sources, for `npm run dev`. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ROOT } from './install.mjs';

export const HOST = '127.0.0.1';

/** Resolves when the lab serves windows; one that cannot start has no token, and is tried again at the next change. */
export async function startLab(uiPort) {
  const args = [
    '--import',
    'tsx',
    'core/cli/main.ts',
    'lab',
    '--no-open',
    '--json',
    '--ui-port',
    `${uiPort}`,
  ];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    const { open, bootstrap } = JSON.parse(line);
    console.log(`lab started, broker ${bootstrap}`);
    const address = new URL(open);
    return { child, ended, address, token: address.hash.slice(1) };
  }
  console.error('The lab did not start.');
  return { child, ended, address: new URL(`http://${HOST}:${uiPort}`), token: '' };
}
