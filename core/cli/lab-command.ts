/** `fencepost lab`: the whole lab, with its window in a browser. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { printable } from '#core/base/printable.ts';
import { rendererDirectory } from '#core/host/entries.ts';
import { type LoopbackHost, openLoopbackHost } from '#core/host/loopback-host.ts';
import { serveWindow } from '#core/host/serve-window.ts';
import { startFailure } from '#core/host/start-failure.ts';
import { type RecoveringLog, type RunningLab, startLab } from '#core/host/start-lab.ts';
import type { Lab } from '#core/lab/lab.ts';
import { LabError } from '#core/lab-api/lab-error.ts';
import { parsePort } from './parse-port.ts';
import { ProgressLine } from './progress-line.ts';
import { recoveringLine } from './start-report.ts';

export interface LabArguments {
  readonly port?: string | undefined;
  readonly uiPort: string;
  readonly data?: string | undefined;
  readonly open: boolean;
  readonly json: boolean;
  /** What is opened in the lab, read only. */
  readonly paths: readonly string[];
}

const PACK = /\.fence$/i;

/** Runs a lab until a signal ends it; answers the exit status. */
export async function runLab(args: LabArguments): Promise<number> {
  const port = args.port === undefined ? undefined : parsePort(args.port);
  const uiPort = parsePort(args.uiPort);
  if (Number.isNaN(port) || uiPort === undefined || Number.isNaN(uiPort)) {
    return complain('a port is a number from 0 (any free one) to 65535', 2);
  }
  const directory = rendererDirectory();
  if (!existsSync(join(directory, 'index.html'))) {
    return complain(`the window is not built (${directory} has no index.html); run npm run build`, 1);
  }
  let running: RunningLab;
  const progress = new ProgressLine(process.stderr);
  try {
    const onRecovering = (recovering: RecoveringLog): void => progress.show(recoveringLine(recovering));
    running = await startLab({ port, data: args.data, onRecovering }).finally(() => progress.clear());
  } catch (error) {
    return complain(startFailure(error, args), 1);
  }
  let host: LoopbackHost;
  try {
    await openPaths(running.lab, args.paths);
  } catch (error) {
    await running.stop();
    return complain(notOpened(error), 1);
  }
  try {
    host = await openLoopbackHost({
      port: uiPort,
      directory,
      onWindow: (transport) => serveWindow(running, transport),
    });
  } catch (error) {
    await running.stop();
    return complain(startFailure(error, { port: args.uiPort }), 1);
  }
  const { bootstrap, directory: data } = running.lab;
  process.stdout.write(
    args.json
      ? `${JSON.stringify({ open: host.address, bootstrap, data })}\n`
      : `open ${host.address}\nbroker ${bootstrap}, data ${data}\n`,
  );
  if (args.open) openBrowser(host.address);
  const status = await ended();
  await host.close();
  await running.stop();
  return status;
}

/**
 * Opens packs, files and directories one after the other: windows begin with the first, and find all. Relative paths count from where the command was
 * given. Rejects with LabError, which says what cannot be opened and why.
 */
async function openPaths(lab: Lab, paths: readonly string[]): Promise<void> {
  for (const path of paths.map((given) => resolve(given))) {
    const given = await openPath(lab, path);
    lab.given ??= given;
  }
}

async function openPath({ opened, evidence }: Lab, path: string): Promise<Lab['given']> {
  if (!PACK.test(path)) return { kind: 'opened', id: (await opened.open(path)).id };
  const view = await evidence?.open({ job: path, path, upload: null });
  return view === undefined ? null : { kind: 'pack', id: view.pack };
}

function notOpened(error: unknown): string {
  if (!(error instanceof LabError)) throw error;
  const { message, hint } = error.failure;
  return printable(hint === null ? message : `${message} ${hint}`);
}

/**
 * Resolves with the exit status when a signal, or a mistake of ours, ends the lab. Signals stay caught: Ctrl-C sends two, one from
 * the terminal and one through npm, and the second must not cut the end short.
 */
function ended(): Promise<number> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(0));
    process.once('uncaughtException', (error) => {
      const [first = '', place = ''] = (error.stack ?? error.message).split('\n');
      resolve(complain(`the lab has a bug and ends: ${first} ${place.trim()}`, 1));
      if (process.env['FENCEPOST_DEBUG'] !== undefined) process.stderr.write(`${error.stack}\n`);
    });
  });
}

/** Where no browser can be opened, the printed address is enough. */
function openBrowser(address: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', address]
        : ['xdg-open', address];
  spawn(command ?? '', args, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}

function complain(sentence: string, status: number): number {
  process.stderr.write(`lab: ${sentence}\n`);
  return status;
}
