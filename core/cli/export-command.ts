/**
 * `fencepost export --data DIR --out FILE.fence`: an evidence pack of a log directory that nobody has open; or of one partition the
 * records as CSV or JSON, or one segment's `.log`. Nothing is written to the directory.
 */
import path from 'node:path';
import { counted } from '#core/base/counted.ts';
import { isDiskError } from '#core/base/disk-error.ts';
import { printable } from '#core/base/printable.ts';
import { parsePartitionName, partitionName } from '#core/base/topic-partition.ts';
import { type WrittenPack, writePack } from '#core/evidence/pack/write-pack.ts';
import { recordLines } from '#core/evidence/save/record-lines.ts';
import { isWithin, TargetRefused } from '#core/evidence/save/refuse-target.ts';
import { writeFile } from '#core/evidence/save/write-file.ts';
import { readDirectory } from '#core/evidence/source/directory-source.ts';
import { isInternalTopic, readPrefix, SnapshotChangedError } from '#core/evidence/source/log-snapshot.ts';
import { refuseUnreadable } from '#core/evidence/source/refuse-unreadable.ts';
import { resolveSelection } from '#core/evidence/source/select.ts';
import { topicsOfTransactions } from '#core/evidence/source/transaction-topics.ts';
import { Work, WorkCancelled } from '#core/evidence/work.ts';
import { findTime } from '#core/inspect/browse/locate.ts';
import { findPartitions, NotALogError, statGiven } from '#core/inspect/read/partition-files.ts';
import { refusalOf } from '#core/inspect/read/unreadable.ts';
import { ScanControl } from '#core/inspect/scan/scan-control.ts';
import type { EvidencePackPart } from '#core/lab-api/evidence-views.ts';
import { NodePacking } from '#core/platform/node/node-packing.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { evidenceCheckText } from './evidence-text.ts';
import { EXIT_INTERRUPTED, interruptible } from './interruptible.ts';
import { ReadProgress } from './read-progress.ts';

