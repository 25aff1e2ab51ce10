/**
 * Where evidence goes out and comes in: packs of the running lab, parts of it as files, packs that were opened. Everything that it
 * puts on disk besides is temporary and goes with the lab.
 */
import type { Packing } from '#core/base/packing.ts';
import { plainPath } from '#core/base/plain-path.ts';
import { parsePartitionName } from '#core/base/topic-partition.ts';
import type { CapturedFrame } from '#core/evidence/capture/capture.ts';
import { readLogsOfPack } from '#core/evidence/pack/logs-of-pack.ts';
import { isChosen } from '#core/evidence/pack/pack-timeline.ts';
import { extractPack } from '#core/evidence/pack/read-pack.ts';
import { refuseOtherStory } from '#core/evidence/pack/story-of-pack.ts';
import { type PackStory, writePack } from '#core/evidence/pack/write-pack.ts';
import { decidedByCoordinator } from '#core/evidence/source/decided-transactions.ts';
import { cutRunningLogs } from '#core/evidence/source/live-source.ts';
import type { LogSnapshot } from '#core/evidence/source/log-snapshot.ts';
import { hasPart, resolveSelection, type Selected } from '#core/evidence/source/select.ts';
import type {
  EvidenceCheck,
  EvidencePlan,
  EvidenceScenario,
  EvidenceSelection,
  EvidenceWritten,
  PackView,
} from '#core/lab-api/evidence-views.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import { TimeSlices } from '#core/log/cleaner/time-slices.ts';
import { transactionRecordViews } from '../views/transaction-records.ts';
import { fileNameOf, nothingChosen, unknownText } from './desk-words.ts';
import { evidenceFailure } from './evidence-failure.ts';
import type { EvidenceWorld } from './evidence-world.ts';
import { Jobs } from './jobs.ts';
import { OpenedPack } from './opened-pack.ts';
import { type SavedPart, savePart } from './save-part.ts';
import { Transfers } from './transfers.ts';

/** What the desk needs of the machine beyond the platform. */
export interface DeskMachine {
  readonly packing: Packing;
  /** Makes an empty temporary folder, and answers its path. */
  readonly makeFolder: () => string;
  readonly writtenBy: string;
}

/** Open at a time. */
const PACKS_MAX = 16;
const STATE_TOPIC = '__transaction_state';

export class EvidenceDesk {
  readonly jobs: Jobs;
  readonly transfers: Transfers;
  readonly #lab: EvidenceWorld;
  readonly #machine: DeskMachine;
  readonly #packs = new Map<string, OpenedPack>();
  #opened = 0;

  constructor(lab: EvidenceWorld, machine: DeskMachine) {
    this.#lab = lab;
    this.#machine = machine;
    this.jobs = new Jobs(lab.platform.clock, lab.bus);
    this.transfers = new Transfers(lab.platform.disk, machine.makeFolder);
  }

  /** Ends jobs, which leave nothing half-written, and removes everything temporary. */
  async close(): Promise<void> {
    await this.jobs.close();
    this.transfers.close();
    for (const pack of [...this.#packs.keys()]) this.closePack(pack);
  }

  /** What would go into a pack; `path` null: into a temporary folder. */
  async plan(selection: EvidenceSelection, path: string | null): Promise<EvidencePlan> {
    const selected = await this.#select(selection);
    const snapshot = await this.#cut(selected);
    try {
      const story = this.#story();
      const events = story.events.filter((event) => isChosen(event, selected.selection));
      const frames = events.flatMap((event) => {
        const frame = event.type === 'frame.exchanged' ? story.frameOf(event.data.frame) : undefined;
        return frame === undefined ? [] : [frame];
      });
      const logBytes = snapshot.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      const frameBytes = frames.reduce(
        (sum, frame) => sum + frame.request.length + (frame.response?.length ?? 0),
        0,
      );
      const written =
        (hasPart(selection, 'logs') ? logBytes : 0) + (hasPart(selection, 'frames') ? frameBytes : 0);
      return {
        selection: selected.selection,
        atMs: this.#lab.clock.nowMs(),
        partitions: snapshot.partitions,
        fileCount: snapshot.files.length,
        logBytes,
        timelineEvents: events.length,
        frameCount: frames.length,
        frameBytes,
        checks: [
          ...selected.checks,
          ...snapshot.checks,
          ...this.#storyChecks(),
          this.#roomCheck(path, written),
        ],
      };
    } finally {
      snapshot.release();
    }
  }

  export(
    selection: EvidenceSelection,
    options: {
      readonly path: string | null;
      readonly job: string;
      readonly scenario: EvidenceScenario | null;
    },
  ): Promise<EvidenceWritten> {
    return this.#writing(options, 'evidence.fence', async (path, work) => {
      if (selection.parts?.length === 0) throw nothingChosen();
      const selected = await this.#select(selection);
      const unknown = selected.checks.find(({ outcome }) => outcome === 'bad');
      if (unknown !== undefined) throw labError('UNKNOWN_SELECTION', unknownText(unknown));
      const snapshot = await this.#cut(selected);
      try {
        const { disk, clock } = this.#lab.platform;
        const { packing, writtenBy } = this.#machine;
        const written = await writePack(
          { disk, clock, packing, path, work },
          {
            snapshot,
            selection: selected.selection,
            story: this.#story(),
            scenario: options.scenario,
            checks: this.#storyChecks(),
            writtenBy,
          },
        );
        return [
          ...written.facts.checks,
          { check: 'checksumsAgree', outcome: 'good', params: { files: written.files } },
        ];
      } finally {
        snapshot.release();
      }
    });
  }

