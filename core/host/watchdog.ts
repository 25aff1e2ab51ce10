import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { type ChildProgram, childProgram } from './entries.ts';

const RESTART_MS = 500;
const READY_WAIT_MS = 5_000;

/** The lab's end of the watchdog process: keeps its list of producers up to date, and the watchdog alive. */
export class Watchdog {
  readonly #program: ChildProgram;
  readonly #pids = new Set<number>();
  #process: ChildProcess | undefined;
  #ready: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(program: ChildProgram = childProgram('watchdog')) {
    this.#program = program;
    this.#start();
  }

  /** Process id of the watchdog itself. */
  get osPid(): number | undefined {
    return this.#process?.pid;
  }

  /** Resolves when the watchdog stands, or was waited for long enough. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  watch(pid: number): void {
    this.#pids.add(pid);
    this.#tell(`+${pid}`);
  }

  forget(pid: number): void {
    this.#pids.delete(pid);
    this.#tell(`-${pid}`);
  }

  /** Lets it go; what is still on its list dies. */
  close(): void {
    this.#isClosed = true;
    this.#process?.stdin?.end();
  }

  #start(): void {
    // A session of its own: a signal to the lab's whole process group must not take the watchdog with it.
    const child = spawn(process.execPath, [...this.#program.execArgv, this.#program.path], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      detached: true,
      windowsHide: true,
    });
    this.#process = child;
    child.unref();
    unref(child.stdin);
    child.stdin?.on('error', () => undefined);
    this.#ready = firstBytes(child);
    child.once('error', () => this.#restart(child));
    child.once('exit', () => this.#restart(child));
    for (const pid of this.#pids) this.#tell(`+${pid}`);
  }

  #restart(ended: ChildProcess): void {
    if (this.#isClosed || this.#process !== ended) return;
    this.#process = undefined;
    setTimeout(() => {
      if (!this.#isClosed) this.#start();
    }, RESTART_MS).unref();
  }

  #tell(line: string): void {
    this.#process?.stdin?.write(`${line}\n`);
  }
}

/** Until then the lab waits, afterwards the pipe does not keep it running. */
function firstBytes(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timeout);
      unref(child.stdout);
      resolve();
    };
    const timeout = setTimeout(done, READY_WAIT_MS);
    child.stdout?.once('data', done);
    child.once('error', done);
    child.once('exit', done);
  });
}

/** The pipes of a child are sockets; their types do not say so. */
function unref(pipe: unknown): void {
  (pipe as Socket | null)?.unref();
}
