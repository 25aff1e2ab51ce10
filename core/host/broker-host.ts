/**
 * Brokers as processes of their own, on temporary directories: the built command line with the verb `broker`. As with producers,
 * none survives the lab: `close` and our own exit kill them, and the watchdog does when we were killed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrokerHome, BrokerLauncher, LaunchedBroker } from '#core/lab/brokers/broker-launcher.ts';
import type { TransactionVersion } from '#core/lab-api/views.ts';
import { type ChildProgram, childProgram } from './entries.ts';
import { splitLines } from './line-splitter.ts';
import type { Watchdog } from './watchdog.ts';

const READY = /^ready 127\.0\.0\.1:(\d+)$/;
const READY_WAIT_MS = 30_000;

interface StartOptions {
  readonly port: number;
  readonly transactionVersion: TransactionVersion;
}

export class BrokerHost implements BrokerLauncher {
  readonly #watchdog: Watchdog;
  readonly #program: ChildProgram;
  readonly #homes = new Set<TemporaryHome>();

  constructor(watchdog: Watchdog, program: ChildProgram = childProgram('cli')) {
    this.#watchdog = watchdog;
    this.#program = program;
  }

  home(): BrokerHome {
    const home = new TemporaryHome(this.#watchdog, this.#program, () => this.#homes.delete(home));
    this.#homes.add(home);
    return home;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#homes].map((home) => home.remove()));
  }

  /** For our own exit, when nothing can be waited for. */
  killAll(): void {
    for (const home of this.#homes) home.killNow();
  }
}

class TemporaryHome implements BrokerHome {
  readonly directory = mkdtempSync(join(tmpdir(), 'fencepost-broker-'));
  readonly #watchdog: Watchdog;
  readonly #program: ChildProgram;
  readonly #onRemove: () => void;
  #running: BrokerProcess | undefined;

  constructor(watchdog: Watchdog, program: ChildProgram, onRemove: () => void) {
    this.#watchdog = watchdog;
    this.#program = program;
    this.#onRemove = onRemove;
  }

  async start(options: StartOptions): Promise<LaunchedBroker> {
    await this.#watchdog.ready;
    const child = this.#spawn(options);
    const running = new BrokerProcess(child);
    this.#running = running;
    const { osPid } = running;
    this.#watchdog.watch(osPid);
    void running.ended.then(() => this.#watchdog.forget(osPid));
    const port = await readyPort(child, running);
    return { osPid, port, kill: () => running.kill() };
  }

  async remove(): Promise<void> {
    await this.#running?.kill();
    this.killNow();
  }

  killNow(): void {
    void this.#running?.kill();
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 5 });
    this.#onRemove();
  }

  #spawn({ port, transactionVersion }: StartOptions): ChildProcess {
    const { execArgv, path } = this.#program;
    const data = ['--port', String(port), '--data', this.directory];
    const version = ['--transaction-version', String(transactionVersion)];
    return spawn(process.execPath, [...execArgv, path, 'broker', ...data, ...version], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      windowsHide: true,
    });
  }
}

class BrokerProcess {
  readonly osPid: number;
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;

  constructor(child: ChildProcess) {
    this.osPid = child.pid ?? -1;
    this.#child = child;
    this.ended = new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
  }

  kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    return this.ended;
  }
}

/** The port it listens on, as soon as it says so; its last words when it ends instead. */
function readyPort(child: ChildProcess, running: BrokerProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let lastWords = 'it said nothing';
    const timeout = setTimeout(() => {
      void running.kill();
      lastWords = `it was not ready within ${READY_WAIT_MS / 1000} s`;
    }, READY_WAIT_MS);
    splitLines(child.stderr, (line) => {
      lastWords = line;
    });
    splitLines(child.stdout, (line) => {
      const port = READY.exec(line)?.[1];
      if (port === undefined) return;
      clearTimeout(timeout);
      resolve(Number(port));
    });
    child.once('error', (error) => {
      lastWords = error.message;
    });
    void running.ended.then(() => {
      clearTimeout(timeout);
      reject(new Error(`The broker process did not start: ${lastWords}`));
    });
  });
}
