/**
 * Reads every batch of what was opened without being asked, one partition after the other, where long scans run. What has changed
 * is read again from the first changed segment on, and seldom: a live broker changes its files all the time.
 */
import type { Cancel, Clock } from '#core/base/clock.ts';
import { partitionName, type TopicPartition } from '#core/base/topic-partition.ts';
import type { ListedPartition, Listing } from '#core/inspect/browse/listing.ts';
import { ScanCancelled } from '#core/inspect/scan/scan-control.ts';
import type { RunningScan, ScanProgress, ScanWorker } from '#core/inspect/scan/scan-worker.ts';
import type { CensusView, CheckView, DamageView, KnownHolesView } from '#core/lab-api/opened-views.ts';
import { type FileTimes, fileTimesOf, firstChanged } from './file-times.ts';

/** More than this is not read unasked: half a minute of a fast disk, minutes of a slow one. */
const CHECK_BYTES_MAX = 4 * 1024 ** 3;
/** What was opened is drawn first, for which the window needs the processor. */
const BEGIN_AFTER_MS = 300;
/** What has changed is read again in at most a twentieth of the time. */
const AGAIN_SHARE = 20;
const AGAIN_MIN_MS = 2_000;
/** Holes that are kept, of all partitions together: beyond that a census that is asked for tells of them. */
const HOLES_MAX = 100_000;

/** What a check found, and what the files looked like then. */
interface Verdict {
  readonly times: FileTimes;
  readonly damages: readonly DamageView[];
  /** Null when only its end was read again, or when there are too many to keep. */
  readonly holes: KnownHolesView | null;
  /** It could not be read. */
  readonly hasFailed: boolean;
}

export interface BackgroundCheckOptions {
  readonly clock: Clock;
  readonly scans: ScanWorker;
  readonly onProgress: (progress: ScanProgress) => void;
  /** A partition was checked. */
  readonly onChange: () => void;
}

export class BackgroundCheck {
  readonly #options: BackgroundCheckOptions;
  readonly #verdicts = new Map<string, Verdict>();
  /** What lies there now, by name. */
  #partitions: ReadonlyMap<string, ListedPartition> = new Map();
  /** Those of them that were never read, in order. */
  readonly #unread = new Map<string, ListedPartition>();
  #listing: Listing;
  #running: RunningScan<CensusView> | undefined;
  #isLooping = false;
  /** Whoever the loop gave way to is done before the loop has ended. */
  #isDue = false;
  #isClosed = false;
  /** Censuses that were asked for: the check waits for them. */
  #givesWayTo = 0;
  #preferred: string | undefined;
  #doneBytes = 0;
  #scanBytes = 0;
  #againAtMs = 0;
  #again: Cancel | undefined;
  #hasBegun = false;
  #beginning: Cancel | undefined;

  constructor(options: BackgroundCheckOptions, listing: Listing) {
    this.#options = options;
    this.#listing = listing;
    this.#take(listing);
  }

