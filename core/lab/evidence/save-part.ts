/** A part of the running lab's logs as a file of its own, up to where the log ends at this moment. */
import type { Packing } from '#core/base/packing.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import { recordLines } from '#core/evidence/save/record-lines.ts';
import { writeFile } from '#core/evidence/save/write-file.ts';
import { writeZip } from '#core/evidence/save/write-zip.ts';
import { cutRunningLogs } from '#core/evidence/source/live-source.ts';
import { readPrefix } from '#core/evidence/source/log-snapshot.ts';
import type { Work } from '#core/evidence/work.ts';
import type { EvidencePart } from '#core/lab-api/evidence-views.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import { segmentFileName } from '#core/log/file-names.ts';
import type { EvidenceWorld } from './evidence-world.ts';

export interface SavedPart {
  readonly topic: string;
  readonly partition: number;
  readonly part: EvidencePart;
}

/** Rejects with WorkCancelled, SnapshotChangedError, LabError, or the platform's error. */
export async function savePart(
  lab: EvidenceWorld,
  packing: Packing,
  saved: SavedPart & { readonly path: string; readonly work: Work },
): Promise<void> {
  const { topic, partition, part, path, work } = saved;
  const { disk, clock } = lab.platform;
  if (part.kind === 'partition') {
    const wanted = partitionName({ topic, partition });
    lab.log(topic, partition);
    const selects = (one: { topic: string; partition: number }): boolean => partitionName(one) === wanted;
    const snapshot = await cutRunningLogs({
      disk,
      clock,
      logs: lab.broker.logs,
      selects,
      // One partition's files say nothing of the coordinator's.
      decided: () => [],
    });
    try {
      const files = snapshot.files.filter((file) => file.path.startsWith(`${wanted}/`));
      await writeZip({ disk, packing, path, work }, files);
    } finally {
      snapshot.release();
    }
    return;
  }
  const release = await lab.broker.logs.hold();
  try {
    const cut = lab.log(topic, partition).cut();
    const segments = cut.segments.map(({ baseOffset, sizeBytes: size }) => ({
      baseOffset,
      size,
      path: `${cut.directory}/${segmentFileName(baseOffset, 'log')}`,
    }));
    if (part.kind === 'records') {
      const files = { segments, checkpointedLogStart: cut.logStartOffset };
      const { format, fromOffset, toOffset } = part;
      const end = Math.min(toOffset ?? cut.logEndOffset, cut.logEndOffset);
      const pieces = recordLines({
        disk,
        files,
        format,
        fromOffset: Math.max(fromOffset, cut.logStartOffset),
        toOffset: end,
        work,
      });
      await writeFile(disk, path, { pieces, work });
      return;
    }
    const segment = segments.find(({ baseOffset }) => baseOffset === part.baseOffset);
    if (segment === undefined) {
      throw labError('NO_SUCH_SEGMENT', `${topic}-${partition} has no segment ${part.baseOffset}.`);
    }
    await writeFile(disk, path, { pieces: readPrefix(disk, segment.path, segment.size), work });
  } finally {
    release();
  }
}
