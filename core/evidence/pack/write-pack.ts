/**
 * Writes an evidence pack: a ZIP file that anybody can open. It is written beside its place under another name, read again from
 * beginning to end, and only then given its name: there is never half a pack.
 */
import type { Clock } from '#core/base/clock.ts';
import type { Disk } from '#core/base/disk.ts';
import type { Packing } from '#core/base/packing.ts';
import type { EvidenceCheck, EvidenceScenario, EvidenceSelection } from '#core/lab-api/evidence-views.ts';
import type { AnyEvent } from '#core/observe/event-bus.ts';
import { Capture, type CapturedFrame } from '../capture/capture.ts';
import { openPartial, refuseTarget } from '../save/refuse-target.ts';
import type { LogSnapshot } from '../source/log-snapshot.ts';
import { hasPart } from '../source/select.ts';
import type { Work } from '../work.ts';
import { ZipWriter } from '../zip/zip-writer.ts';
import { gathered } from './gathered.ts';
import { PACK_FILES, PACK_IDENTITY, type PackFacts } from './pack-facts.ts';
import { packReadme } from './pack-readme.ts';
import { isChosen, timelineLine } from './pack-timeline.ts';
import { verifyPack } from './read-pack.ts';

/** What happened around the logs. */
export interface PackStory {
  /** Oldest first. */
  readonly events: readonly AnyEvent[];
  readonly frameOf: (frame: number) => CapturedFrame | undefined;
  readonly processOf: (clientId: string | null) => string | null;
  readonly brokerPort: number;
}

export interface PackContents {
  readonly snapshot: LogSnapshot;
  /** With the topics of its transactional ids. */
  readonly selection: EvidenceSelection;
  /** Null when only logs are known. */
  readonly story: PackStory | null;
  readonly scenario: EvidenceScenario | null;
  /** What else is to be said. */
  readonly checks: readonly EvidenceCheck[];
  readonly writtenBy: string;
}

export interface PackTarget {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly packing: Packing;
  readonly path: string;
  readonly work: Work;
}

/** What was written. */
export interface WrittenPack {
  readonly sizeBytes: number;
  readonly files: number;
  readonly facts: PackFacts;
}

/**
 * Rejects with WorkCancelled, SnapshotChangedError, or the platform's error (ENOSPC when the disk is full); nothing stays then.
 */
export async function writePack(target: PackTarget, contents: PackContents): Promise<WrittenPack> {
  const { disk, path } = target;
  refuseTarget(disk, path, 'fence');
  const partial = `${path}.partial`;
  try {
    const { facts, files } = await writeInto(target, partial, contents);
    await verifyPack({ ...target, path: partial });
    disk.rename(partial, path);
    return { sizeBytes: disk.stat(path)?.size ?? 0, files, facts };
  } catch (error) {
    disk.remove(partial);
    throw error;
  }
}

async function writeInto(
  target: PackTarget,
  partial: string,
  contents: PackContents,
): Promise<{ readonly facts: PackFacts; readonly files: number }> {
  const { disk, packing } = target;
  const file = openPartial(disk, partial);
  try {
    const pack = new PackWriter(target, new ZipWriter(file, packing));
    const facts = await pack.write(contents);
    await file.sync();
    return { facts, files: pack.fileCount };
  } finally {
    file.close();
  }
}

class PackWriter {
  readonly #target: PackTarget;
  readonly #zip: ZipWriter;
  readonly #sums: string[] = [];
  readonly #nowMs: number;

  constructor(target: PackTarget, zip: ZipWriter) {
    this.#target = target;
    this.#zip = zip;
    this.#nowMs = target.clock.nowMs();
  }

  get fileCount(): number {
    return this.#sums.length;
  }

  async write(contents: PackContents): Promise<PackFacts> {
    if (hasPart(contents.selection, 'logs')) await this.#writeLogs(contents.snapshot);
    const story = await this.#writeStory(contents);
    const scenario = hasPart(contents.selection, 'scenario') ? contents.scenario : null;
    if (scenario !== null) {
      const { verdicts, ...rest } = scenario;
      await this.#add(PACK_FILES.scenario, [JSON.stringify(rest, null, 1), '\n']);
      await this.#add(
        PACK_FILES.verdicts,
        verdicts.map((verdict) => `${JSON.stringify(verdict)}\n`),
      );
    }
    const facts: PackFacts = {
      ...PACK_IDENTITY,
      writtenBy: contents.writtenBy,
      createdAtMs: this.#nowMs,
      point: contents.snapshot.point,
      clusterId: contents.snapshot.clusterId,
      selection: contents.selection,
      partitions: hasPart(contents.selection, 'logs') ? contents.snapshot.partitions : [],
      checks: [
        ...contents.snapshot.checks,
        ...contents.checks,
        ...(hasPart(contents.selection, 'frames') ? forgottenFrames(story) : []),
      ],
      decided: hasPart(contents.selection, 'logs') ? contents.snapshot.decided : [],
      ...story,
      scenario: scenario?.id ?? null,
    };
    await this.#add(PACK_FILES.facts, [JSON.stringify(facts, null, 1), '\n']);
    await this.#add(PACK_FILES.readme, [
      packReadme(facts, { createdAt: isoTime(this.#nowMs), hasStory: contents.story !== null }),
    ]);
    await this.#add(PACK_FILES.checksums, [...this.#sums], false);
    this.#zip.finish();
    return facts;
  }