  /** Writes a partition, a segment or records as a file. */
  save(
    part: SavedPart,
    options: { readonly path: string | null; readonly job: string },
  ): Promise<EvidenceWritten> {
    return this.#writing(options, fileNameOf(part), async (path, work) => {
      return savePart(this.#lab, this.#machine.packing, { ...part, path, work });
    });
  }

  open(options: {
    readonly job: string;
    readonly path: string | null;
    readonly upload: string | null;
  }): Promise<PackView> {
    const { job, upload } = options;
    const received = upload === null ? null : this.transfers.uploaded(upload);
    const path = received?.path ?? (options.path === null ? null : plainPath(options.path));
    if (path === null) throw labError('BAD_INPUT', 'evidence.open wants a path or an upload.');
    if (this.#packs.size >= PACKS_MAX) {
      throw labError('TOO_MANY_PACKS', `${PACKS_MAX} packs are open.`, 'Close one first.');
    }
    const name = received?.name ?? path.slice(path.lastIndexOf('/') + 1);
    return this.jobs.run(job, async (work) => {
      const { disk } = this.#lab.platform;
      const folder = this.#machine.makeFolder();
      try {
        const facts = await extractPack({ disk, packing: this.#machine.packing, path, work }, folder);
        await refuseOtherStory(disk, folder, { facts, work });
        const logs = await readLogsOfPack(disk, folder, { facts, work });
        const pack = `p${++this.#opened}`;
        const sizeBytes = disk.stat(path)?.size ?? 0;
        const opened = new OpenedPack(disk, { pack, name, sizeBytes, folder, facts, logs });
        this.#packs.set(pack, opened);
        return opened.view;
      } catch (error) {
        disk.removeDirectory(folder);
        throw evidenceFailure(error, `${name} was not opened`);
      } finally {
        if (upload !== null) this.transfers.forget(upload);
      }
    });
  }

  packs(): readonly PackView[] {
    return [...this.#packs.values()].map(({ view }) => view);
  }

  pack(pack: string): OpenedPack {
    const opened = this.#packs.get(pack);
    if (opened === undefined) throw labError('NO_SUCH_PACK', `No pack ${pack} is open.`, 'Open it again.');
    return opened;
  }

  closePack(pack: string): void {
    const opened = this.#packs.get(pack);
    this.#packs.delete(pack);
    if (opened !== undefined) this.#lab.platform.disk.removeDirectory(opened.folder);
  }

  /** Runs what writes a file, to a path or to a temporary one that can be fetched. */
  async #writing(
    { path, job }: { readonly path: string | null; readonly job: string },
    name: string,
    write: (
      path: string,
      work: Parameters<Parameters<Jobs['run']>[1]>[0],
    ) => Promise<readonly EvidenceCheck[]>,
  ): Promise<EvidenceWritten> {
    const { disk } = this.#lab.platform;
    const place =
      path === null ? this.transfers.newDownload(name) : { download: null, path: plainPath(path) };
    const shown = place.path.slice(place.path.lastIndexOf('/') + 1);
    try {
      const checks = await this.jobs.run(job, (work) => write(place.path, work));
      return {
        path: place.download === null ? place.path : null,
        download: place.download,
        name: shown,
        sizeBytes: disk.stat(place.path)?.size ?? 0,
        checks,
      };
    } catch (error) {
      if (place.download !== null) this.transfers.drop(place.download);
      throw evidenceFailure(error, `${shown} was not written`);
    }
  }

  #cut({ selects }: Selected): Promise<LogSnapshot> {
    const { platform, broker } = this.#lab;
    const { disk, clock } = platform;
    const decided = () => decidedByCoordinator(broker.transactions.transactions());
    return cutRunningLogs({ disk, clock, logs: broker.logs, selects, decided });
  }

  #select(selection: EvidenceSelection): Promise<Selected> {
    const { broker, platform } = this.#lab;
    return resolveSelection(selection, {
      topics: new Set([...broker.topics.all()].map(({ name }) => name)),
      topicsOf: async (transactionalId) => {
        const partition = broker.transactions.partitionFor(transactionalId);
        const log = broker.topics.log({ topic: STATE_TOPIC, partition });
        const slices = new TimeSlices(platform.clock);
        const records = log === undefined ? [] : await transactionRecordViews(log, transactionalId, slices);
        if (records.length === 0) return undefined;
        const partitions = records.flatMap(({ value }) => value?.partitions ?? []);
        return new Set(partitions.map((name) => parsePartitionName(name)?.topic ?? name));
      },
    });
  }

  #story(): PackStory {
    const { journal, frames, stage, broker } = this.#lab;
    return {
      events: journal.since(0),
      frameOf: (frame): CapturedFrame | undefined => frames.get(frame),
      processOf: (clientId) => stage.processOf(clientId),
      brokerPort: broker.port,
    };
  }

  #storyChecks(): readonly EvidenceCheck[] {
    return this.#lab.journal.reachesBackTo(0)
      ? []
      : [{ check: 'timelineForgotten', outcome: 'note', params: {} }];
  }

  #roomCheck(path: string | null, neededBytes: number): EvidenceCheck {
    const { disk } = this.#lab.platform;
    const folder = path === null ? this.#lab.directory : path.slice(0, path.lastIndexOf('/')) || '/';
    const freeBytes = disk.exists(folder) ? disk.volumeOf(folder).usableBytes : 0;
    const isEnough = freeBytes >= neededBytes;
    return {
      check: isEnough ? 'roomEnough' : 'roomMissing',
      outcome: isEnough ? 'good' : 'bad',
      params: { freeBytes, neededBytes },
    };
  }
}
