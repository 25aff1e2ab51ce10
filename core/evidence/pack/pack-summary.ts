/** What an opened pack holds, counted: records by verdict, what its scenario came to. */
import type { Disk } from '#core/base/disk.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import { findPartitions } from '#core/inspect/read/partition-files.ts';
import type { EvidenceScenario, VerdictCounts } from '#core/lab-api/evidence-views.ts';
import type { Json } from '#core/observe/events.ts';
import { surveyPartition } from '../survey/survey-partition.ts';
import type { Work } from '../work.ts';
import { PACK_FILES } from './pack-facts.ts';

/** Records by verdict, by partition name, of the log directory at `directory`. Rejects with WorkCancelled. */
export async function countVerdicts(
  disk: Disk,
  directory: string,
  work: Work,
): Promise<ReadonlyMap<string, VerdictCounts>> {
  const counts = new Map<string, VerdictCounts>();
  const partitions = findPartitions(disk, directory);
  const total = partitions.flatMap(({ segments }) => segments).reduce((sum, { size }) => sum + size, 0);
  work.begin('read', total);
  for (const files of partitions) {
    const { verdicts } = await surveyPartition(disk, files, {
      checksCrc: false,
      breathe: work.breathe,
      onBatch: ({ batch }) => work.advance(batch.size),
    });
    counts.set(partitionName(files), verdicts);
  }
  return counts;
}

/** The scenario of an extracted pack, with its verdicts; null without one, or when its files are not Json. */
export function readScenario(disk: Disk, folder: string): EvidenceScenario | null {
  const path = `${folder}/${PACK_FILES.scenario}`;
  if (!disk.exists(path)) return null;
  try {
    const { id, definition } = JSON.parse(disk.readWhole(path).toString('utf8')) as {
      readonly id: string;
      readonly definition: Json;
    };
    const lines = disk.readWhole(`${folder}/${PACK_FILES.verdicts}`).toString('utf8').split('\n');
    const verdicts = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Json);
    return { id: String(id), definition: definition ?? null, verdicts };
  } catch {
    return null;
  }
}
