/**
 * Opening what lies elsewhere: a path that was typed, chosen or dropped. The desktop application knows the path of a dropped file;
 * a browser does not, so there the field asks for it.
 */
import type { PackView } from '#core/lab-api/evidence-views.ts';
import type { LabFailure, LabView } from '#core/lab-api/views.ts';
import { desktop } from '../transport/desktop.ts';
import type { EvidenceArea } from './evidence.svelte.ts';
import { failureOf } from './lab-session.svelte.ts';
import type { Logs } from './logs.svelte.ts';
import type { OpenedGroup, OpenedLogs } from './opened-logs.svelte.ts';
import type { Selection } from './selection.svelte.ts';

/** Where what was opened is shown. */
export type OpenedKind = 'logs' | 'pack';

const PACK = /\.fence$/i;

export class Opener {
  /** The dialog that asks for a path. */
  isAsking = $state(false);
  path = $state('');
  isBusy = $state(false);
  failure: LabFailure | null = $state.raw(null);
  /** Name of what was dropped into a window that cannot know where it lies. */
  droppedName: string | null = $state(null);

  /** What is opened now, and all before it: one after the other. */
  #turn: Promise<void> = Promise.resolve();
  #letBegin: () => void = () => undefined;
  readonly #logs: Logs;
  readonly #opened: OpenedLogs;
  readonly #evidence: EvidenceArea;
  readonly #selection: Selection;
  readonly #onOpened: (kind: OpenedKind) => void;

  constructor(options: {
    readonly logs: Logs;
    readonly opened: OpenedLogs;
    readonly evidence: EvidenceArea;
    readonly selection: Selection;
    readonly onOpened: (kind: OpenedKind) => void;
  }) {
    this.#logs = options.logs;
    this.#opened = options.opened;
    this.#evidence = options.evidence;
    this.#selection = options.selection;
    this.#onOpened = options.onOpened;
    this.#turn = new Promise((resolve) => {
      this.#letBegin = resolve;
    });
    desktop?.onOpen((path) => void this.open(path));
  }

  /** The lab answers: what was asked for meanwhile is opened. */
  ready(): void {
    this.#letBegin();
  }

  /** What the lab was started with; nothing happens when it was closed since. */
  async showGiven({ kind, id }: NonNullable<LabView['given']>): Promise<void> {
    const group = kind === 'opened' ? this.#opened.find(id) : null;
    if (group !== null) await this.#showLogs(group);
    const pack = kind === 'pack' ? this.#evidence.packs.value.find((one) => one.pack === id) : undefined;
    if (pack !== undefined) await this.#showPack(async () => pack);
  }

  /** Asks for a path. */
  ask(droppedName: string | null = null): void {
    this.isAsking = true;
    this.failure = null;
    this.droppedName = droppedName;
    if (droppedName !== null) this.path = '';
  }

  /** Lets the system's own dialog choose; only the desktop application has one. */
  async choose(kind: 'file' | 'directory'): Promise<void> {
    const path = await desktop?.choosePath(kind);
    if (path == null) return;
    this.failure = null;
    await this.open(path);
  }

  /** Opens the path that was typed. */
  async submit(): Promise<void> {
    const path = this.path.trim();
    if (path === '' || this.isBusy) return;
    this.failure = null;
    await this.open(path);
  }

  /** Opens a path and shows it, after those that were asked for before; what went wrong is said in the dialog. */
  open(path: string): Promise<void> {
    return this.#inTurn(path, async () => {
      if (PACK.test(path)) await this.#showPack(() => this.#evidence.openPath(path));
      else {
        await this.#showLogs(await this.#opened.open(path));
        // What was refused before is over.
        this.#evidence.opening.forget();
      }
    });
  }

  /** Takes what was dropped on the window. */
  async drop(files: readonly File[]): Promise<void> {
    for (const file of files) {
      const path = desktop?.pathOf(file) ?? '';
      if (path !== '') await this.open(path);
      else if (PACK.test(file.name)) {
        await this.#inTurn('', () => this.#showPack(() => this.#evidence.openUpload(file)));
      } else {
        this.ask(file.name);
        return;
      }
    }
  }

  async close(id: string): Promise<void> {
    this.leave(id);
    await this.#opened.close(id);
  }

  /** Nothing of what was opened under this id is shown or selected any more. */
  leave(id: string): void {
    this.#selection.forget((one) => one.kind === 'batch' && one.opened === id);
    this.#logs.leaveOpened(id);
  }

  /** The logs of an opened pack, as those of any directory. */
  async openPackLogs(pack: string): Promise<void> {
    const view = this.#evidence.packs.value.find((one) => one.pack === pack);
    if (view !== undefined) await this.#showLogs(await this.#opened.open(view.directory));
  }

  async #showLogs({ view, partitions }: OpenedGroup): Promise<void> {
    this.#onOpened('logs');
    const first = partitions.find((one) => !one.isInternal) ?? partitions[0];
    const [file] = view.files;
    if (first !== undefined) await this.#logs.openPartition(first);
    else if (file !== undefined) await this.#logs.openLoose({ opened: view.id, file: file.name });
  }

  async #showPack(open: () => Promise<PackView | null>): Promise<void> {
    this.#onOpened('pack');
    const pack = await open();
    if (pack !== null) this.#selection.select({ kind: 'pack', pack: pack.pack });
  }

  #inTurn(path: string, open: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(() => this.#try(path, open));
    return this.#turn;
  }

  async #try(path: string, open: () => Promise<void>): Promise<void> {
    this.isBusy = true;
    try {
      await open();
      // What went wrong with another of several stays to be read.
      if (this.isAsking && this.failure !== null) return;
      this.failure = null;
      this.isAsking = false;
      this.path = '';
    } catch (error) {
      this.path = path;
      this.failure = failureOf(error);
      this.isAsking = true;
    } finally {
      this.isBusy = false;
    }
  }
}
