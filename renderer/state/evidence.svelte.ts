/** Evidence: what would go into a pack and its writing, packs that were opened, and two snapshots compared. */
import {
  type CompareView,
  EVIDENCE_PACK_PARTS,
  type EvidencePackPart,
  type EvidencePart,
  type EvidencePlan,
  type EvidenceScenario,
  type EvidenceSelection,
  type EvidenceWritten,
  type PackView,
  type SnapshotRef,
} from '#core/lab-api/evidence-views.ts';
import type { ScenarioRunView } from '#core/lab-api/scenario-views.ts';
import { desktop } from '../transport/desktop.ts';
import { downloadFile, uploadFile } from './file-transfer.ts';
import type { Batch, LabSession } from './lab-session.svelte.ts';
import { LiveView } from './live-view.svelte.ts';
import { LongJob } from './long-job.svelte.ts';

const PLAN_EVERY_MS = 1000;

/** A partition of the lab, and what of it becomes a file. */
export interface SavedPart {
  readonly topic: string;
  readonly partition: number;
  /** Id of what was opened; undefined for the lab's own. */
  readonly opened?: string | undefined;
  readonly part: EvidencePart;
  /** What the file is called. */
  readonly name: string;
}

/** What was compared, and what came of it. */
export interface Comparison {
  readonly a: SnapshotRef;
  readonly b: SnapshotRef;
  readonly view: CompareView;
}

/** A stretch of the run. Null is no bound. */
export type EvidenceSpan =
  | { readonly kind: 'all' }
  | { readonly kind: 'last'; readonly minutes: number }
  | { readonly kind: 'between'; readonly fromMs: number | null; readonly toMs: number | null };

/** Two times as they were typed. */
export interface SpanTexts {
  readonly from: string;
  readonly to: string;
}

export class EvidenceArea {
  readonly plan: LiveView<EvidencePlan | null>;
  readonly packs: LiveView<readonly PackView[]>;
  readonly writing: LongJob;
  /** A partition, a segment or records that become a file of their own. */
  readonly saving: LongJob;
  readonly opening: LongJob;
  readonly comparing: LongJob;
  /** Empty: every topic. */
  topics: readonly string[] = $state.raw([]);
  /** Adds the topics that their transactions wrote to. */
  transactionalIds: readonly string[] = $state.raw([]);
  /** Only what happened then goes into timeline and frames. */
  span: EvidenceSpan = $state.raw({ kind: 'all' });
  /** What was typed for a span from one time to another. */
  spanTexts: SpanTexts = $state.raw({ from: '', to: '' });
  /** What is written. */
  parts: readonly EvidencePackPart[] = $state.raw(EVIDENCE_PACK_PARTS);
  written: EvidenceWritten | null = $state.raw(null);
  /** What the file is called that is being saved. */
  savingName = $state('');
  comparison: Comparison | null = $state.raw(null);
  sideA: SnapshotRef | null = $state.raw(null);
  sideB: SnapshotRef | null = $state.raw({ kind: 'lab' });
  readonly #session: LabSession;
  readonly #nowMs: () => number;

