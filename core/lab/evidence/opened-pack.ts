/** A pack that was opened: where its files were extracted to, and what they say. */
import type { Disk } from '#core/base/disk.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import { frameInCapture } from '#core/evidence/capture/capture.ts';
import type { LogsOfPack } from '#core/evidence/pack/logs-of-pack.ts';
import { PACK_FILES, type PackFacts } from '#core/evidence/pack/pack-facts.ts';
import { readScenario } from '#core/evidence/pack/pack-summary.ts';
import { readTimeline, type TimelineLine } from '#core/evidence/pack/pack-timeline.ts';
import { annotateFrame } from '#core/inspect/annotate/annotate-frame.ts';
import type { PackView } from '#core/lab-api/evidence-views.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import type { ByteView, Snapshot, TimelineItem } from '#core/lab-api/views.ts';
import { timelineItems } from '../views/timeline-items.ts';

const ITEMS_MAX = 5_000;
const RULER_BYTES_MAX = 64 * 1024;

export class OpenedPack {
  readonly folder: string;
  readonly view: PackView;
  readonly #disk: Disk;
  /** Undefined until it is asked for. */
  #lines: readonly TimelineLine[] | undefined;
  #processes: ReadonlyMap<string, string | null> | undefined;

  constructor(
    disk: Disk,
    opened: {
      readonly pack: string;
      readonly name: string;
      readonly sizeBytes: number;
      readonly folder: string;
      readonly facts: PackFacts;
      readonly logs: LogsOfPack;
    },
  ) {
    const { facts, folder } = opened;
    const { verdicts, damages } = opened.logs;
    this.#disk = disk;
    this.folder = folder;
    this.view = {
      pack: opened.pack,
      name: opened.name,
      sizeBytes: opened.sizeBytes,
      directory: `${folder}/${PACK_FILES.logs}`,
      writtenBy: facts.writtenBy,
      createdAtMs: facts.createdAtMs,
      clusterId: facts.clusterId,
      point: facts.point,
      selection: facts.selection,
      partitions: facts.partitions.map((one) => ({
        ...one,
        verdicts: verdicts.get(partitionName(one)) ?? {},
      })),
      timeline: facts.timeline,
      frames: { count: facts.frames.count, byApi: facts.frames.byApi },
      scenario: readScenario(disk, folder),
      checks: [...facts.checks, ...damages],
      decided: facts.decided,
    };
  }

  /** Oldest first; none when the pack has logs only. */
  get lines(): readonly TimelineLine[] {
    if (this.#lines === undefined) {
      const path = `${this.folder}/${PACK_FILES.timeline}`;
      const text = this.#disk.exists(path) ? this.#disk.readWhole(path).toString('utf8') : '';
      this.#lines = [...readTimeline(text)];
    }
    return this.#lines;
  }

  /** The lab process behind a client, as the pack knows it. */
  processOf(clientId: string | null): string | null {
    this.#processes ??= new Map(
      this.lines.flatMap((line) =>
        line.type === 'frame.exchanged' && line.data.clientId !== null
          ? [[line.data.clientId, line.process ?? null] as const]
          : [],
      ),
    );
    return clientId === null ? null : (this.#processes.get(clientId) ?? null);
  }

  /** As `timeline.read`. A full answer ends with the items of one event; its `seq` is where the next one goes on. */
  timeline(sinceSeq: number): Snapshot<readonly TimelineItem[]> {
    const items: TimelineItem[] = [];
    for (const line of this.lines) {
      if (line.seq <= sinceSeq) continue;
      items.push(...timelineItems(line, (clientId) => this.processOf(clientId)));
      if (items.length >= ITEMS_MAX) return { seq: line.seq, value: items };
    }
    return { seq: this.lines.at(-1)?.seq ?? 0, value: items };
  }

  frameBytes(frame: number, side: 'request' | 'response'): ByteView {
    const line = this.lines.find((one) => one.type === 'frame.exchanged' && one.data.frame === frame);
    const packet = line?.packets?.[side] ?? null;
    const capture = `${this.folder}/${PACK_FILES.frames}`;
    if (line?.type !== 'frame.exchanged' || packet === null || !this.#disk.exists(capture)) {
      throw labError('NO_SUCH_FRAME', `The pack has no bytes of the ${side} of frame ${frame}.`);
    }
    const whole = frameInCapture(this.#disk.readWhole(capture), packet);
    if (whole === undefined)
      throw labError('NO_SUCH_FRAME', `Packet ${packet} of the capture is no whole frame.`);
    const { apiKey, version } = line.data;
    return {
      file: `frame ${frame} ${side}`,
      position: 0,
      fileSize: whole.length,
      wholeSize: whole.length,
      hex: whole.subarray(0, RULER_BYTES_MAX).toString('hex'),
      ...annotateFrame(whole, { apiKey, version, side, shownMax: RULER_BYTES_MAX }),
    };
  }
}
