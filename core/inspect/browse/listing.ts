/** What lies at a path that is opened: names and sizes only, nothing is read but small text files. */
import type { Disk } from '#core/base/disk.ts';
import { comparePartitions, parsePartitionName, partitionName } from '#core/base/topic-partition.ts';
import type { DamageView, OpenedFile, OpenedFileKind } from '#core/lab-api/opened-views.ts';
import type { SegmentView } from '#core/lab-api/views.ts';
import { strangeDamage } from '../census/beside-damage.ts';
import { segmentFileName } from '../read/file-names.ts';
import { readOffsetCheckpoint } from '../read/offset-checkpoint.ts';
import {
  baseName,
  listGiven,
  NotALogError,
  type PartitionFiles,
  parentOf,
  singleFile,
  statGiven,
} from '../read/partition-files.ts';
import { type PartitionFolder, readFolder } from '../read/partition-folder.ts';
import { noFileReason, smallText, statOf } from '../read/unreadable.ts';
import { refusalDamages } from '../scan/damage.ts';
import type { ScanControl } from '../scan/scan-control.ts';
import { sideFileAt, strangeness } from '../side/side-file.ts';

const TEXT_SIZE_MAX = 1 << 16;

type SegmentFileView = SegmentView['files'][number];

/** A partition as it lies there. */
export interface ListedPartition {
  readonly files: PartitionFiles;
  /** Of each segment, by base offset; snapshots taken behind the last segment's base are with that one. */
  readonly beside: ReadonlyMap<number, readonly SegmentFileView[]>;
  /** From the checkpoint of the log directory; undefined when it does not say. */
  readonly highWatermark: number | undefined;
  /** What cannot be read, and what looks like a file of Kafka's and is none: what the names tell, no bytes were looked at. */
  readonly damages: readonly DamageView[];
  /** Sizes and times of everything: another text when anything has changed. */
  readonly signature: string;
}

export interface Listing {
  readonly path: string;
  readonly kind: 'log-directory' | 'partition' | 'file';
  /** By topic and number. */
  readonly partitions: readonly ListedPartition[];
  /** Files of the folder itself; of a single file, that one. */
  readonly files: readonly OpenedFile[];
  readonly isCleanlyStopped: boolean | null;
  readonly clusterId: string | null;
  readonly sizeBytes: number;
}

/** The kind of a file that has a byte ruler, by its name; undefined for others. */
export function openedFileKind(name: string): OpenedFileKind | undefined {
  const segmentKind = segmentFileName(name)?.kind;
  if (segmentKind !== undefined) return segmentKind;
  if (name === 'meta.properties') return 'meta-properties';
  if (name === '.kafka_cleanshutdown') return 'clean-shutdown';
  const kind = sideFileAt(name)?.kind;
  return kind === 'partition.metadata' ? 'partition-metadata' : kind;
}

/**
 * Lists what lies at `path`, which begins with `/` or a drive.
 * @throws {NotALogError} when there is nothing of Kafka's. @throws {ScanCancelled}
 */
export async function listPath(disk: Disk, path: string, control: ScanControl): Promise<Listing> {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const stat = statGiven(disk, trimmed);
  if (!stat.isDirectory) return listFile(disk, trimmed, stat.size);
  const own = parsePartitionName(baseName(trimmed));
  const partition =
    own === undefined ? undefined : listPartition(disk, trimmed, own, checkpointsOf(disk, parentOf(trimmed)));
  if (partition !== undefined) {
    return {
      ...NOTHING,
      path: trimmed,
      kind: 'partition',
      partitions: [partition],
      sizeBytes: sizeOf([partition]),
    };
  }
  return listLogDirectory(disk, trimmed, control);
}

const NOTHING = { files: [], isCleanlyStopped: null, clusterId: null };

async function listLogDirectory(disk: Disk, path: string, control: ScanControl): Promise<Listing> {
  const checkpoints = checkpointsOf(disk, path);
  const partitions: ListedPartition[] = [];
  const files: OpenedFile[] = [];
  for (const { name, isDirectory, isFile } of listGiven(disk, path)) {
    if (isFile) {
      const file = openedFile(disk, `${path}/${name}`, name);
      if (file !== undefined) files.push(file);
      continue;
    }
    const place = parsePartitionName(name);
    const listed =
      place === undefined
        ? undefined
        : isDirectory
          ? listPartition(disk, `${path}/${name}`, place, checkpoints)
          : passedOver(disk, `${path}/${name}`, place);
    if (listed !== undefined) partitions.push(listed);
    await control.pulse(0);
  }
  if (partitions.length === 0 && files.length === 0) {
    throw new NotALogError(
      `${baseName(path)} holds no partition. Expected folders like orders-0 with files of 20 digits and .log.`,
    );
  }
  return {
    path,
    kind: 'log-directory',
    partitions: partitions.sort((a, b) => comparePartitions(a.files, b.files)),
    files,
    isCleanlyStopped: cleanlyStopped(files),
    clusterId: clusterIdOf(disk, `${path}/meta.properties`),
    sizeBytes: sizeOf(partitions),
  };
}

/** Files that a broker writes into its log directory: without any of them it is a folder of copies, which nobody stopped. */
const OF_LOG_DIRECTORY: ReadonlySet<OpenedFileKind> = new Set([
  'clean-shutdown',
  'meta-properties',
  'offset-checkpoint',
]);

function cleanlyStopped(files: readonly OpenedFile[]): boolean | null {
  if (!files.some(({ kind }) => OF_LOG_DIRECTORY.has(kind))) return null;
  return files.some(({ kind }) => kind === 'clean-shutdown');
}

