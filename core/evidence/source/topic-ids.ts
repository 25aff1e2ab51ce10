/** Topic ids of a log directory, which a broker of today must have; where there is none, one is made. */
import type { Disk } from '#core/base/disk.ts';
import type { Packing } from '#core/base/packing.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import type { PartitionFiles } from '#core/inspect/read/partition-files.ts';
import type { EvidenceCheck } from '#core/lab-api/evidence-views.ts';
import { PARTITION_METADATA_FILE } from '#core/log/file-names.ts';
import { readTopicId, topicIdText } from '#core/log/partition-metadata.ts';
import { uuidFromBytes } from '#core/protocol/uuid.ts';
import { madeFile, type SnapshotFile, wholeFile } from './log-snapshot.ts';

/** A partition that a Kafka before 2.8 wrote has no topic id, which a broker of today must have: one is made of the name. */
export function topicIdFiles(
  { disk, packing, nowMs }: { readonly disk: Disk; readonly packing: Packing; readonly nowMs: number },
  files: PartitionFiles,
): readonly SnapshotFile[] {
  const path = `${partitionName(files)}/${PARTITION_METADATA_FILE}`;
  const known = readTopicId(disk, files.directory);
  if (known !== undefined) return wholeFile(disk, `${files.directory}/${PARTITION_METADATA_FILE}`, path);
  const digest = packing.sha256();
  digest.update(Buffer.from(`fencepost topic id of ${files.topic}`));
  const bytes = Buffer.from(digest.hex().slice(0, 32), 'hex');
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  // No id begins with a dash.
  bytes.writeUInt8(bytes.readUInt8(0) & 0x7f, 0);
  return [madeFile(path, topicIdText(uuidFromBytes(bytes)), nowMs)];
}

/** Says for which topics an id was made. */
export function topicIdChecks(disk: Disk, partitions: readonly PartitionFiles[]): readonly EvidenceCheck[] {
  const without = partitions.filter(({ directory }) => readTopicId(disk, directory) === undefined);
  const topics = new Set(without.map(({ topic }) => topic));
  return [...topics].map((topic) => ({ check: 'topicIdMade', outcome: 'note', params: { topic } }));
}
