/**
 * Something that was opened: what was found at its path, and what is known of its partitions so far. Their ends are looked for in the
 * background, in slices; whoever needs one partition now gets it first.
 */
import type { Clock } from '#core/base/clock.ts';
import type { Disk } from '#core/base/disk.ts';
import { partitionName, type TopicPartition } from '#core/base/topic-partition.ts';
import { type ListedPartition, type Listing, listPath } from '#core/inspect/browse/listing.ts';
import { quickDamages } from '#core/inspect/browse/quick-damages.ts';
import { listedView, surveyPartition, viewOfEnd } from '#core/inspect/browse/survey.ts';
import { faultBeside } from '#core/inspect/census/beside-damage.ts';
import { holdsTransactionalIds, readTransactionalIds } from '#core/inspect/census/transactional-ids.ts';
import { baseName, NotALogError, type PartitionFiles } from '#core/inspect/read/partition-files.ts';
import { ScanCancelled, ScanControl } from '#core/inspect/scan/scan-control.ts';
import type { RunningScan, ScanProgress, ScanWorker } from '#core/inspect/scan/scan-worker.ts';
import { sideFileDamage } from '#core/inspect/side/side-file.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import type {
  CensusView,
  KnownHolesView,
  OpenedPartitionView,
  OpenedView,
} from '#core/lab-api/opened-views.ts';
import { type Said, saidOf } from '#core/lab-api/said.ts';
import { BackgroundCheck } from './background-check.ts';
import { byGravity } from './by-gravity.ts';

/** How long the list of partitions waits for their ends. */
const SURVEY_WAIT_MS = 100;

/** What is known of a partition whose files looked like this. */
interface Known {
  readonly signature: string;
  readonly end: Promise<OpenedPartitionView>;
  /** Asked for second, as it may take long. */
  survey: Promise<OpenedPartitionView> | undefined;
  /** The best so far. */
  view: OpenedPartitionView;
}

export interface OpenedThingOptions {
  readonly id: string;
  readonly disk: Disk;
  readonly clock: Clock;
  readonly scans: ScanWorker;
  /** `what` as in the event `opened.changed`. */
  readonly onChange: (what: 'files' | 'survey' | 'gone') => void;
  /** Of the check that nobody asked for. */
  readonly onProgress: (progress: ScanProgress) => void;
}

export class OpenedThing {
  readonly id: string;
  readonly openedAtMs: number;
  readonly #options: OpenedThingOptions;
  readonly #controls = new Set<ScanControl>();
  readonly #known = new Map<string, Known>();
  readonly #check: BackgroundCheck;
  #listing: Listing;
  #damage: ReadonlyMap<string, Said> = new Map();
  #surveying: Promise<void> = Promise.resolve();
  #isThere = true;
  #isClosed = false;
  /** Producer id → transactional id, as far as they were read. */
  #transactionalIds: ReadonlyMap<number, string> = new Map();
  revision = 1;
  #census: RunningScan<CensusView> | undefined;

