/** The X-ray on the stage: one transaction's whole story, over whatever area it was opened from. */
import type { SnapshotRef } from '#core/lab-api/evidence-views.ts';
import type { ByteView, LabFailure } from '#core/lab-api/views.ts';
import type { XrayBytes, XrayNode, XrayTarget, XrayView } from '#core/lab-api/xray-views.ts';
import type { EvidenceArea } from './evidence.svelte.ts';
import type { Batch, LabSession } from './lab-session.svelte.ts';
import type { PartitionRef } from './log-source.ts';
import { LongJob } from './long-job.svelte.ts';
import type { OpenedLogs } from './opened-logs.svelte.ts';

/** What is looked at, and in which snapshot. */
export interface XrayQuestion {
  readonly source: SnapshotRef;
  readonly target: XrayTarget;
}

export class Xray {
  question: XrayQuestion | null = $state.raw(null);
  view: XrayView | null = $state.raw(null);
  /** The reading: one for each question, so that what is left ends by itself. */
  job: LongJob;
  readonly #session: LabSession;
  readonly #opened: OpenedLogs;
  readonly #evidence: EvidenceArea;

  constructor(session: LabSession, opened: OpenedLogs, evidence: EvidenceArea) {
    this.#session = session;
    this.job = $state.raw(new LongJob(session));
    this.#opened = opened;
    this.#evidence = evidence;
  }

  get isOpen(): boolean {
    return this.question !== null;
  }

  /** The snapshot that a partition belongs to: the lab, a pack that is open, or a log directory. */
  sourceOf({ opened }: Pick<PartitionRef, 'opened'>): SnapshotRef {
    const view = opened === undefined ? undefined : this.#opened.find(opened)?.view;
    if (view === undefined) return { kind: 'lab' };
    const pack = this.#evidence.packs.value.find(({ directory }) => directory === view.path);
    if (pack !== undefined) return { kind: 'pack', pack: pack.pack };
    const levels = { 'log-directory': 0, partition: 1, file: 2 }[view.kind];
    return { kind: 'path', path: parentOf(view.path, levels) };
  }

  get failure(): LabFailure | null {
    return this.job.failure;
  }

  /** Asks something else: what is being read for the question before ends. */
  async open(question: XrayQuestion): Promise<void> {
    this.#leave();
    this.question = question;
    await this.reload();
  }

  /** Reads it again: a transaction that is open goes on. */
  async reload(): Promise<void> {
    const { question } = this;
    if (question === null) return;
    const view = await this.job.run((job) => this.#session.call('xray.read', { job, ...question }));
    if (view !== null && this.question === question) this.view = view;
  }

  close(): void {
    this.#leave();
    this.question = null;
  }

  take(batch: Batch): void {
    this.job.take(batch);
  }

  #leave(): void {
    // Whether it could still be cancelled is nobody's concern any more.
    this.job.cancel().catch(() => undefined);
    this.job = new LongJob(this.#session);
    this.view = null;
  }

  find(id: string): XrayNode | null {
    return this.view?.nodes.find((node) => node.id === id) ?? null;
  }

  /** Where the partition of some bytes is shown in Logs: opened first, when it is not the lab's own. */
  async placeOf(bytes: Extract<XrayBytes, { kind: 'file' }>): Promise<PartitionRef> {
    const { topic, partition } = bytes;
    const path = this.#path();
    if (path === null) return { topic, partition };
    const { view } = await this.#opened.open(path);
    return { topic, partition, opened: view.id };
  }

  /** The bytes behind a fact, annotated. @throws {LabError} (as rejection) */
  async readBytes(bytes: XrayBytes): Promise<ByteView> {
    if (bytes.kind === 'frame') {
      const { frame, side } = bytes;
      const source = this.question?.source;
      return source?.kind === 'pack'
        ? this.#session.call('evidence.frameBytes', { pack: source.pack, frame, side })
        : this.#session.call('wire.frameBytes', { frame, side });
    }
    const { topic, partition, segment, file, position, baseOffset } = bytes;
    const { opened } = await this.placeOf(bytes);
    if (opened === undefined) {
      return file === 'log' && baseOffset !== null
        ? this.#session.call('log.batchBytes', { topic, partition, baseOffset })
        : this.#session.call('log.fileBytes', { topic, partition, segment, kind: file, position });
    }
    const place = { id: opened, topic, partition };
    if (file === 'log') return this.#session.call('opened.batchBytes', { ...place, segment, position });
    const name = `${String(segment).padStart(20, '0')}.${file}`;
    return this.#session.call('opened.fileBytes', { ...place, file: name, position });
  }

  /** The log directory of a snapshot that is not the running lab. */
  #path(): string | null {
    const source = this.question?.source;
    if (source === undefined || source.kind === 'lab') return null;
    if (source.kind === 'path') return source.path;
    return this.#evidence.packs.value.find(({ pack }) => pack === source.pack)?.directory ?? null;
  }
}

function parentOf(path: string, levels: number): string {
  let parent = path;
  for (let level = 0; level < levels; level++) {
    parent = parent.slice(0, Math.max(1, parent.lastIndexOf('/')));
  }
  return parent;
}