  async #writeLogs(snapshot: LogSnapshot): Promise<void> {
    const { work } = this.#target;
    work.begin(
      'logs',
      snapshot.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    );
    for (const { path, modifiedMs, contents } of snapshot.files) {
      await this.#addPieces(`${PACK_FILES.logs}/${path}`, modifiedMs, counted(contents(), work));
      const pause = work.breathe();
      if (pause !== undefined) await pause;
    }
    snapshot.confirm();
  }

  async #writeStory({ story, selection }: PackContents): Promise<Pick<PackFacts, 'timeline' | 'frames'>> {
    const { work } = this.#target;
    const hasTimeline = hasPart(selection, 'timeline');
    const hasFrames = hasPart(selection, 'frames');
    const events = story?.events.filter((event) => isChosen(event, selection)) ?? [];
    const frames = events.flatMap((event) => {
      const frame =
        hasFrames && event.type === 'frame.exchanged' ? story?.frameOf(event.data.frame) : undefined;
      return frame === undefined ? [] : [frame];
    });
    const capture = new Capture(frames, {
      brokerPort: story?.brokerPort ?? 0,
      portOf: portsOf(story?.events ?? []),
    });
    if (story !== null) {
      const { processOf } = story;
      const packetsOf = (frame: number) => capture.packets.get(frame);
      const lines = function* (): Generator<Buffer, void> {
        for (const event of events) yield Buffer.from(timelineLine(event, { processOf, packetsOf }));
      };
      if (hasTimeline) {
        work.begin('timeline');
        await this.#addPieces(PACK_FILES.timeline, this.#nowMs, counted(gathered(lines()), work));
      }
      if (hasFrames) {
        work.begin('frames');
        await this.#addPieces(PACK_FILES.frames, this.#nowMs, counted(gathered(capture.contents()), work));
      }
    }
    const told = hasTimeline ? events : [];
    return {
      timeline: {
        events: told.length,
        firstMs: told[0]?.atMs ?? null,
        lastMs: told.at(-1)?.atMs ?? null,
        byType: countBy(told.map(({ type }) => type)),
      },
      frames: {
        count: frames.length,
        packets: capture.packetCount,
        brokerPort: story?.brokerPort ?? 0,
        byApi: hasFrames
          ? countBy(events.flatMap((event) => (event.type === 'frame.exchanged' ? [event.data.api] : [])))
          : {},
      },
    };
  }

  #add(name: string, pieces: readonly string[], isSummed = true): Promise<void> {
    return this.#addPieces(name, this.#nowMs, gathered(pieces.map((piece) => Buffer.from(piece))), isSummed);
  }

  async #addPieces(
    name: string,
    modifiedMs: number,
    contents: Iterable<Buffer>,
    isSummed = true,
  ): Promise<void> {
    const { sha256 } = await this.#zip.add({ name, modifiedMs, contents });
    if (isSummed) this.#sums.push(`${sha256}  ${name}\n`);
  }
}

/** Exchanges that the timeline names, and whose bytes are no longer kept. */
function forgottenFrames({
  timeline,
  frames,
}: Pick<PackFacts, 'timeline' | 'frames'>): readonly EvidenceCheck[] {
  const count = (timeline.byType['frame.exchanged'] ?? 0) - frames.count;
  return count <= 0 ? [] : [{ check: 'framesForgotten', outcome: 'note', params: { count } }];
}

function* counted(pieces: Iterable<Buffer>, work: Work): Generator<Buffer, void> {
  for (const piece of pieces) {
    work.advance(piece.length);
    yield piece;
  }
}

/** The ports from which clients connected, as far as the events still say. */
function portsOf(events: readonly AnyEvent[]): (connection: number) => number | undefined {
  const ports = new Map<number, number>();
  for (const event of events) {
    if (event.type !== 'connection.opened') continue;
    const port = Number(/:([0-9]+)$/.exec(event.data.remoteAddress)?.[1]);
    if (port > 0 && port < 65_536) ports.set(event.data.connection, port);
  }
  return (connection) => ports.get(connection);
}

function countBy(names: readonly string[]): { readonly [name: string]: number } {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isoTime(ms: number): string {
  // biome-ignore lint/style/noRestrictedGlobals: writes a number as a date; nobody is asked for the time.
  return new Date(ms).toISOString();
}
