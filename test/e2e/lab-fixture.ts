import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const READY_WITHIN_MS = 20_000;

/** A running lab in browser mode. */
export interface RunningLab {
  /** The address with its token. */
  readonly url: string;
  readonly process: ChildProcess;
  readonly dataDirectory: string;
}

/** Starts `command` and resolves with the first `open http…` address it prints. */
export function addressPrintedBy(child: ChildProcess, withinMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const give = setTimeout(
      () => reject(new Error(`no address within ${withinMs} ms:\n${output}`)),
      withinMs,
    );
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /^open (http:\/\/127\.0\.0\.1:\S+)$/m.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(give);
      resolve(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`ended with ${code}:\n${output}`)));
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
}

/** `lab`: a lab of its own for each test, ended with it. */
export const test = base.extend<{ lab: RunningLab; paths: readonly string[] }>({
  /** What the lab is told to open. */
  paths: [[], { option: true }],
  lab: async ({ paths }, use) => {
    const dataDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-e2e-'));
    const child = spawn(
      process.execPath,
      [
        path.join(ROOT, 'dist/cli.cjs'),
        'lab',
        '--no-open',
        '--port',
        '0',
        '--ui-port',
        '0',
        '--data',
        dataDirectory,
        ...paths,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const url = await addressPrintedBy(child, READY_WITHIN_MS);
    await use({ url, process: child, dataDirectory });
    child.kill('SIGTERM');
    await ended(child);
    fs.rmSync(dataDirectory, { recursive: true, force: true });
  },
});
