/**
 * Real producer processes. `fork` rather than Electron's utilityProcess: the same code runs in tests, on the command line and in
 * the window, with stdout, exit signals, and SIGSTOP.
 *
 * No process survives the lab: each exits when its channel to us closes; `close` and our own exit kill what is left; and for a
 * frozen one whose lab was killed there is the watchdog.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { Writable } from 'node:stream';
import type {
  LaunchedProcess,
  ProcessExit,
  ProcessLauncher,
  ProcessListener,
} from '#core/lab/producers/launcher.ts';
import type { Json } from '#core/observe/events.ts';
import { BrokerHost } from './broker-host.ts';
import { type ChildProgram, childProgram } from './entries.ts';
import { splitLines } from './line-splitter.ts';
import { processState, waitForProcessState } from './process-state.ts';
import { Watchdog } from './watchdog.ts';

/** Place of the freeze pipe in a child's stdio; the child reads file descriptor 3. */
const FREEZE_FD = 3;
const CLOSE_WAIT_MS = 2_000;

export interface ProcessHostOptions {
  readonly program?: ChildProgram;
  readonly freezesBy?: 'signal' | 'pipe';
}

export class ProcessHost implements ProcessLauncher {
  readonly freezesBy: 'signal' | 'pipe';
  readonly #program: ChildProgram;
  readonly #running = new Set<ForkedProcess>();
  readonly #watchdog = new Watchdog();
  /** Brokers beside the lab's own. */
  readonly brokers = new BrokerHost(this.#watchdog);
  #isClosed = false;

  constructor(options: ProcessHostOptions = {}) {
    this.#program = options.program ?? childProgram('producer');
    this.freezesBy = options.freezesBy ?? (process.platform === 'win32' ? 'pipe' : 'signal');
    process.on('exit', this.#killAll);
  }

  async launch(listener: ProcessListener): Promise<LaunchedProcess> {
    // No process without a watchdog that stands.
    await this.#watchdog.ready;
    if (this.#isClosed) throw closingError();
    const child = fork(this.#program.path, [], {
      execArgv: [...this.#program.execArgv],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'ipc'],
    });
    await spawned(child);
    const forked = new ForkedProcess(child, this.freezesBy);
    this.#running.add(forked);
    this.#watchdog.watch(forked.osPid);
    listen(child, listener, () => {
      this.#running.delete(forked);
      this.#watchdog.forget(forked.osPid);
    });
    return forked;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const ends = [...this.#running].map((forked) => forked.ended);
    for (const forked of this.#running) forked.kill();
    await Promise.race([Promise.all([...ends, this.brokers.close()]), waitAtMost(CLOSE_WAIT_MS)]);
    this.#watchdog.close();
    process.off('exit', this.#killAll);
  }

  readonly #killAll = (): void => {
    for (const forked of this.#running) forked.kill();
    this.brokers.killAll();
  };
}

class ForkedProcess implements LaunchedProcess {
  readonly osPid: number;
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  readonly #freezesBy: 'signal' | 'pipe';

  constructor(child: ChildProcess, freezesBy: 'signal' | 'pipe') {
    this.osPid = child.pid ?? -1;
    this.#child = child;
    this.#freezesBy = freezesBy;
    this.ended = new Promise((resolve) => {
      child.once('exit', () => resolve());
    });
  }

  send(message: Json): void {
    // The callback takes the error of a channel that closes meanwhile; the exit is reported by itself.
    if (this.#child.connected) this.#child.send(message as never, () => undefined);
  }

  async freeze(): Promise<string | null> {
    if (this.#freezesBy === 'pipe') {
      this.send({ kind: 'freeze' });
      return null;
    }
    this.#signal('SIGSTOP');
    await waitForProcessState(this.osPid, (state) => state === 'T');
    return processState(this.osPid);
  }

  async thaw(): Promise<void> {
    if (this.#freezesBy === 'pipe') {
      (this.#child.stdio[FREEZE_FD] as Writable).write('t');
      return;
    }
    this.#signal('SIGCONT');
    await waitForProcessState(this.osPid, (state) => state !== 'T');
  }

  kill(): void {
    this.#signal('SIGKILL');
  }

  /** Not `child.kill`: that one marks the child as killed even when it was only stopped. */
  #signal(signal: NodeJS.Signals): void {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    try {
      process.kill(this.osPid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

function closingError(): Error {
  return Object.assign(new Error('The lab is closing.'), { code: 'ECANCELED' });
}

function spawned(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => {
      child.off('error', reject);
      resolve();
    });
  });
}

function listen(child: ChildProcess, listener: ProcessListener, onEnd: () => void): void {
  child.on('message', (message) => listener.onMessage(message as unknown as Json));
  // A kill that fails because the process just ended is no news.
  child.on('error', () => undefined);
  // A thaw after the end must not end the lab.
  child.stdio[FREEZE_FD]?.on('error', () => undefined);
  splitLines(child.stdout, (line) => listener.onLine(line, 'stdout'));
  splitLines(child.stderr, (line) => listener.onLine(line, 'stderr'));
  let exit: ProcessExit = { code: null, signal: null };
  child.once('exit', (code, signal) => {
    exit = { code, signal };
    onEnd();
    // The freeze pipe is ours to close, or `close` would never come.
    child.stdio[FREEZE_FD]?.destroy();
  });
  child.once('close', () => listener.onExit(exit));
}

function waitAtMost(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
