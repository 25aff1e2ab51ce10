/** A part of a log as a file of its own: of the running lab, up to where the log ends at this moment, or of what was opened. */
import type { Packing } from '#core/base/packing.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import { recordLines } from '#core/evidence/save/record-lines.ts';
import { writeFile } from '#core/evidence/save/write-file.ts';
import { writeZip } from '#core/evidence/save/write-zip.ts';
import { cutRunningLogs } from '#core/evidence/source/live-source.ts';
import { readPrefix, wholeFile } from '#core/evidence/source/log-snapshot.ts';
import type { SurveyedFiles } from '#core/evidence/survey/survey-partition.ts';
import type { Work } from '#core/evidence/work.ts';
import { baseName } from '#core/inspect/read/partition-files.ts';
import type { EvidenceCheck, EvidencePart } from '#core/lab-api/evidence-views.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import { segmentFileName } from '#core/log/file-names.ts';
import type { EvidenceWorld } from './evidence-world.ts';

export interface SavedPart {
  readonly topic: string;
  readonly partition: number;
  /** Id of what was opened; left out for the lab's own log. */
  readonly opened?: string | undefined;
  readonly part: EvidencePart;
}

interface Saving extends SavedPart {
  readonly path: string;
  readonly work: Work;
}

/** What is to be said of the file. Rejects with WorkCancelled, SnapshotChangedError, LabError, or the platform's error. */
export async function savePart(
  lab: EvidenceWorld,
  packing: Packing,
  saving: Saving,
): Promise<readonly EvidenceCheck[]> {
  if (saving.opened !== undefined) return saveOpened(lab, packing, { ...saving, opened: saving.opened });
  const { topic, partition, part } = saving;
  if (part.kind === 'partition') {
    await saveOwnPartition(lab, packing, saving);
    return [];
  }
  const release = await lab.broker.logs.hold();
  try {
    const cut = lab.log(topic, partition).cut();
    const segments = cut.segments.map(({ baseOffset, sizeBytes: size }) => ({
      baseOffset,
      size,
      path: `${cut.directory}/${segmentFileName(baseOffset, 'log')}`,
    }));
    const files = { segments, checkpointedLogStart: cut.logStartOffset };
    return await saveFromFiles(lab, { ...saving, part }, { files, logEndOffset: cut.logEndOffset });
  } finally {
    release();
  }
}

async function saveOpened(
  lab: EvidenceWorld,
  packing: Packing,
  saving: Saving & { readonly opened: string },
): Promise<readonly EvidenceCheck[]> {
  const { topic, partition, opened, part, path, work } = saving;
  const { disk } = lab.platform;
  const { files } = (await lab.opened.get(opened).partition({ topic, partition })).listed;
  if (part.kind !== 'partition') return saveFromFiles(lab, { ...saving, part }, { files });
  const found = disk
    .list(files.directory)
    .filter(({ isFile }) => isFile)
    .flatMap(({ name }) => wholeFile(disk, `${files.directory}/${name}`, `${partitionName(files)}/${name}`));
  await writeZip({ disk, packing, path, work }, found);
  return [];
}

async function saveOwnPartition(
  lab: EvidenceWorld,
  packing: Packing,
  { topic, partition, path, work }: Saving,
): Promise<void> {
  const { disk, clock } = lab.platform;
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
}

/** A segment, or records. */
async function saveFromFiles(
  lab: EvidenceWorld,
  saving: Saving & { readonly part: Exclude<EvidencePart, { readonly kind: 'partition' }> },
  { files, logEndOffset = Infinity }: { readonly files: SurveyedFiles; readonly logEndOffset?: number },
): Promise<readonly EvidenceCheck[]> {
  const { topic, partition, part, path, work } = saving;
  const { disk } = lab.platform;
  if (part.kind === 'segment') {
    const segment = files.segments.find(({ baseOffset }) => baseOffset === part.baseOffset);
    if (segment === undefined) {
      throw labError('NO_SUCH_SEGMENT', `${topic}-${partition} has no segment ${part.baseOffset}.`);
    }
    work.begin('logs', segment.size);
    await writeFile(disk, path, {
      pieces: counted(readPrefix(disk, segment.path, segment.size), work),
      kind: 'log',
      work,
    });
    return [];
  }
  const checks: EvidenceCheck[] = [];
  const pieces = recordLines({
    disk,
    files,
    format: part.format,
    fromOffset: Math.max(part.fromOffset, files.checkpointedLogStart),
    toOffset: Math.min(part.toOffset ?? Infinity, logEndOffset),
    work,
    onDamage: ({ file, position, reason }) => {
      const params = { file: baseName(file), position, reason };
      checks.push({ check: 'recordsEnd', outcome: 'bad', params });
    },
  });
  await writeFile(disk, path, { pieces, kind: part.format, work });
  return checks;
}

function* counted(pieces: Iterable<Buffer>, work: Work): Generator<Buffer, void> {
  for (const piece of pieces) {
    yield piece;
    work.advance(piece.length);
  }
}
