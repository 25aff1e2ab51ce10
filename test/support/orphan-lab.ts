/** A lab that is about to be killed: starts a running and a frozen child, prints their pids and the watchdog's. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ProcessHost } from '#core/host/process-host.ts';

const child = fileURLToPath(new URL('beating-child.mjs', import.meta.url));
const host = new ProcessHost({ program: { path: child, execArgv: [] } });
const listener = { onMessage: () => undefined, onLine: () => undefined, onExit: () => undefined };
const running = await host.launch(listener);
const frozen = await host.launch(listener);
const state = await frozen.freeze();
const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(process.pid)], { encoding: 'utf8' });
process.stdout.write(
  `${JSON.stringify({ running: running.osPid, frozen: frozen.osPid, state, children: children.trim().split(/\s+/).map(Number) })}\n`,
);
if (process.argv[2] === 'throw') throw new Error('the lab has a bug');
if (process.argv[2] === 'exit') process.exit(3);
setInterval(() => undefined, 1_000);
