/**
 * The lab: one broker, the processes and readers around it, and what is remembered of them. Windows reach it through the calls of
 * the contract (see serve-window.ts), the command line and the tests also directly.
 */
import type { Platform } from '#core/base/platform.ts';
import { Scope } from '#core/base/scope.ts';
import { Broker } from '#core/broker/broker.ts';
import { Interceptor } from '#core/broker/interceptor.ts';
import type { TransactionDescription } from '#core/coordinator/transaction/list-transactions.ts';
import { InlineScanWorker, type ScanWorker } from '#core/inspect/scan/scan-worker.ts';
import type { MachineView } from '#core/lab-api/experiment-views.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import type { LabView, TransactionVersion } from '#core/lab-api/views.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import type { EventOf } from '#core/observe/events.ts';
import { Journal } from '#core/observe/journal.ts';
import type { BrokerLauncher } from './brokers/broker-launcher.ts';
import { type DeskMachine, EvidenceDesk } from './evidence/evidence-desk.ts';
import { Experiments } from './experiments/experiments.ts';
import { FrameStore } from './frames/frame-store.ts';
import { EpochLadders } from './history/epoch-ladders.ts';
import { ProducerHistory } from './history/producer-history.ts';
import { createTopic, fenceProducers, type LabClientOptions, writePlain } from './lab-clients.ts';
import { LabClock } from './lab-clock.ts';
import { RefusedWrites } from './logs/refused-writes.ts';
import { OpenedThings } from './opened/opened-things.ts';
import type { ProcessLauncher } from './producers/launcher.ts';
import { apiOf } from './producers/output-tone.ts';
import { ProcessStage } from './producers/process-stage.ts';
import { isOfInterest } from './readers/reader-client-id.ts';
import { ReaderPool } from './readers/reader-pool.ts';
import type { Delivery, Isolation } from './readers/topic-reader.ts';
import type { ScenarioWorld } from './scenarios/scenario-world.ts';
import { Scenarios } from './scenarios/scenarios.ts';
import type { PlacedRecord } from './story/story-world.ts';
import { ZombieStory } from './story/zombie-story.ts';
import { LaneViews } from './views/lane-views.ts';

export interface LabOptions {
  readonly platform: Platform;
  readonly launcher: ProcessLauncher;
  /** Starts brokers beside the lab's own. */
  readonly brokers: BrokerLauncher;
  /** The data directory; Kafka's layout. */
  readonly directory: string;
  /** The broker's port; 0 picks a free one. */
  readonly port: number;
  readonly transactionVersion?: TransactionVersion;
  /** Hears how far the check of logs is that were not closed in order, before there is a lab to ask. */
  readonly onRecovering?: (recovering: EventOf<'log.recovering'>) => void;
  /** What evidence packs need of the machine; without it there are none. */
  readonly desk?: DeskMachine;
  /** Where long scans run; in slices of this thread when left out. */
  readonly scans?: ScanWorker;
  /** Where the lab runs, for measurements. */
  readonly machine: MachineView;
}

export class Lab implements ScenarioWorld {
  readonly platform: Platform;
  /** The time of the broker and of everything in the lab; can be advanced. */
  readonly clock: LabClock;
  readonly directory: string;
  readonly broker: Broker;
  readonly brokers: BrokerLauncher;
  readonly bus: EventBus;
  readonly journal: Journal;
  readonly frames: FrameStore;
  readonly evidence: EvidenceDesk | undefined;
  readonly refused: RefusedWrites;
  readonly history: ProducerHistory;
  readonly ladders: EpochLadders;
  readonly stage: ProcessStage;
  readonly readers: ReaderPool;
  readonly lanes: LaneViews;
  /** What was opened from elsewhere. */
  readonly opened: OpenedThings;
  readonly story: ZombieStory;
  readonly scenarios: Scenarios;
  readonly experiments: Experiments;
  readonly startedAtMs: number;
  /** What whoever started the lab wants to see first. */
  given: LabView['given'] = null;
  readonly #launcher: ProcessLauncher;
  /** What ends with the lab: its windows, and what listens to the bus. */
  readonly scope = new Scope();
  #stopped: Promise<void> | undefined;

  /** @throws what Broker.start throws, when the port is taken or the directory cannot be used. */
  static async start(given: LabOptions): Promise<Lab> {
    const clock = new LabClock(given.platform.clock);
    const options = { ...given, platform: { ...given.platform, clock } };
    const { platform, directory, port, transactionVersion } = options;
    const bus = new EventBus(platform.clock);
    const journal = new Journal(bus, { accepts: isOfInterest });
    const interceptor = new Interceptor();
    const endHearing = bus.subscribe(({ type, data }) => {
      if (type === 'log.recovering') given.onRecovering?.(data);
    });
    const broker = await Broker.start({
      platform,
      bus,
      directory,
      port,
      interceptor,
      config: {},
      ...(transactionVersion === undefined ? {} : { transactionVersion }),
    }).finally(endHearing);
    return new Lab(options, { clock, bus, journal, broker });
  }