/** What the checkpoints of a log directory say of its partitions. */
interface Checkpoints {
  readonly logStarts: ReadonlyMap<string, number>;
  readonly highWatermarks: ReadonlyMap<string, number>;
}

function checkpointsOf(disk: Disk, logDirectory: string): Checkpoints {
  return {
    logStarts: readOffsetCheckpoint(disk, `${logDirectory}/log-start-offset-checkpoint`),
    highWatermarks: readOffsetCheckpoint(disk, `${logDirectory}/replication-offset-checkpoint`),
  };
}

function openedFile(disk: Disk, path: string, name: string): OpenedFile | undefined {
  const kind = openedFileKind(name);
  if (kind === undefined) return undefined;
  return { name, kind, sizeBytes: statOf(disk, path)?.size ?? 0, damage: null };
}

function listFile(disk: Disk, path: string, size: number): Listing {
  const name = baseName(path);
  const file = openedFile(disk, path, name);
  // A `.log` is a partition with one segment; what is none of Kafka's files is refused.
  const files = file === undefined || file.kind === 'log' ? singleFile(disk, path, size) : undefined;
  const listed =
    files === undefined ? [] : [withBesides(disk, files, checkpointsOf(disk, parentOf(files.directory)))];
  return {
    ...NOTHING,
    path,
    kind: 'file',
    partitions: listed,
    files: file === undefined ? [] : [file],
    sizeBytes: size,
  };
}

/** Undefined when there is nothing of Kafka's in the folder. */
function listPartition(
  disk: Disk,
  directory: string,
  place: { readonly topic: string; readonly partition: number },
  checkpoints: Checkpoints,
): ListedPartition | undefined {
  const files = {
    ...place,
    directory,
    segments: [],
    checkpointedLogStart: checkpoints.logStarts.get(partitionName(place)) ?? 0,
  };
  const listed = withBesides(disk, files, checkpoints);
  return listed.files.segments.length === 0 && listed.files.fault === undefined ? undefined : listed;
}

/** A name as a partition's folder has it, that is none: a link that leads nowhere, or something else; Kafka passes over it. */
function passedOver(
  disk: Disk,
  directory: string,
  place: { readonly topic: string; readonly partition: number },
): ListedPartition {
  const reason = `it cannot be read: ${noFileReason(disk, directory)}`;
  const fault = { kind: 'unreadable', reason } as const;
  const files = { ...place, directory, segments: [], checkpointedLogStart: 0, fault };
  const damages = refusalDamages(files).map(
    (damage): DamageView => ({ ...damage, cleanStart: 'passed-over', uncleanStart: 'passed-over' }),
  );
  return { files, beside: new Map(), highWatermark: undefined, damages, signature: reason };
}

/** Lists the folder once: segments, unless they are given, and what lies beside them. */
function withBesides(disk: Disk, files: PartitionFiles, { highWatermarks }: Checkpoints): ListedPartition {
  const { directory } = files;
  const folder = readFolder(disk, directory);
  const found = besidesIn(disk, directory, folder);
  const isGiven = files.segments.length > 0;
  const { fault } = folder;
  const segments = isGiven ? files.segments : folder.segments;
  const bases = segments.map(({ baseOffset }) => baseOffset);
  const beside = new Map(bases.map((base) => [base, [] as SegmentFileView[]]));
  for (const [base, views] of found.byBase) {
    const owner = beside.has(base) ? base : bases.findLast((candidate) => candidate <= base);
    if (owner !== undefined) beside.get(owner)?.push(...views);
  }
  for (const views of beside.values()) views.push(...found.shared);
  const all = isGiven || fault === undefined ? { ...files, segments } : { ...files, segments, fault };
  const damages = isGiven ? [] : [...refusalDamages(all), ...found.damages];
  return {
    files: all,
    beside,
    highWatermark: highWatermarks.get(partitionName(files)),
    damages,
    signature: found.signature + damages.map(({ file, reason }) => `${file} ${reason}\n`).join(''),
  };
}

/** What lies in a partition's folder beside its segments, by the base offset of its name where it has one. */
function besidesIn(disk: Disk, directory: string, { entries }: PartitionFolder) {
  const byBase = new Map<number, SegmentFileView[]>();
  const shared: SegmentFileView[] = [];
  const damages: DamageView[] = [];
  let signature = '';
  for (const entry of entries) {
    const { name } = entry;
    const strange = strangeness(disk, directory, entry);
    if (strange !== undefined) damages.push(strangeDamage(name, strange));
    const kind = entry.isFile ? openedFileKind(name) : undefined;
    const stat = kind === undefined ? undefined : statOf(disk, `${directory}/${name}`);
    // A file may go while its folder is listed.
    if (kind === undefined || stat === undefined) continue;
    const view = { name, kind: kind as SegmentFileView['kind'], sizeBytes: stat.size };
    signature += `${name} ${stat.size} ${stat.modifiedMs}\n`;
    const base = segmentFileName(name)?.base;
    if (base === undefined) shared.push(view);
    else byBase.set(Number(base), [...(byBase.get(Number(base)) ?? []), view]);
  }
  return { byBase, shared, damages, signature };
}

function sizeOf(partitions: readonly ListedPartition[]): number {
  return partitions.reduce(
    (sum, { files }) => sum + files.segments.reduce((bytes, { size }) => bytes + size, 0),
    0,
  );
}

function clusterIdOf(disk: Disk, path: string): string | null {
  const text = smallText(disk, path, TEXT_SIZE_MAX) ?? '';
  return /^cluster\.id=(.+)$/m.exec(text)?.[1]?.trim() ?? null;
}
