/** Everything that is opened, by its id; looks every few seconds whether files have changed. Nothing is ever written or locked. */
import type { Cancel, Clock } from '#core/base/clock.ts';
import type { Disk } from '#core/base/disk.ts';
import { isDiskError } from '#core/base/disk-error.ts';
import { plainPath } from '#core/base/plain-path.ts';
import type { CensusOptions } from '#core/inspect/census/census.ts';
import { NotALogError, UnreadableError } from '#core/inspect/read/partition-files.ts';
import { refusalOf } from '#core/inspect/read/unreadable.ts';
import { ScanCancelled } from '#core/inspect/scan/scan-control.ts';
import type { RunningScan, ScanProgress, ScanWorker } from '#core/inspect/scan/scan-worker.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import type { CensusView, OpenedView } from '#core/lab-api/opened-views.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import { OpenedThing } from './opened-thing.ts';

const LOOK_EVERY_MS = 2_000;
/** A folder that takes long to list is listed less often: at most a twentieth of the time. */
const LOOK_SHARE = 20;

export interface OpenedThingsOptions {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly scans: ScanWorker;
}

export class OpenedThings {
  readonly #options: OpenedThingsOptions;
  readonly #things = new Map<string, OpenedThing>();
  /** Paths that are being opened: twice at once is once. */
  readonly #opening = new Map<string, Promise<OpenedThing>>();
  readonly #looking = new Map<string, Cancel>();
  #nextId = 1;
  #ownCensus: RunningScan<CensusView> | undefined;

  constructor(options: OpenedThingsOptions) {
    this.#options = options;
  }

  /** In the order in which they were opened. */
  list(): readonly OpenedView[] {
    return [...this.#things.values()].map((thing) => thing.view());
  }

  /** @throws {LabError} when nothing is opened under this id. */
  get(id: string): OpenedThing {
    const thing = this.#things.get(id);
    if (thing === undefined) throw labError('NOT_OPENED', `Nothing is opened as ${id}.`, 'Open it again.');
    return thing;
  }

  /** @throws {LabError} (as rejection) when there is nothing of Kafka's at the path, or it cannot be read. */
  open(path: string): Promise<OpenedThing> {
    return failingPlainly(path, async () => {
      const wanted = absolutePath(path);
      const known = [...this.#things.values()].find((thing) => thing.path === wanted);
      if (known !== undefined) return known;
      const opening = this.#opening.get(wanted) ?? this.#openNow(wanted);
      this.#opening.set(wanted, opening);
      return opening.finally(() => this.#opening.delete(wanted));
    });
  }

  async #openNow(path: string): Promise<OpenedThing> {
    const { disk, clock, scans, bus } = this.#options;
    const id = `o${this.#nextId++}`;
    const onChange = (what: string): void => this.#publish(id, what);
    const onProgress = (progress: ScanProgress): void =>
      bus.publish('inspect.progress', { opened: id, doing: 'check', ...progress });
    const thing = await OpenedThing.open({ id, disk, clock, scans, onChange, onProgress }, path);
    this.#things.set(id, thing);
    this.#publish(id, 'opened');
    this.#lookLater(thing, LOOK_EVERY_MS);
    return thing;
  }

  close(id: string): void {
    const thing = this.get(id);
    this.#looking.get(id)?.();
    this.#looking.delete(id);
    thing.close();
    this.#things.delete(id);
    this.#options.bus.publish('opened.changed', { opened: id, what: 'closed', revision: thing.revision });
  }

  /** @throws {LabError} (as rejection) */
  refresh(id: string): Promise<OpenedView> {
    const thing = this.get(id);
    return failingPlainly(thing.path, async () => {
      await thing.refresh();
      return thing.view();
    });
  }

  /** Counts every offset; one census at a time: a new one ends the one before. */
  census(id: string, which: Pick<CensusOptions, 'topic' | 'partition'>): Promise<CensusView> {
    const thing = this.get(id);
    return failingPlainly(thing.path, () =>
      thing.count(() => this.#scan(id, { path: thing.path, ...which, depth: 'records' })),
    );
  }

  /** As `census`, of the lab's own directory. */
  ownCensus(options: Omit<CensusOptions, 'depth'>): Promise<CensusView> {
    this.#ownCensus?.cancel();
    const running = this.#scan('lab', { ...options, depth: 'contents' });
    this.#ownCensus = running;
    return failingPlainly(options.path, () => running.result);
  }

  cancelOwnCensus(): void {
    this.#ownCensus?.cancel();
  }

  #scan(opened: string, options: CensusOptions): RunningScan<CensusView> {
    const { scans, bus } = this.#options;
    return scans.census(options, (progress) =>
      bus.publish('inspect.progress', { opened, doing: 'census', ...progress }),
    );
  }

  async closeAll(): Promise<void> {
    for (const id of [...this.#things.keys()]) this.close(id);
    this.cancelOwnCensus();
    await this.#options.scans.close();
  }

  #publish(id: string, what: string): void {
    const revision = this.#things.get(id)?.revision;
    // Found out while it is being opened: nobody knows of it yet.
    if (revision === undefined) return;
    this.#options.bus.publish('opened.changed', { opened: id, what, revision });
  }

  #lookLater(thing: OpenedThing, delayMs: number): void {
    const { clock } = this.#options;
    const look = async (): Promise<void> => {
      const startMs = clock.monotonicMs();
      // A folder that cannot be read now may be back later.
      await thing.refresh().catch(() => false);
      const tookMs = clock.monotonicMs() - startMs;
      if (this.#things.get(thing.id) === thing) {
        this.#lookLater(thing, Math.max(LOOK_EVERY_MS, tookMs * LOOK_SHARE));
      }
    };
    this.#looking.set(
      thing.id,
      clock.schedule(delayMs, () => void look()),
    );
  }
}

/** With nothing at the end. @throws {LabError} for a path that is not absolute. */
function absolutePath(path: string): string {
  const plain = plainPath(path);
  if (!/^(\/|[A-Za-z]:\/)/.test(plain)) {
    throw labError('BAD_INPUT', `${path} is not an absolute path.`, 'Give the whole path.');
  }
  return plain.length > 1 && plain.endsWith('/') ? plain.slice(0, -1) : plain;
}

/** What reading files throws, as a person is told. */
export async function failingPlainly<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ScanCancelled) throw labError('CANCELLED', 'The scan was cancelled.');
    if (error instanceof UnreadableError) throw labError('CANNOT_READ', error.message);
    if (error instanceof NotALogError) {
      const [what = '', hint] = error.message.split(/ (?=Expected |Give )/);
      throw labError('NOT_A_LOG', what, hint ?? null);
    }
    if (isDiskError(error)) {
      throw labError('CANNOT_READ', `${path} cannot be read: ${refusalOf(error)}`);
    }
    throw error;
  }
}
