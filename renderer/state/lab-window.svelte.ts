/** Everything the window knows, in one object that every screen finds in its context. */
import { getContext, setContext } from 'svelte';
import type { ClaimId, FactRef, ScenarioVariant } from '#core/lab-api/scenario-views.ts';
import type { StoryView, TransactionVersion } from '#core/lab-api/views.ts';
import type { Connector } from '../transport/connect.ts';
import { Announcer } from './announcer.svelte.ts';
import type { Area } from './areas.ts';
import { Census } from './census.svelte.ts';
import { ConfigDoctor } from './config-doctor.svelte.ts';
import { EvidenceArea } from './evidence.svelte.ts';
import { ExperimentDesk } from './experiments.svelte.ts';
import { FrameSize } from './frame-size.svelte.ts';
import { Inspected } from './inspected.svelte.ts';
import { KeyTester } from './key-tester.svelte.ts';
import { type Batch, failureOf, LabSession } from './lab-session.svelte.ts';
import { isSamePartition, logSourceOf, type PartitionRef } from './log-source.ts';
import { Logs } from './logs.svelte.ts';
import { OpenedLogs } from './opened-logs.svelte.ts';
import { type OpenedKind, Opener } from './opener.svelte.ts';
import { Panels } from './panels.svelte.ts';
import { ScenarioDesk } from './scenarios.svelte.ts';
import { type Selected, Selection } from './selection.svelte.ts';
import { Settings } from './settings.svelte.ts';
import { type Moment, STORY_STEPS, Story } from './story.svelte.ts';
import { type ProcessCommand, Theatre } from './theatre.svelte.ts';
import { Ticker } from './ticker.svelte.ts';
import { Timeline } from './timeline.svelte.ts';
import { Toasts } from './toasts.svelte.ts';
import { Transactions } from './transactions.svelte.ts';
import { Xray } from './xray.svelte.ts';
import { xrayTargetOf } from './xray-question.ts';

/** A story's run begins a little before its first append, so that the append is seen. */
const RUN_LEAD_MS = 200;

export class LabWindow {
  readonly ticker = new Ticker();
  readonly settings = new Settings();
  readonly selection = new Selection();
  readonly toasts = new Toasts();
  readonly announcer = new Announcer();
  readonly panels = new Panels();
  readonly frame = new FrameSize(this.settings);
  readonly session: LabSession;
  readonly theatre: Theatre;
  readonly timeline: Timeline;
  readonly transactions: Transactions;
  readonly logs: Logs;
  readonly opened: OpenedLogs;
  readonly census: Census;
  readonly evidence: EvidenceArea;
  readonly opener: Opener;
  readonly story: Story;
  readonly scenarios: ScenarioDesk;
  readonly doctor: ConfigDoctor;
  readonly keyTester: KeyTester;
  readonly experiments: ExperimentDesk;
  readonly inspected: Inspected;
  readonly xray: Xray;
  #area: Area = $state('theatre');
  #hasBegun = false;
  /** What was selected when the X-ray was opened. */
  #beforeXray: Selected | null = null;