  /** Checks what lies there now, as far as that is not known. */
  look(listing: Listing): void {
    this.#take(listing);
    if (this.#hasBegun) {
      void this.#run();
      return;
    }
    this.#beginning ??= this.#options.clock.schedule(BEGIN_AFTER_MS, () => {
      this.#hasBegun = true;
      void this.#run();
    });
  }

  #take(listing: Listing): void {
    this.#listing = listing;
    this.#partitions = new Map(listing.partitions.map((listed) => [partitionName(listed.files), listed]));
    for (const name of this.#verdicts.keys()) if (!this.#partitions.has(name)) this.#verdicts.delete(name);
    this.#unread.clear();
    for (const [name, listed] of this.#partitions) {
      // Where nothing can be read, the listing says why.
      const isReadable = listed.files.segments.length > 0;
      if (isReadable && !this.#verdicts.has(name)) this.#unread.set(name, listed);
    }
  }

  /** Someone looks at this partition: it is the next one. */
  prefer(place: TopicPartition): void {
    this.#preferred = partitionName(place);
  }

  view(): CheckView {
    const left = [...this.#unread.values()].reduce((sum, listed) => sum + sizeOf(listed), 0);
    return {
      state: this.#state(),
      doneBytes: this.#doneBytes + this.#scanBytes,
      totalBytes: this.#doneBytes + left,
    };
  }

  #state(): CheckView['state'] {
    if (this.#unread.size > 0) return this.#isTooLarge ? 'too-large' : 'running';
    for (const { hasFailed } of this.#verdicts.values()) if (hasFailed) return 'failed';
    return 'done';
  }

  /** Whether all batches of a partition were read, and its damage; `atEnds` is what a look at its ends found. */
  of(
    listed: ListedPartition,
    atEnds: readonly DamageView[],
  ): { readonly isChecked: boolean; readonly damages: readonly DamageView[] } {
    const verdict = this.#verdicts.get(partitionName(listed.files));
    if (verdict === undefined || verdict.hasFailed) return { isChecked: false, damages: atEnds };
    const from = firstChanged(verdict.times, listed);
    if (from === undefined) return { isChecked: true, damages: verdict.damages };
    const kept = verdict.damages.filter((damage) => isBefore(damage, from));
    const fresh = atEnds.filter((damage) => !isBefore(damage, from));
    return { isChecked: !this.#isTooLarge, damages: [...kept, ...fresh] };
  }

  /** Offsets of a partition that nobody receives; null unless all its batches were read as they are now. */
  holesOf(listed: ListedPartition): KnownHolesView | null {
    const verdict = this.#verdicts.get(partitionName(listed.files));
    if (verdict === undefined || firstChanged(verdict.times, listed) !== undefined) return null;
    return verdict.holes;
  }

  /** A census was asked for: the check waits until it is over, and learns from what it found. */
  giveWay(): { readonly learn: (census: CensusView) => void; readonly goOn: () => void } {
    const partitions = this.#partitions;
    this.#givesWayTo++;
    this.#running?.cancel();
    return {
      learn: (census) => this.#learn(census, partitions),
      goOn: () => {
        this.#givesWayTo--;
        this.#isDue = this.#isLooping;
        void this.#run();
      },
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#beginning?.();
    this.#again?.();
    this.#running?.cancel();
  }

  #learn({ partitions }: CensusView, listed: ReadonlyMap<string, ListedPartition>): void {
    for (const { damages, holes, holesLeftOut, ...place } of partitions) {
      const name = partitionName(place);
      const one = listed.get(name);
      if (one === undefined) continue;
      const found = { damages, holes: { holes, holesLeftOut }, hasFailed: false };
      this.#settle(name, { ...found, times: fileTimesOf(one) });
    }
  }

  #settle(name: string, verdict: Verdict): void {
    // It may have been deleted meanwhile.
    if (!this.#partitions.has(name)) return;
    this.#verdicts.delete(name);
    this.#verdicts.set(name, this.#hasRoomFor(verdict.holes) ? verdict : { ...verdict, holes: null });
    this.#unread.delete(name);
  }

  #hasRoomFor(known: KnownHolesView | null): boolean {
    let count = known?.holes.length ?? 0;
    for (const { holes } of this.#verdicts.values()) count += holes?.holes.length ?? 0;
    return count <= HOLES_MAX;
  }

  get #isTooLarge(): boolean {
    return this.#listing.sizeBytes > CHECK_BYTES_MAX;
  }

  #next(): ListedPartition | undefined {
    const preferred = this.#preferred === undefined ? undefined : this.#unread.get(this.#preferred);
    if (preferred !== undefined) return preferred;
    for (const listed of this.#unread.values()) return listed;
    const { clock } = this.#options;
    const changed = this.#listing.partitions.find((listed) => this.#fromOf(listed) !== undefined);
    const waitMs = this.#againAtMs - clock.monotonicMs();
    if (changed === undefined || waitMs <= 0) return changed;
    this.#again?.();
    this.#again = clock.schedule(waitMs, () => void this.#run());
    return undefined;
  }

  /** The segment from which it has to be read; undefined when nothing has changed since. */
  #fromOf(listed: ListedPartition): number | undefined {
    const verdict = this.#verdicts.get(partitionName(listed.files));
    if (verdict !== undefined) return firstChanged(verdict.times, listed);
    return listed.files.segments.length > 0 ? 0 : undefined;
  }

  async #run(): Promise<void> {
    if (this.#isLooping) return;
    this.#isLooping = true;
    try {
      while (!this.#isClosed && this.#givesWayTo === 0 && !this.#isTooLarge) {
        const listed = this.#next();
        if (listed === undefined) break;
        await this.#check(listed);
      }
    } catch (error) {
      // Whoever cancelled it lets it go on, or has closed it.
      if (!(error instanceof ScanCancelled)) throw error;
    } finally {
      this.#isLooping = false;
      this.#running = undefined;
      this.#scanBytes = 0;
    }
    if (!this.#isDue) return;
    this.#isDue = false;
    await this.#run();
  }

  async #check(listed: ListedPartition): Promise<void> {
    const { clock, onChange } = this.#options;
    const name = partitionName(listed.files);
    const known = this.#verdicts.get(name);
    const fromSegment = this.#fromOf(listed) ?? 0;
    const startMs = clock.monotonicMs();
    // What is read again, is read quietly.
    this.#running = this.#scan(listed, { fromSegment, isQuiet: known !== undefined });
    const found = await this.#running.result.then(
      ({ partitions: [partition] }) => {
        const { damages = [], holes = [], holesLeftOut = 0 } = partition ?? {};
        return { damages, holes: fromSegment > 0 ? null : { holes, holesLeftOut }, hasFailed: false };
      },
      (error: unknown) => {
        if (error instanceof ScanCancelled) throw error;
        return { damages: [], holes: null, hasFailed: true };
      },
    );
    const kept = known?.damages.filter((damage) => isBefore(damage, fromSegment)) ?? [];
    this.#settle(name, { ...found, times: fileTimesOf(listed), damages: [...kept, ...found.damages] });
    this.#scanBytes = 0;
    if (known === undefined) this.#doneBytes += sizeOf(listed);
    else {
      const nowMs = clock.monotonicMs();
      this.#againAtMs = nowMs + Math.max(AGAIN_MIN_MS, (nowMs - startMs) * AGAIN_SHARE);
    }
    onChange();
  }

  #scan(
    { files }: ListedPartition,
    { fromSegment, isQuiet }: { readonly fromSegment: number; readonly isQuiet: boolean },
  ): RunningScan<CensusView> {
    const { scans, onProgress } = this.#options;
    const path = this.#listing.kind === 'file' ? this.#listing.path : files.directory;
    const options = { path, topic: null, partition: 0, depth: 'records', fromSegment } as const;
    return scans.census(options, ({ doneBytes }) => {
      if (isQuiet) return;
      this.#scanBytes = doneBytes;
      const { state, ...progress } = this.view();
      if (state === 'running') onProgress(progress);
    });
  }
}

function sizeOf({ files }: ListedPartition): number {
  return files.segments.reduce((sum, { size }) => sum + size, 0);
}

/** Whether it is of a segment before this one; files without a base offset belong to all. */
function isBefore({ file, segment }: DamageView, from: number): boolean {
  return segment >= 0 && /^[0-9]{20}\./.test(file) && segment < from;
}
