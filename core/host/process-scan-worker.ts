/**
 * Scans in a process of their own, which is started with the first one and ended when it has been idle. A process rather than a
 * thread: whatever a stranger's files do to it, the lab goes on; and native addons are loaded as everywhere else.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { CensusOptions } from '#core/inspect/census/census.ts';
import { NotALogError } from '#core/inspect/read/partition-files.ts';
import { ScanCancelled } from '#core/inspect/scan/scan-control.ts';
import type { RunningScan, ScanProgress, ScanWorker } from '#core/inspect/scan/scan-worker.ts';
import type { CensusView } from '#core/lab-api/opened-views.ts';
import { childProgram } from './entries.ts';
import type { ScanOrder, ScanReport } from './scan-messages.ts';

/** What a scan may allocate besides the buffers it reads into. */
const HEAP_MB_MAX = 192;
const IDLE_MS = 20_000;

interface Waiting {
  readonly resolve: (census: CensusView) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: (progress: ScanProgress) => void;
}

export class ProcessScanWorker implements ScanWorker {
  readonly #waiting = new Map<number, Waiting>();
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #nextId = 1;
  #isClosed = false;

  census(options: CensusOptions, onProgress: (progress: ScanProgress) => void): RunningScan<CensusView> {
    const id = this.#nextId++;
    const result = new Promise<CensusView>((resolve, reject) => {
      if (this.#isClosed) {
        reject(new ScanCancelled());
        return;
      }
      this.#waiting.set(id, { resolve, reject, onProgress });
      this.#send({ kind: 'census', id, options });
    });
    return { result, cancel: () => this.#cancel(id) };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#failAll(new ScanCancelled());
    this.#end();
  }

  #cancel(id: number): void {
    if (this.#waiting.has(id)) this.#send({ kind: 'cancel', id });
  }

  #send(order: ScanOrder): void {
    clearTimeout(this.#idle);
    this.#child ??= this.#start();
    // The callback takes the error of a channel that closes meanwhile; the exit is reported by itself.
    this.#child.send(order, () => undefined);
  }

  #start(): ChildProcess {
    const { path, execArgv } = childProgram('scan');
    const child = fork(path, [], {
      execArgv: [...execArgv, `--max-old-space-size=${HEAP_MB_MAX}`],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // The lab ends without waiting for a scan; the process sees its channel close then.
    child.unref();
    child.channel?.unref();
    child.on('message', (report) => this.#receive(report as ScanReport));
    child.on('error', (error) => this.#lost(child, error));
    child.on('exit', () => this.#lost(child, new Error('The process that reads log files has ended.')));
    return child;
  }

  #receive(report: ScanReport): void {
    const waiting = this.#waiting.get(report.id);
    if (waiting === undefined) return;
    if (report.kind === 'progress') {
      waiting.onProgress(report.progress);
      return;
    }
    this.#waiting.delete(report.id);
    if (report.kind === 'done') waiting.resolve(report.census);
    else waiting.reject(errorOf(report));
    if (this.#waiting.size === 0) this.#rest();
  }

  #rest(): void {
    this.#idle = setTimeout(() => this.#end(), IDLE_MS);
    this.#idle.unref();
  }

  #lost(child: ChildProcess, error: Error): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#failAll(error);
  }

  #failAll(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  #end(): void {
    clearTimeout(this.#idle);
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
  }
}

/** The error as it was thrown over there. */
function errorOf({ name, message }: Extract<ScanReport, { kind: 'failed' }>): Error {
  if (name === 'ScanCancelled') return new ScanCancelled();
  if (name === 'NotALogError') return new NotALogError(message);
  return new Error(message);
}
