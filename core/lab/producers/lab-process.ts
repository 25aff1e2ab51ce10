/**
 * One producer process as the lab knows it: its state, its output, what it believes, and the commands it still has to answer.
 *
 *   starting → running ⇄ frozen      any → fenced (a fatal error; the process lives on)      any → dead
 */
import { type Clock, sleep } from '#core/base/clock.ts';
import type { OutputLine, ProcessState, ProcessView, ProducerSettings } from '#core/lab-api/views.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import type { Json } from '#core/observe/events.ts';
import { publishNotice } from './batch-notices.ts';
import type { LaunchedProcess, ProcessExit, ProcessLauncher, ProcessListener } from './launcher.ts';
import { toneOf } from './output-tone.ts';
import { type Answer, PendingCommands } from './pending-commands.ts';
import { goneError } from './process-errors.ts';
import type { Acknowledged, ProducerCommand, ProducerReport, ReportMessage } from './producer-messages.ts';
import { sensibleCommands } from './sensible-commands.ts';

/** Lines of output that are kept; older ones go. */
const LINES_MAX = 300;
/** Lines that a card is given: views are read many times a second. */
const SHOWN_LINES_MAX = 80;
/** A machine under load may need a while to run a process; nobody waits longer for it to say that it froze or awoke. */
const SAY_WAIT_MS = 1_000;

/** What one process believes about itself. */
export interface Belief {
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly state: string;
}

export interface LabProcessOptions {
  readonly id: string;
  readonly clientId: string;
  readonly settings: ProducerSettings;
  readonly clock: Clock;
  readonly bus: EventBus;
  /** The exchange that a line of output speaks of; null when none is known. */
  readonly frameOf: (clientId: string, line: string) => number | null;
}

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Command = Without<ProducerCommand, 'id'>;

export class LabProcess implements ProcessListener {
  readonly id: string;
  readonly clientId: string;
  readonly startedAtMs: number;
  readonly #clock: Clock;
  readonly #bus: EventBus;
  readonly #frameOf: LabProcessOptions['frameOf'];
  readonly #commands: PendingCommands;
  readonly #output: OutputLine[] = [];
  #settings: ProducerSettings;
  #launched: LaunchedProcess | undefined;
  #freezesBy: 'signal' | 'pipe' = 'signal';
  readonly #reports: ReportMessage[] = [];
  #linesArrived = 0;
  #state: ProcessState = 'starting';
  /** What a thaw goes back to. */
  #stateBeforeFreeze: ProcessState = 'running';
  #sinceMs: number;
  #belief: Belief | undefined;
  #exit: ProcessExit | null = null;
  #endedAtMs: number | null = null;
  readonly #ended: Promise<void>;
  #resolveEnded: () => void = () => undefined;
  #onAwake: () => void = () => undefined;
  #onFrozen: () => void = () => undefined;