  constructor(connector: Connector) {
    this.session = new LabSession(connector, this.ticker);
    this.theatre = new Theatre(this.session);
    this.timeline = new Timeline(this.session);
    this.transactions = new Transactions(this.session);
    this.opened = new OpenedLogs(this.session);
    this.logs = new Logs(this.session, this.opened);
    this.census = new Census(this.session);
    this.evidence = new EvidenceArea(this.session, () => this.ticker.nowMs);
    this.xray = new Xray(this.session, this.opened, this.evidence);
    this.opener = new Opener({
      logs: this.logs,
      opened: this.opened,
      evidence: this.evidence,
      selection: this.selection,
      onOpened: (kind) => this.#showOpened(kind),
    });
    this.story = new Story(this.session, (story) => this.#takeMoment(story));
    this.scenarios = new ScenarioDesk(this.session);
    this.doctor = new ConfigDoctor(this.session);
    this.keyTester = new KeyTester(this.session);
    this.experiments = new ExperimentDesk(this.session);
    this.inspected = new Inspected(this.session, this.selection, this.theatre, this.logs);
    this.session.onReady(() => this.#reloadEverything());
    this.session.onBatch((batch) => this.#take(batch));
  }

  get area(): Area {
    return this.#area;
  }

  /** Going anywhere leaves the X-ray. */
  set area(area: Area) {
    this.#area = area;
    if (this.selection.current?.kind === 'xrayNode') this.leaveXray();
    else this.xray.close();
  }

  /** Connects and starts the clock; returns what stops the clock. */
  start(): () => void {
    this.session.start();
    return this.ticker.start();
  }

  /** Start of what is shown, from which times are counted: of the story while it is on the stage, else of the lab. */
  readonly runStartMs = $derived.by(() => {
    const labStartMs = this.session.lab?.startedAtMs ?? 0;
    const view = this.story.view;
    if (this.area === 'scenarios' && this.scenarios.shown !== null) {
      return this.scenarios.shown.startedAtMs - RUN_LEAD_MS;
    }
    if (this.area !== 'theatre' || this.theatre.mode !== 'story' || view === null) return labStartMs;
    return Math.max(labStartMs, (view.reachedAtMs[0] ?? labStartMs) - RUN_LEAD_MS);
  });

  /** Where clients find the lab's broker. */
  get bootstrap(): string {
    return this.session.lab?.bootstrap ?? 'localhost:9092';
  }

  /** Does something the person asked for; what cannot be done is said at the edge. */
  async attempt(action: () => Promise<unknown>): Promise<boolean> {
    try {
      await action();
      return true;
    } catch (error) {
      this.toasts.addFailure(failureOf(error));
      return false;
    }
  }

  /** In a story the other protocol starts it over; elsewhere the broker changes at once. */
  async setTransactionVersion(transactionVersion: TransactionVersion): Promise<void> {
    if (this.area === 'theatre' && this.theatre.mode === 'story') {
      this.selection.clear();
      await this.story.reset(transactionVersion);
      await this.attempt(() => this.session.describe());
    } else {
      await this.attempt(async () => {
        this.session.lab = await this.session.call('lab.setTransactionVersion', { transactionVersion });
      });
    }
  }

  goTo(area: Area): void {
    this.area = area;
  }

  /** The story's primary button and Space: the next step, and at the end the refusal. */
  async doStoryStep(): Promise<void> {
    const { story } = this;
    if (story.mustStartOver) {
      await this.startStoryOver();
      return;
    }
    if (story.isLookingBack || story.step < STORY_STEPS) {
      this.selection.clear();
      await story.advance();
      return;
    }
    if (story.step === STORY_STEPS) await story.advance();
    this.selectRefusal();
  }

  async startStoryOver(): Promise<void> {
    this.selection.clear();
    await this.story.reset(this.story.view?.transactionVersion ?? 2);
  }

  /** Selects the newest refused write of the story's topic. */
  selectRefusal(): void {
    const { topic } = this.story.view ?? {};
    const refusals = this.theatre.lanes.value
      .filter((lane) => lane.topic === topic)
      .flatMap((lane) => lane.refused.map((refused) => ({ lane, refused })));
    const newest = refusals.sort((a, b) => b.refused.atMs - a.refused.atMs)[0];
    if (newest === undefined) return;
    const { lane, refused } = newest;
    this.selection.select({
      kind: 'refusal',
      topic: lane.topic,
      partition: lane.partition,
      atMs: refused.atMs,
    });
  }

  /** Selects an exchange by its number; nothing happens when the timeline no longer has it. */
  selectFrame(number: number): void {
    const item = this.timeline.items.findLast((one) => one.kind === 'frame' && one.frame.frame === number);
    if (item?.kind === 'frame') this.selection.select({ kind: 'frame', frame: item.frame });
  }

  /** A command of a process card. */
  async processAction(process: string, command: ProcessCommand | 'send' | 'startAgain'): Promise<void> {
    const view = this.theatre.find(process);
    await this.attempt(async () => {
      if (command === 'send') await this.theatre.send(process, view?.settings.recordsPerTransaction ?? 1);
      else if (command !== 'startAgain') await this.theatre.command(process, command);
      else if (view !== null) await this.theatre.startAgain(view);
    });
  }

  /** The natural next face of the selection: bytes of a batch, the row of a transaction. */
  async openSelection(): Promise<void> {
    const selected = this.selection.current;
    if (selected?.kind === 'batch') await this.openBatch(selected, selected.baseOffset);
    if (selected?.kind === 'transaction') await this.openTransaction(selected.transactionalId);
    if (selected?.kind === 'state') await this.openTransaction(selected.state.transactionalId);
    if (selected?.kind === 'rung') await this.openTransaction(selected.transactionalId);
    if (selected?.kind === 'xrayNode') await this.#openNode(selected.node);
  }

  /** The batch behind a fact of the X-ray. */
  async #openNode(node: string): Promise<void> {
    const bytes = this.xray.find(node)?.bytes.find((one) => one.kind === 'file' && one.baseOffset !== null);
    if (bytes?.kind !== 'file' || bytes.baseOffset === null) return;
    const { baseOffset } = bytes;
    await this.attempt(async () => this.openBatch(await this.xray.placeOf(bytes), baseOffset));
  }

  /** The whole story of the selected record or transaction; nothing happens when something else is selected. */
  async openXray(): Promise<void> {
    const selected = this.selection.current;
    const target = xrayTargetOf(selected, {
      batch: this.inspected.batch?.batch ?? null,
      findTransaction: (id) => this.transactions.find(id),
    });
    if (target === null) return;
    this.#beforeXray = selected;
    const source = this.xray.sourceOf(selected?.kind === 'batch' ? selected : {});
    await this.xray.open({ source, target });
  }

  /** Back to where the X-ray was opened, with what was selected there. */
  leaveXray(): void {
    this.xray.close();
    this.selection.forget(({ kind }) => kind === 'xrayNode');
    if (this.#beforeXray !== null) this.selection.select(this.#beforeXray);
  }

  /** A batch in Logs, with its bytes. */
  async openBatch(ref: PartitionRef, baseOffset: number): Promise<void> {
    const { topic, partition, opened } = ref;
    this.area = 'logs';
    this.selection.select({ kind: 'batch', topic, partition, opened, baseOffset, offset: baseOffset });
    await this.attempt(async () => {
      await this.logs.openPartition({ topic, partition, opened });
      await this.logs.showBytes({ kind: 'batch', baseOffset });
    });
  }

  /** The batch that holds an offset; the partition alone when none does. */
  async openOffset(ref: PartitionRef, offset: number): Promise<void> {
    await this.attempt(async () => {
      const log = logSourceOf(this.session, ref);
      const read = await log.batches({ fromOffset: offset, direction: 'up', recordsMax: 1 });
      const batch = read.find((one) => one.baseOffset <= offset && one.lastOffset >= offset);
      if (batch !== undefined) return this.openBatch(ref, batch.baseOffset);
      this.area = 'logs';
      await this.logs.openPartition(ref);
    });
  }

  /** A claim in Scenarios. */
  openClaim(claim: ClaimId): void {
    this.area = 'scenarios';
    this.scenarios.leave();
    this.selection.select({ kind: 'claim', claim });
  }

  /** Runs the scenario of a claim under these rules, or under its first ones. */
  async runClaim(claim: ClaimId, variant: ScenarioVariant | null): Promise<void> {
    const scenario = this.scenarios.scenarioOf(claim);
    if (scenario === null) return;
    await this.attempt(() => this.scenarios.run(scenario.id, variant));
  }

  /** Where a fact of a scenario can be read. */
  async openFact(ref: FactRef): Promise<void> {
    if (ref.kind === 'batch') await this.openBatch(ref, ref.baseOffset);
    else if (ref.kind === 'frame') this.selectFrame(ref.frame);
    else if (ref.kind === 'process') this.selection.select({ kind: 'process', process: ref.process });
    else await this.openTransaction(ref.transactionalId);
  }

  async openTransaction(transactionalId: string): Promise<void> {
    this.area = 'transactions';
    this.selection.select({ kind: 'transaction', transactionalId });
    await this.attempt(() => this.transactions.show(transactionalId));
  }

  /** The record table of the lane that is selected, or of the first one. */
  async openLane(): Promise<void> {
    const selected = this.selection.current;
    const lane = selected?.kind === 'batch' ? selected : this.theatre.lanes.value[0];
    if (lane !== undefined) await this.openTable(lane);
  }

  /** The record table of a lane: the lane as text. */
  async openTable(ref: PartitionRef): Promise<void> {
    const selected = this.selection.current;
    // A selection in another partition would lead straight back to it.
    if (selected?.kind === 'batch' && !isSamePartition(selected, ref)) this.selection.clear();
    this.area = 'logs';
    await this.attempt(() => this.logs.openPartition(ref));
  }

  #showOpened(kind: OpenedKind): void {
    this.area = kind === 'pack' ? 'evidence' : 'logs';
    if (this.selection.current?.kind === 'batch') this.selection.clear();
  }

  async #reloadEverything(): Promise<number> {
    const seq = await this.timeline.reload();
    await Promise.all([
      this.theatre.processes.reload(),
      this.theatre.lanes.reload(),
      this.transactions.list.reload(),
      this.logs.partitions.reload(),
      this.opened.groups.reload(),
      this.evidence.packs.reload(),
      this.story.live.reload(),
      this.scenarios.list.reload(),
      this.experiments.live.reload(),
    ]);
    await this.story.loadRefusal();
    await this.story.keepMoment();
    await this.#beginWithGiven();
    this.opener.ready();
    return seq;
  }

  /** A window begins with what the lab was started with; where it was meanwhile, it stays when the connection comes back. */
  async #beginWithGiven(): Promise<void> {
    const given = this.session.lab?.given ?? null;
    if (this.#hasBegun || given === null) return;
    this.#hasBegun = true;
    await this.attempt(() => this.opener.showGiven(given));
  }

  /** Every kind of event touches the views it can change; they read again at their own pace. */
  #take(batch: Batch): void {
    const areas = new Set(batch.events.map((event) => event.type.slice(0, event.type.indexOf('.'))));
    this.announcer.take(batch);
    this.timeline.touch();
    this.census.take(batch);
    this.opened.take(batch);
    this.xray.take(batch);
    this.evidence.take(batch);
    if (areas.has('opened')) this.opened.groups.touch();
    if (areas.has('log') || areas.has('topic')) {
      this.theatre.lanes.touch();
      this.logs.partitions.touch();
    }
    if (areas.has('log') || areas.has('txn') || areas.has('process')) {
      this.theatre.processes.touch();
      this.transactions.touch();
    }
    if (areas.has('experiment')) this.experiments.live.touch();
    if (areas.has('scenario')) this.scenarios.list.touch();
    if (areas.has('process') && !this.story.isBusy) this.story.live.touch();
  }

  async #takeMoment(story: StoryView): Promise<Moment> {
    await Promise.all([
      this.theatre.processes.reload(),
      this.theatre.lanes.reload(),
      this.transactions.list.reload(),
    ]);
    return {
      step: story.step,
      atMs: this.ticker.nowMs,
      story,
      processes: this.theatre.processes.value,
      lanes: this.theatre.lanes.value,
      transactions: this.transactions.list.value,
    };
  }
}

const KEY = Symbol('lab window');

export function setLabWindow(labWindow: LabWindow): void {
  setContext(KEY, labWindow);
}

export function useLabWindow(): LabWindow {
  return getContext<LabWindow>(KEY);
}