  /** `nowMs`: the lab's clock, which may have been advanced. */
  constructor(session: LabSession, nowMs: () => number) {
    this.#session = session;
    this.#nowMs = nowMs;
    this.plan = new LiveView<EvidencePlan | null>(null, () => this.#readPlan(), PLAN_EVERY_MS);
    this.packs = new LiveView<readonly PackView[]>([], () => session.call('evidence.packs', null));
    this.writing = new LongJob(session);
    this.saving = new LongJob(session);
    this.opening = new LongJob(session);
    this.comparing = new LongJob(session);
  }

  take(batch: Batch): void {
    for (const job of [this.writing, this.saving, this.opening, this.comparing]) job.take(batch);
  }

  chooseTopics(topics: readonly string[]): void {
    this.topics = topics;
    void this.plan.reload();
  }

  chooseTransactionalIds(ids: readonly string[]): void {
    this.transactionalIds = ids;
    void this.plan.reload();
  }

  chooseSpan(span: EvidenceSpan): void {
    this.span = span;
    void this.plan.reload();
  }

  /** Leaves a part out, or takes it in again. */
  turnPart(part: EvidencePackPart): void {
    const isIn = this.parts.includes(part);
    this.parts = EVIDENCE_PACK_PARTS.filter((one) => (one === part ? !isIn : this.parts.includes(one)));
    void this.plan.reload();
  }

  /**
   * Writes a pack of what was chosen: to a path that the person chose, or to the browser's downloads. With what a finished run has
   * shown, the same as `keepRun` puts in.
   */
  async export(name: string, run: ScenarioRunView | null): Promise<void> {
    const kept = run === null ? null : await this.#session.call('scenarios.evidence', { run: run.run });
    await this.#export(name, this.#selection(), kept?.scenario ?? null);
  }

  /** Writes a pack of one finished run: its topics and its time, with what was expected and found. */
  async keepRun({ run, scenario: name }: ScenarioRunView): Promise<void> {
    const { selection, scenario } = await this.#session.call('scenarios.evidence', { run });
    await this.#export(`${name}.fence`, selection, scenario);
  }

  async #export(
    name: string,
    selection: EvidenceSelection,
    scenario: EvidenceScenario | null,
  ): Promise<void> {
    const path = await this.#target(name);
    if (path === undefined) return;
    this.written = null;
    this.written = await this.#write(
      this.writing,
      (job) => this.#session.call('evidence.export', { ...selection, path, job, scenario }),
      name,
    );
  }

  /** Writes a partition, a segment or records as a file of their own. Null when nothing came of it: `saving` says why. */
  async save({ name, ...part }: SavedPart): Promise<EvidenceWritten | null> {
    const path = await this.#target(name);
    if (path === undefined || this.saving.isRunning) return null;
    this.savingName = name;
    return this.#write(this.saving, (job) => this.#session.call('evidence.save', { ...part, path, job }));
  }

  /** `fileName`: of the download; what the lab calls it when left out. */
  #write(
    running: LongJob,
    call: (job: string) => Promise<EvidenceWritten>,
    fileName?: string,
  ): Promise<EvidenceWritten | null> {
    return running.run(async (job) => {
      const written = await call(job);
      const { download, name } = written;
      if (download !== null) {
        const file = { download, name: fileName ?? name };
        await downloadFile(this.#session, file, (at) => running.report(at));
      }
      return written;
    });
  }

  /** A path, null for a download, undefined when the person gave up. */
  async #target(name: string): Promise<string | null | undefined> {
    if (desktop === undefined) return null;
    return (await desktop.chooseTarget(name)) ?? undefined;
  }

  /** Null when it could not be opened, or was cancelled. */
  openPath(path: string): Promise<PackView | null> {
    return this.#open((job) => this.#session.call('evidence.open', { job, path, upload: null }));
  }

  openUpload(file: File): Promise<PackView | null> {
    return this.#open(async (job) => {
      const upload = await uploadFile(this.#session, file, (at) => this.opening.report(at));
      return this.#session.call('evidence.open', { job, path: null, upload });
    });
  }

  async #open(call: (job: string) => Promise<PackView>): Promise<PackView | null> {
    const pack = await this.opening.run(call);
    await this.packs.reload();
    if (pack === null) return null;
    this.sideA = { kind: 'pack', pack: pack.pack };
    return pack;
  }

  async close(pack: string): Promise<void> {
    await this.#session.call('evidence.close', { pack });
    const isPack = (side: SnapshotRef | null) => side?.kind === 'pack' && side.pack === pack;
    if (isPack(this.sideA)) this.sideA = null;
    if (isPack(this.sideB)) this.sideB = { kind: 'lab' };
    await this.packs.reload();
  }

  async compare(): Promise<void> {
    const { sideA: a, sideB: b } = this;
    if (a === null || b === null) return;
    this.comparison = null;
    this.comparison = await this.comparing.run(async (job) => ({
      a,
      b,
      view: await this.#session.call('evidence.compare', { job, a, b }),
    }));
  }

  #selection(): EvidenceSelection {
    const { span } = this;
    const bounds = span.kind === 'between' ? span : { fromMs: null, toMs: null };
    return {
      topics: [...this.topics],
      transactionalIds: [...this.transactionalIds],
      fromMs: span.kind === 'last' ? this.#nowMs() - span.minutes * 60_000 : bounds.fromMs,
      toMs: bounds.toMs,
      parts: [...this.parts],
    };
  }

  #readPlan(): Promise<EvidencePlan> {
    return this.#session.call('evidence.plan', { ...this.#selection(), path: null });
  }
}