  constructor(options: LabProcessOptions) {
    this.id = options.id;
    this.#commands = new PendingCommands(options.id);
    this.clientId = options.clientId;
    this.#settings = options.settings;
    this.#clock = options.clock;
    this.#bus = options.bus;
    this.#frameOf = options.frameOf;
    this.#ended = new Promise((resolve) => {
      this.#resolveEnded = resolve;
    });
    this.startedAtMs = this.#clock.nowMs();
    this.#sinceMs = this.startedAtMs;
  }

  get settings(): ProducerSettings {
    return this.#settings;
  }
  /** Transactions a second in auto mode, as the process was told. */
  set rate(transactionsPerSecond: number) {
    this.#settings = { ...this.#settings, transactionsPerSecond };
  }
  get state(): ProcessState {
    return this.#state;
  }
  get belief(): Belief | undefined {
    return this.#belief;
  }
  get osPid(): number | null {
    return this.#launched?.osPid ?? null;
  }
  get output(): readonly OutputLine[] {
    return this.#output;
  }

  /** Starts the process; the promise inside resolves when its producer is ready. Rejects when it cannot be started. */
  async launch(launcher: ProcessLauncher, bootstrap: string): Promise<{ readonly ready: Promise<unknown> }> {
    this.#freezesBy = launcher.freezesBy;
    this.#launched = await launcher.launch(this);
    this.#bus.publish('process.started', {
      process: this.id,
      osPid: this.#launched.osPid,
      name: this.settings.name,
      transactionalId: this.settings.transactionalId,
    });
    const { clientId, settings } = this;
    const ready = this.command({ kind: 'start', bootstrap, clientId, settings }).then(() => {
      if (this.#state === 'starting') this.#enter('running');
      this.#stateBeforeFreeze = 'running';
    });
    // Whoever does not wait for it reads the failure on the card.
    ready.catch(() => undefined);
    return { ready };
  }

  /** Sends a command; resolves when the process has done it. A frozen process does it when thawed. */
  async command(command: Command): Promise<readonly Acknowledged[]> {
    return (await this.#ask(command)).acknowledged;
  }

  /** Sends a command that answers something, e.g. `load`. */
  async request(command: Command): Promise<Json> {
    return (await this.#ask(command)).result;
  }

  #ask(command: Command): Promise<Answer> {
    if (this.#launched === undefined || this.#state === 'dead') return Promise.reject(goneError(this.id));
    return this.#commands.send((id) => this.#launched?.send({ ...command, id } as Json));
  }

  /** Stops the process; answers the state letter the system shows, null where there is none. */
  async freeze(): Promise<string | null> {
    this.#stateBeforeFreeze = this.#state;
    const stopped = new Promise<void>((resolve) => {
      this.#onFrozen = resolve;
    });
    const letter = await this.#live().freeze();
    if (this.#freezesBy === 'pipe') await this.#waitFor(stopped);
    const open = this.#belief?.state === 'IN_TRANSACTION' ? 'transaction open' : 'no transaction open';
    this.#print(`${this.#freezesBy === 'signal' ? 'SIGSTOP' : 'freeze'}: stopped, ${open}`);
    if (this.#state !== 'dead') this.#enter('frozen');
    return letter;
  }

  /** Lets the process go on; resolves when it says that it is awake. */
  async thaw(): Promise<void> {
    const launched = this.#live();
    const awake = new Promise<void>((resolve) => {
      this.#onAwake = resolve;
    });
    // Before the signal: what the process does from then on must not find it frozen.
    this.#enter(this.#stateBeforeFreeze);
    await launched.thaw();
    await this.#waitFor(awake);
  }

  /** For something that the process is about to say; not for ever. */
  async #waitFor(said: Promise<void>): Promise<void> {
    await Promise.race([said, this.#ended, sleep(this.#clock, SAY_WAIT_MS)]);
  }

  /** Resolves when the process is gone. */
  kill(): Promise<void> {
    this.#live().kill();
    this.#print('SIGKILL: killed');
    return this.#ended;
  }

  onMessage(message: Json): void {
    this.#reports.push(message as ReportMessage);
    this.#takeReports();
  }

  onLine(text: string, stream: 'stdout' | 'stderr'): void {
    if (stream === 'stdout') this.#linesArrived++;
    this.#print(text, stream);
    this.#takeReports();
  }

  /** Takes the reports before which everything printed has arrived. */
  #takeReports(): void {
    for (let next = this.#reports[0]; next !== undefined; next = this.#reports[0]) {
      if (next.printedLines > this.#linesArrived) return;
      this.#reports.shift();
      this.#take(next.report);
    }
  }

  #take(report: ProducerReport): void {
    switch (report.kind) {
      case 'done':
        this.#commands.settle(report);
        return;
      case 'belief': {
        const { producerId, producerEpoch, state } = report;
        this.#belief = { producerId, producerEpoch, state };
        this.#bus.publish('process.belief', { process: this.id, producerId, producerEpoch, state });
        return;
      }
      case 'noticed':
        publishNotice(this.#bus, this.id, report.notice);
        return;
      case 'frozen':
        this.#onFrozen();
        return;
      case 'awake':
        this.#onAwake();
        return;
      case 'fatal':
        this.#enter('fenced');
        return;
    }
  }

  onExit(exit: ProcessExit): void {
    // Nothing more will arrive.
    this.#linesArrived = Infinity;
    this.#takeReports();
    this.#exit = exit;
    this.#endedAtMs = this.#clock.nowMs();
    this.#enter('dead');
    this.#commands.end();
    this.#resolveEnded();
  }

  view(brokerKnows: ProcessView['brokerKnows']): ProcessView {
    const belief = this.#belief;
    return {
      id: this.id,
      name: this.settings.name,
      osPid: this.osPid,
      state: this.#state,
      sinceMs: this.#sinceMs,
      startedAtMs: this.startedAtMs,
      endedAtMs: this.#endedAtMs,
      exit: this.#exit === null ? null : { code: this.#exit.code, signal: this.#exit.signal },
      settings: this.settings,
      believes:
        belief === undefined || belief.producerId < 0
          ? null
          : {
              producerId: belief.producerId,
              epoch: belief.producerEpoch,
              transaction: belief.state,
              lastMarker: null,
            },
      brokerKnows,
      freezesBy: this.#freezesBy,
      output: this.#output.slice(-SHOWN_LINES_MAX),
      can: this.can(),
    };
  }

  /** Commands that make sense now. */
  can(): ProcessView['can'] {
    const isTransactional = this.#settings.transactionalId !== null;
    return sensibleCommands({ state: this.#state, isTransactional, transaction: this.#belief?.state });
  }

  #live(): LaunchedProcess {
    if (this.#launched === undefined || this.#state === 'dead') throw goneError(this.id);
    return this.#launched;
  }

  #enter(state: ProcessState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#sinceMs = this.#clock.nowMs();
    this.#bus.publish('process.stateChanged', {
      process: this.id,
      state,
      exitCode: this.#exit?.code ?? null,
      signal: this.#exit?.signal ?? null,
    });
  }

  #print(text: string, stream: 'stdout' | 'stderr' = 'stdout'): void {
    const frame = this.#frameOf(this.clientId, text);
    const tone = stream === 'stderr' ? 'refused' : toneOf(text);
    this.#output.push({ atMs: this.#clock.nowMs(), text, tone, frame });
    if (this.#output.length > LINES_MAX) this.#output.shift();
    this.#bus.publish('process.output', { process: this.id, text });
  }
}