  private constructor(options: OpenedThingOptions, listing: Listing) {
    this.id = options.id;
    this.#options = options;
    this.openedAtMs = options.clock.nowMs();
    this.#listing = listing;
    const { clock, scans, onProgress, onChange } = options;
    this.#check = new BackgroundCheck(
      { clock, scans, onProgress, onChange: () => onChange('survey') },
      listing,
    );
    this.#lookAtFiles();
    this.#survey();
    this.#check.look(listing);
  }

  /** @throws {NotALogError} when there is nothing of Kafka's at `path`. */
  static async open(options: OpenedThingOptions, path: string): Promise<OpenedThing> {
    const { disk, clock } = options;
    return new OpenedThing(options, await listPath(disk, path, new ScanControl({ clock })));
  }

  get path(): string {
    return this.#listing.path;
  }

  view(): OpenedView {
    const { path, kind, partitions, files, isCleanlyStopped, clusterId, sizeBytes } = this.#listing;
    return {
      id: this.id,
      path,
      name: baseName(path),
      kind,
      openedAtMs: this.openedAtMs,
      revision: this.revision,
      isThere: this.#isThere,
      partitionCount: partitions.length,
      sizeBytes,
      files: files.map((file) => ({ ...file, damage: this.#damage.get(file.name) ?? null })),
      isCleanlyStopped,
      clusterId,
      check: this.#check.view(),
    };
  }

  /** What is wrong with the small files of the folder itself. */
  #lookAtFiles(): void {
    const { kind, path, files, partitions } = this.#listing;
    if (files.length === 0) return;
    if (kind === 'file' && partitions.length === 0) void this.#lookAtFile(path).catch(() => undefined);
    if (kind !== 'log-directory') return;
    const damages = sideFileDamage(this.#options.disk, path);
    this.#damage = new Map(damages.map(({ file, damage }) => [file, saidOf(damage, 'side')]));
  }

  /** An index may be long: it is looked at in slices. */
  async #lookAtFile(path: string): Promise<void> {
    const fault = await this.run((control) => faultBeside(this.#options.disk, path, control));
    this.#damage = new Map(fault === null ? [] : [[baseName(path), saidOf(fault, 'side')]]);
    this.#options.onChange('survey');
  }

  /** Runs a scan that ends when this is closed. @throws {ScanCancelled} (as rejection) */
  async run<T>(scan: (control: ScanControl) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new ScanCancelled();
    const control = new ScanControl({ clock: this.#options.clock });
    this.#controls.add(control);
    try {
      return await scan(control);
    } finally {
      this.#controls.delete(control);
    }
  }

  /** The partitions; those whose ends take long to find come with what their file names say. */
  async partitions(): Promise<readonly OpenedPartitionView[]> {
    const { clock } = this.#options;
    let stopWaiting: () => void = () => undefined;
    const waited = new Promise<void>((resolve) => {
      stopWaiting = clock.schedule(SURVEY_WAIT_MS, resolve);
    });
    await Promise.race([this.#surveying, waited]);
    stopWaiting();
    return this.#listing.partitions.map((listed) => {
      const known = this.#known.get(partitionName(listed.files));
      const view = known?.signature === listed.signature ? known.view : listedView(listed);
      const { damages, isChecked } = this.#check.of(listed, view.damages);
      return { ...view, isChecked, damages: byGravity(damages) };
    });
  }

  /** One partition with its end. @throws {LabError} when there is none of this name. */
  async partition(place: TopicPartition): Promise<{
    readonly listed: ListedPartition;
    readonly view: OpenedPartitionView;
    /** What is open at its end as well. */
    readonly surveyed: () => Promise<OpenedPartitionView>;
  }> {
    const name = partitionName(place);
    this.#check.prefer(place);
    const listed = this.#listing.partitions.find(({ files }) => partitionName(files) === name);
    if (listed === undefined) {
      throw labError(
        'NO_SUCH_PARTITION',
        `There is no partition ${name} in ${this.path}.`,
        'Choose another.',
      );
    }
    return { listed, view: await this.#of(listed).end, surveyed: () => this.#surveyed(listed) };
  }

  #of(listed: ListedPartition): Known {
    const name = partitionName(listed.files);
    const known = this.#known.get(name);
    if (known?.signature === listed.signature) return known;
    const end = this.run((control) => viewOfEnd(this.#options.disk, listed, control));
    const fresh: Known = { signature: listed.signature, end, survey: undefined, view: listedView(listed) };
    this.#known.set(name, fresh);
    end.then(
      (view) => {
        fresh.view = view;
      },
      // Whoever asks next tries again.
      () => this.#forget(name, fresh),
    );
    return fresh;
  }

  #forget(name: string, known: Known): void {
    if (this.#known.get(name) === known) this.#known.delete(name);
  }

  #surveyed(listed: ListedPartition): Promise<OpenedPartitionView> {
    const known = this.#of(listed);
    const { files } = listed;
    const isWhole = this.#listing.kind !== 'file';
    known.survey ??= known.end
      .then((end) =>
        this.run(async (control) => {
          const { disk } = this.#options;
          const view = await surveyPartition(disk, { files, end }, control);
          const quick = isWhole ? await quickDamages(disk, files, control) : [];
          return { ...view, damages: [...view.damages, ...quick] };
        }),
      )
      .then((view) => {
        known.view = view;
        return view;
      });
    known.survey.catch(() => this.#forget(partitionName(files), known));
    return known.survey;
  }

  /** Looks for the ends of all partitions that are new or have changed, one after the other. */
  #survey(): void {
    const { partitions } = this.#listing;
    const survey = async (): Promise<void> => {
      for (const step of [(listed: ListedPartition) => this.#of(listed).end, this.#surveyed.bind(this)]) {
        for (const listed of partitions) {
          if (this.#isClosed || partitions !== this.#listing.partitions) return;
          await step(listed);
        }
      }
      if (this.#isClosed) return;
      this.#options.onChange('survey');
    };
    // What cannot be read now is tried again by whoever asks for it.
    this.#surveying = survey().catch(() => undefined);
    void this.#surveying
      .then(() => this.#readTransactionalIds(partitions.map(({ files }) => files)))
      .catch(() => undefined);
  }

  /** What the check found of offsets that nobody receives; null where it does not know (any more). */
  knownHoles(place: TopicPartition): KnownHolesView | null {
    const name = partitionName(place);
    const listed = this.#listing.partitions.find(({ files }) => partitionName(files) === name);
    return listed === undefined ? null : this.#check.holesOf(listed);
  }

  /**
   * A census that was asked for, which `start` begins: the one before ends, and the check that nobody asked for waits.
   * @throws {ScanCancelled} and {NotALogError} (as rejections)
   */
  async count(start: () => RunningScan<CensusView>): Promise<CensusView> {
    this.#census?.cancel();
    const check = this.#check.giveWay();
    const running = start();
    this.#census = running;
    try {
      const census = await running.result;
      check.learn(census);
      this.#options.onChange('survey');
      return census;
    } finally {
      check.goOn();
    }
  }

  cancelCensus(): void {
    this.#census?.cancel();
  }

  async #readTransactionalIds(partitions: readonly PartitionFiles[]): Promise<void> {
    const { disk } = this.#options;
    const stateLogs = partitions.filter(holdsTransactionalIds);
    if (stateLogs.length === 0) return;
    this.#transactionalIds = await this.run((control) => readTransactionalIds(disk, stateLogs, control));
    this.#options.onChange('survey');
  }

  /** Whose producer id it is, by `__transaction_state` of the same directory; null when that is not known (yet). */
  transactionalIdOf(producerId: number): string | null {
    return this.#transactionalIds.get(producerId) ?? null;
  }

  /** Looks whether files were added, changed or removed; true when they were. @throws {ScanCancelled} (as rejection) */
  async refresh(): Promise<boolean> {
    const listing = await this.#listAgain();
    if (this.#isClosed) return false;
    if (listing === undefined) {
      if (!this.#isThere) return false;
      this.#isThere = false;
      this.#changed('gone');
      return true;
    }
    const isSame = this.#isThere && signatureOf(listing) === signatureOf(this.#listing);
    this.#isThere = true;
    if (isSame) return false;
    this.#listing = listing;
    this.#lookAtFiles();
    this.#survey();
    this.#check.look(listing);
    this.#changed('files');
    return true;
  }

  #changed(what: 'files' | 'gone'): void {
    this.revision++;
    this.#options.onChange(what);
  }

  async #listAgain(): Promise<Listing | undefined> {
    try {
      return await this.run((control) => listPath(this.#options.disk, this.path, control));
    } catch (error) {
      if (error instanceof NotALogError) return undefined;
      throw error;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#census?.cancel();
    this.#check.close();
    for (const control of this.#controls) control.cancel();
  }
}

function signatureOf({ partitions, files, isCleanlyStopped }: Listing): string {
  const sizes = files.map(({ name, sizeBytes }) => `${name} ${sizeBytes}`);
  const parts = partitions.map((listed) => `${partitionName(listed.files)}\n${listed.signature}`);
  return [...parts, ...sizes, String(isCleanlyStopped)].join('\n');
}
