/**
 * All producer processes of a lab: `A`, `B`, … in order of their start. An id is used once in a lab's life, so that events and
 * batches of a process that is gone are not taken for another's: the next `A` is `A2`. Only who removed a process, with all that
 * shows of it, can name another like it. Client ids are never used twice.
 */
import type { Clock } from '#core/base/clock.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import type { ProducerSettings } from '#core/lab-api/views.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import { LabProcess, type LabProcessOptions } from './lab-process.ts';
import type { ProcessLauncher } from './launcher.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** A process costs some 50 MB; a laptop on a stage stays usable. */
const LIVE_MAX = 24;

export interface ProcessStageOptions {
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly launcher: ProcessLauncher;
  readonly bootstrap: () => string;
  readonly frameOf: LabProcessOptions['frameOf'];
}

export class ProcessStage {
  readonly #options: ProcessStageOptions;
  readonly #processes = new Map<string, LabProcess>();
  /** Every process that was ever started, by client id: frames and batches outlive the cards. */
  readonly #idByClientId = new Map<string, string>();
  readonly #usedIds = new Set<string>();
  /** Of the used ids, those of removed processes. */
  readonly #freedIds = new Set<string>();

  constructor(options: ProcessStageOptions) {
    this.#options = options;
  }

  get freezesBy(): 'signal' | 'pipe' {
    return this.#options.launcher.freezesBy;
  }

  all(): readonly LabProcess[] {
    return [...this.#processes.values()];
  }

  /** @throws {LabError} NO_SUCH_PROCESS */
  get(id: string): LabProcess {
    const process = this.#processes.get(id);
    if (process === undefined) {
      throw labError('NO_SUCH_PROCESS', `There is no process ${id}.`, 'Choose one that is on the stage.');
    }
    return process;
  }

  /** The process that uses a client id; null for a stranger. */
  processOf(clientId: string | null): string | null {
    return clientId === null ? null : (this.#idByClientId.get(clientId) ?? null);
  }

  /**
   * Starts a process, named `letter` (of a removed process, or one that was never used) or the next free one. `ready` resolves when
   * its producer is ready to be used. `elsewhere`: of another broker than the lab's, its bootstrap.servers.
   */
  async start(
    settings: ProducerSettings,
    { letter, elsewhere }: { readonly letter?: string; readonly elsewhere?: string | undefined } = {},
  ): Promise<{ readonly process: LabProcess; readonly ready: Promise<unknown> }> {
    const live = this.all().filter((process) => process.state !== 'dead').length;
    if (live >= LIVE_MAX) {
      throw labError('TOO_MANY_PROCESSES', `${live} producers run already.`, 'Close or kill one first.');
    }
    const { clock, bus, launcher, frameOf, bootstrap } = this.#options;
    const id = this.#freeId(letter);
    const clientId = this.#freeClientId(`${settings.name}-${id}`);
    const process = new LabProcess({ id, clientId, settings, clock, bus, frameOf });
    this.#usedIds.add(id);
    this.#processes.set(id, process);
    this.#idByClientId.set(clientId, id);
    try {
      return { process, ...(await process.launch(launcher, elsewhere ?? bootstrap())) };
    } catch (error) {
      this.#processes.delete(id);
      this.#usedIds.delete(id);
      throw couldNotStart(id, error);
    }
  }

  /** Takes an ended process off the stage. */
  dismiss(id: string): void {
    if (this.get(id).state !== 'dead') {
      throw labError('PROCESS_RUNS', `Process ${id} still runs.`, 'Close or kill it first.');
    }
    this.#processes.delete(id);
  }

  /** Takes a process off the stage, killing it if it still runs; resolves when it is gone. Another may then be named like it. */
  async remove(process: LabProcess): Promise<void> {
    if (process.state !== 'dead') await process.kill();
    this.#processes.delete(process.id);
    this.#freedIds.add(process.id);
  }

  #freeId(letter: string | undefined): string {
    for (let round = 1; ; round++) {
      const suffix = round === 1 ? '' : String(round);
      for (const candidate of letter ?? LETTERS) {
        const id = candidate + suffix;
        const isFreed = letter !== undefined && this.#freedIds.delete(id);
        if (isFreed || !this.#usedIds.has(id)) return id;
      }
    }
  }

  #freeClientId(wanted: string): string {
    for (let round = 1; ; round++) {
      const candidate = round === 1 ? wanted : `${wanted}-${round}`;
      if (!this.#idByClientId.has(candidate)) return candidate;
    }
  }
}

function couldNotStart(id: string, error: unknown): Error {
  const code = (error as { readonly code?: unknown }).code;
  const why = typeof code === 'string' ? code : String(error);
  return labError(
    'PROCESS_NOT_STARTED',
    `Producer ${id} could not start (${why}).`,
    `Close some programs, then start ${id} again.`,
  );
}