  private constructor(
    options: LabOptions,
    parts: {
      readonly clock: LabClock;
      readonly bus: EventBus;
      readonly journal: Journal;
      readonly broker: Broker;
    },
  ) {
    const { platform, launcher, directory } = options;
    const { clock, bus, broker } = parts;
    const { disk } = platform;
    const processOf = (clientId: string | null): string | null => this.stage.processOf(clientId);
    this.platform = platform;
    this.clock = clock;
    this.directory = directory;
    this.broker = broker;
    this.brokers = options.brokers;
    this.bus = bus;
    this.journal = parts.journal;
    this.startedAtMs = clock.nowMs();
    this.#launcher = launcher;
    this.frames = new FrameStore();
    this.evidence = options.desk === undefined ? undefined : new EvidenceDesk(this, options.desk);
    this.history = new ProducerHistory(bus, processOf, (id) => broker.transactions.transactionalIdOf(id));
    this.ladders = new EpochLadders(bus, processOf);
    this.refused = new RefusedWrites({
      topicName: (topicId) => broker.topics.nameOf(topicId),
      transaction: (transactionalId) => this.transaction(transactionalId),
      log: (topic, partition) => broker.topics.log({ topic, partition }),
      processOf,
    });
    this.stage = new ProcessStage({
      clock,
      bus,
      launcher,
      bootstrap: () => this.bootstrap,
      frameOf: (clientId, line) => this.#frameOf(clientId, line),
    });
    this.readers = new ReaderPool({ platform, bus, bootstrap: () => this.bootstrap });
    this.lanes = new LaneViews({
      clock: platform.clock,
      history: this.history,
      refused: this.refused,
      readers: this.readers,
      sizeOf: (path) => disk.stat(path)?.size,
    });
    broker.interceptor.observe((exchange) => {
      this.frames.keep(exchange);
      this.refused.observe(exchange);
    });
    const scans = options.scans ?? new InlineScanWorker(platform);
    this.opened = new OpenedThings({ disk, clock, bus, scans });
    this.story = new ZombieStory(this);
    this.scenarios = new Scenarios(this);
    this.experiments = new Experiments(this, options.machine);
    for (const listener of [this.journal, this.history, this.ladders]) this.scope.add(() => listener.close());
    this.scope.add(
      bus.subscribe((event) => {
        if (event.type !== 'topic.deleted') return;
        this.refused.forget(event.data.topic);
        this.readers.forget(event.data.topic);
      }),
    );
  }

  get isStopped(): boolean {
    return this.#stopped !== undefined;
  }

  /** Where clients connect. */
  get bootstrap(): string {
    return `127.0.0.1:${this.broker.port}`;
  }

  get freezesBy(): 'signal' | 'pipe' {
    return this.#launcher.freezesBy;
  }

  get transactionVersion(): TransactionVersion {
    return this.broker.transactionVersion;
  }

  set transactionVersion(version: TransactionVersion) {
    this.broker.transactionVersion = version;
  }

  /** Kills the processes, then stops the broker in order. Calling it again gives the same promise. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    await this.evidence?.close();
    await Promise.all([this.scenarios.cancel(), this.experiments.cancel()]);
    await this.#launcher.close();
    await this.readers.close();
    await this.opened.closeAll();
    await this.broker.stop();
    this.scope.close();
  }

  /** Topics that are not internal, by name. */
  topicNames(): readonly string[] {
    return [...this.broker.topics.all()]
      .filter((topic) => !topic.isInternal)
      .map((topic) => topic.name)
      .sort();
  }

  /** The partitions of a topic, in order. */
  logsOf(topic: string): readonly PartitionLog[] {
    const count = this.broker.topics.get(topic)?.partitionCount ?? 0;
    return Array.from({ length: count }, (_, partition) => this.log(topic, partition));
  }

  log(topic: string, partition: number): PartitionLog {
    const log = this.broker.topics.log({ topic, partition });
    if (log === undefined) {
      throw labError('NO_SUCH_PARTITION', `There is no partition ${topic}-${partition}.`, 'Choose another.');
    }
    return log;
  }

  transaction(transactionalId: string): TransactionDescription | undefined {
    return this.broker.transactions.describe(transactionalId).transaction;
  }

  createTopic(topic: string, partitions: number): Promise<void> {
    return createTopic(this.#client, topic, partitions);
  }

  renewTopic(topic: string, partitions: number): void {
    const { topics } = this.broker;
    const old = topics.get(topic);
    if (old !== undefined) topics.delete(old);
    topics.create({ name: topic, partitions, overrides: {} });
  }

  async endTransaction(transactionalId: string): Promise<void> {
    const { state, isCompleting = false } = this.transaction(transactionalId) ?? {};
    if (state === 'Ongoing' || isCompleting) await fenceProducers(this.#client, transactionalId);
  }

  writePlain(topic: string, records: readonly PlacedRecord[]): Promise<void> {
    return writePlain(this.#client, topic, records);
  }

  watch(topic: string): void {
    const logs = this.logsOf(topic);
    if (logs.length > 0) this.readers.watch(topic, logs);
  }

  delivery(topic: string, partition: number, isolation: Isolation): Delivery | undefined {
    return this.readers.delivery(topic, partition, isolation);
  }

  get #client(): LabClientOptions {
    return { platform: this.platform, bootstrap: this.bootstrap };
  }

  #frameOf(clientId: string, line: string): number | null {
    const spoken = apiOf(line);
    return spoken === undefined ? null : this.history.lastFrame(clientId, spoken.api, spoken.errorCode);
  }
}