export interface ExportArguments {
  readonly data: string;
  readonly out: string;
  readonly topic: readonly string[];
  readonly transactionalId: readonly string[];
  /** `orders-0`; only with `format` or `segment`. */
  readonly partition?: string | undefined;
  /** Of a pack; none: every part there is. */
  readonly part: readonly EvidencePackPart[];
  /** Times in ms. Of a pack: topics whose first record from `from` on is not newer than `to`, whole. Else the records in between. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly format: 'fence' | 'csv' | 'json';
  readonly segment?: string | undefined;
  readonly json: boolean;
}

const EXIT_GOOD = 0;
const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

/** Answers the exit status: 1 when nothing was written. */
export async function runExport(args: ExportArguments): Promise<number> {
  const fault = usageFault(args);
  if (fault !== undefined) {
    say(fault);
    return EXIT_USAGE;
  }
  const directory = path.resolve(args.data).replaceAll(path.sep, '/');
  const out = path.resolve(args.out).replaceAll(path.sep, '/');
  const { clock } = nodePlatform();
  const progress = new ReadProgress('export', { stream: process.stderr, nowMs: () => clock.monotonicMs() });
  const work = new Work(clock, progress.show);
  try {
    refuseOwnPlace(args, out);
    return await interruptible(work, () => {
      const task = { directory, out, work, progress };
      return args.partition === undefined ? exportPack(args, task) : exportPart(args, task);
    });
  } catch (error) {
    progress.clear();
    if (error instanceof WorkCancelled) {
      say(`${args.out} was not written: it was interrupted`);
      return EXIT_INTERRUPTED;
    }
    const sentence = failureOf(error, args);
    if (sentence === undefined) throw error;
    say(`${args.out} was not written: ${sentence}`);
    return EXIT_FAILED;
  }
}

/** Nothing is written to what is exported, nor to a folder that a link in it leads to. */
function refuseOwnPlace({ data }: ExportArguments, out: string): void {
  const { disk } = nodePlatform();
  const directory = path.resolve(data).replaceAll(path.sep, '/');
  const stat = statGiven(disk, directory);
  const own = stat.isDirectory
    ? [directory, ...findPartitions(disk, directory).map((files) => files.directory)]
    : [];
  if (own.some((folder) => isWithin(disk, out, folder)))
    throw new TargetRefused(`it would lie in --data ${data}, which is only read`);
}

function usageFault({
  data,
  out,
  partition,
  format,
  segment,
  topic,
  transactionalId,
  part,
  from,
  to,
}: ExportArguments): string | undefined {
  if (data === '' || out === '') return `${data === '' ? '--data' : '--out'} is empty; name a path`;
  if (from !== undefined && to !== undefined && from > to) return '--from is behind --to';
  // What happened around the logs is known to the lab that ran them only.
  if (part.length > 0 && !part.includes('logs'))
    return `--part ${part.join(', ')}: a directory has no timeline, no frames and no scenario; only logs`;
  if (segment !== undefined && (from !== undefined || to !== undefined))
    return '--segment is written whole; --from and --to are for records and packs';
  const isPart = format !== 'fence' || segment !== undefined;
  if (isPart && partition === undefined)
    return '--format csv, json and --segment want --partition, like orders-0';
  if (partition === undefined) return undefined;
  if (parsePartitionName(partition) === undefined)
    return `--partition ${partition}: it is a topic and a number, like orders-0`;
  if (!isPart) return '--partition wants --format csv, --format json or --segment; a pack takes --topic';
  if (segment !== undefined && !/^[0-9]{1,20}$/.test(segment))
    return `--segment ${segment}: it is the base offset of one`;
  if (segment !== undefined && format !== 'fence') return '--segment and --format are two things';
  if (part.length > 0) return '--part is of a pack; --partition is one file';
  if (topic.length + transactionalId.length > 0) return '--partition and --topic are two things';
  return undefined;
}

/** What an export works with. */
interface ExportTask {
  readonly directory: string;
  readonly out: string;
  readonly work: Work;
  readonly progress: ReadProgress;
}

async function exportPack(args: ExportArguments, task: ExportTask): Promise<number> {
  const { directory, out, work, progress } = task;
  const { disk, clock } = nodePlatform();
  if (statGiven(disk, directory).isFile)
    throw new NotALogError(`--data ${args.data} is a file; give the log directory that it lies in`);
  const packing = new NodePacking();
  const selected = await resolveSelection(
    {
      topics: args.topic,
      transactionalIds: args.transactionalId,
      fromMs: args.from ?? null,
      toMs: args.to ?? null,
      ...(args.part.length === 0 ? {} : { parts: args.part }),
    },
    {
      topics: new Set(findPartitions(disk, directory).map(({ topic }) => topic)),
      topicsOf: (id) => topicsOfTransactions(disk, directory, id),
    },
  );
  const missing = selected.checks.find(({ outcome }) => outcome === 'bad');
  if (missing !== undefined) throw new NotALogError(evidenceCheckText(missing));
  const inTime = await topicsInTime(directory, args);
  const snapshot = await readDirectory({
    disk,
    packing,
    directory,
    selects: (place) => selected.selects(place) && (isInternalTopic(place.topic) || inTime(place.topic)),
    nowMs: clock.nowMs(),
    work,
  });
  const written = await writePack(
    { disk, clock, packing, path: out, work },
    {
      snapshot,
      selection: selected.selection,
      story: null,
      scenario: null,
      checks: [{ check: 'onlyLogs', outcome: 'note', params: {} }],
      writtenBy: `Fencepost ${packageJson.version}`,
    },
  );
  progress.clear();
  printWritten(args, written);
  return EXIT_GOOD;
}

/** Which topics have a record between the two times. */
async function topicsInTime(
  directory: string,
  { from, to }: Pick<ExportArguments, 'from' | 'to'>,
): Promise<(topic: string) => boolean> {
  if (from === undefined && to === undefined) return () => true;
  const { disk, clock } = nodePlatform();
  const control = new ScanControl({ clock });
  const topics = new Set<string>();
  for (const files of findPartitions(disk, directory)) {
    if (topics.has(files.topic) || isInternalTopic(files.topic)) continue;
    refuseUnreadable(disk, files);
    const wanted = { timestamp: from ?? -1, fromOffset: files.checkpointedLogStart };
    const found = await findTime({ disk, files }, wanted, control);
    if (found !== undefined && found.timestampMs <= (to ?? Number.POSITIVE_INFINITY)) topics.add(files.topic);
  }
  return (topic) => topics.has(topic);
}

function printWritten({ out, json }: ExportArguments, { sizeBytes, files, facts }: WrittenPack): void {
  if (json) {
    const { point, partitions, checks, decided } = facts;
    process.stdout.write(
      `${JSON.stringify({ file: out, sizeBytes, files, point, partitions, checks, decided })}\n`,
    );
    return;
  }
  const lines = [
    `${out}: ${counted(sizeBytes, 'byte')}, ${counted(facts.partitions.length, 'partition')}, ${counted(files, 'file')}; every checksum was verified`,
    ...facts.checks.map((check) => `  ${evidenceCheckText(check)}`),
  ];
  process.stdout.write(`${lines.map(printable).join('\n')}\n`);
}

async function exportPart(
  args: ExportArguments,
  { directory, out, work, progress }: ExportTask,
): Promise<number> {
  const { disk } = nodePlatform();
  const files = findPartitions(disk, directory).find((one) => partitionName(one) === args.partition);
  if (files === undefined) throw new NotALogError(`${args.data} has no partition ${args.partition}`);
  if (args.segment === undefined) refuseUnreadable(disk, files);
  const segment = files.segments.find(
    ({ baseOffset }) => String(baseOffset) === String(Number(args.segment)),
  );
  if (args.segment !== undefined && segment === undefined) {
    throw new NotALogError(`${args.partition} has no segment ${args.segment}`);
  }
  let damage: string | null = null;
  const format = args.format === 'csv' ? 'csv' : 'json';
  const pieces =
    segment === undefined
      ? recordLines({
          disk,
          files,
          format,
          fromOffset: 0,
          toOffset: null,
          fromMs: args.from ?? null,
          toMs: args.to ?? null,
          work,
          onDamage: ({ file, position, reason }) => {
            damage = `${file}: byte ${position}: ${reason}`;
          },
        })
      : readPrefix(disk, segment.path, segment.size);
  const kind = segment === undefined ? format : 'log';
  const sizeBytes = await writeFile(disk, out, { pieces, kind, work });
  progress.clear();
  const said = damage === null ? '' : `\n  records end where the log is damaged: ${damage}`;
  process.stdout.write(
    args.json
      ? `${JSON.stringify({ file: args.out, sizeBytes, ...(damage === null ? {} : { damage }) })}\n`
      : `${printable(`${args.out}: ${sizeBytes} bytes`)}${said.split('\n').map(printable).join('\n')}\n`,
  );
  return EXIT_GOOD;
}

/** One clause about what was thrown; undefined for what nobody expected. */
function failureOf(error: unknown, { out, partition }: ExportArguments): string | undefined {
  if (error instanceof NotALogError || error instanceof SnapshotChangedError) {
    // The coordinators' topics go into every pack.
    const isOfTopic = /\/(?!__)[^/]+-[0-9]+(\/[^/]+)? cannot be read: /.test(error.message);
    const hint = isOfTopic && partition === undefined ? '; or name the other topics with --topic' : '';
    return printable(error.message + hint);
  }
  if (error instanceof TargetRefused) return printable(`${error.message}; choose another --out`);
  if (!isDiskError(error)) return undefined;
  const place = 'path' in error && typeof error.path === 'string' ? error.path : undefined;
  if (place === undefined || place.startsWith(path.resolve(out))) return writeFailure(error, out);
  return printable(`${place} cannot be read: ${refusalOf(error)}`);
}

function writeFailure(error: Error & { readonly code: string }, out: string): string {
  const folder = path.dirname(path.resolve(out));
  switch (error.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full; make room, or choose another --out';
    case 'ENOENT':
      return printable(`there is no folder ${folder}; make it, or choose another --out`);
    case 'EISDIR':
      return 'it is a folder; choose another --out';
    case 'EEXIST':
      return 'it is a pipe, a socket or a device; choose another --out';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return printable(`${folder} may not be written to; choose another --out`);
    default:
      return printable(`${error.message}; check ${out} and --data`);
  }
}

function say(line: string): void {
  process.stderr.write(`export: ${printable(line)}\n`);
}
