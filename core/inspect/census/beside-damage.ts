/** What is wrong with the files beside a log, found by reading them whole. */
import type { Disk } from '#core/base/disk.ts';
import type { DamageView, StartUpEffect } from '#core/lab-api/opened-views.ts';
import { saidOf } from '#core/lab-api/said.ts';
import { baseName, type PartitionFiles, parentOf } from '../read/partition-files.ts';
import { smallText } from '../read/unreadable.ts';
import { ScanCancelled, type ScanPulse } from '../scan/scan-control.ts';
import {
  listed,
  type SideFile,
  sideFileAt,
  sideFileEntries,
  strangeness,
  unreadableSide,
} from '../side/side-file.ts';

const ENTRIES_A_PULSE = 256;
const SEGMENT_NAME = /^[0-9]{20}\./;
const BYTE = 256;
const TEXT_SIZE_MAX = 1 << 20;
const CLEAN_SHUTDOWN_FILE = '.kafka_cleanshutdown';
const INDEXES = ['index', 'timeindex'] as const;
/** So a broker says of an index that is not there: it makes another. */
const IS_MISSING = 'it is missing';

/** What a broker does with a damaged one when it was stopped in order before; otherwise it makes most of them anew. */
const CLEAN_START: { readonly [kind: string]: StartUpEffect } = {
  snapshot: 'older-snapshot',
  'partition.metadata': 'does-not-start',
  'leader-epoch-checkpoint': 'does-not-start',
};

/**
 * Damage of the files beside the segments of `files`; of those before the first one nothing is said. `shapeOnly`: entries are not
 * compared with the log, which takes a read each. `damagedLogs`: base offsets of the segments whose log is damaged itself.
 * @throws {ScanCancelled}
 */
export async function damageBeside(
  disk: Disk,
  files: PartitionFiles,
  control: ScanPulse,
  {
    shapeOnly = false,
    damagedLogs = new Set(),
  }: { readonly shapeOnly?: boolean; readonly damagedLogs?: ReadonlySet<number> } = {},
): Promise<readonly DamageView[]> {
  const { directory, segments } = files;
  const first = BigInt(segments[0]?.baseOffset ?? 0);
  const damages: DamageView[] = [];
  const names = new Set<string>();
  for (const entry of listed(disk, directory)) {
    const { name } = entry;
    names.add(name);
    const strange = strangeness(disk, directory, entry);
    if (strange !== undefined) {
      damages.push(strangeDamage(name, strange));
      continue;
    }
    const side = entry.isFile ? sideFileAt(`${directory}/${name}`) : undefined;
    if (side === undefined || (SEGMENT_NAME.test(name) && side.baseOffset < first)) continue;
    const reason = await damageOf(disk, side, { control, shapeOnly });
    if (reason === null) continue;
    const damage = sideDamage(side, reason);
    const isNewest = damage.segment === segments.at(-1)?.baseOffset;
    damages.push(
      damagedLogs.has(damage.segment) ? besideDamagedLog(damage, isNewest) : besideLog(damage, isNewest),
    );
  }
  return [
    ...damages,
    ...missingIndexes(disk, segments, names),
    ...missingSnapshot(disk, files, names),
    ...missingMetadata(disk, directory, names),
  ];
}

/** Only of the newest segment a start looks for the log end. */
function besideLog(damage: DamageView, isNewest: boolean): DamageView {
  const { cleanStart } = damage;
  const isOfEnd = cleanStart === 'end-falls' || cleanStart === 'end-uncertain';
  return isOfEnd && !isNewest ? { ...damage, cleanStart: 'seekers-miss' } : damage;
}

/** An index that was right for the batches that were there: what comes of it, the damage of the log says. */
function besideDamagedLog(damage: DamageView, isNewest: boolean): DamageView {
  const { cleanStart } = besideLog(damage, isNewest);
  const isOfLog = cleanStart === 'end-uncertain' || cleanStart === 'seekers-miss';
  return isOfLog ? { ...damage, cleanStart: 'unnoticed' } : { ...damage, cleanStart };
}

/** A broker makes both indexes with the segment, or with its first record. */
function missingIndexes(
  disk: Disk,
  segments: PartitionFiles['segments'],
  names: ReadonlySet<string>,
): readonly DamageView[] {
  return segments.flatMap(({ baseOffset, path, size }) => {
    const missing = INDEXES.filter((kind) => !names.has(baseName(path).replace(/log$/, kind)));
    // A live broker removes all of a segment, one file after the other.
    if (size === 0 || missing.length === 0 || !disk.exists(path)) return [];
    return missing.map((kind) =>
      sideDamage(
        { name: baseName(path).replace(/log$/, kind), kind, baseOffset: BigInt(baseOffset) },
        IS_MISSING,
      ),
    );
  });
}

/**
 * A broker that stops in order leaves a snapshot of every log that holds something. Without any, one that starts on it takes the log
 * to be from before there were producer ids. (source: UnifiedLog.rebuildProducerState)
 */
function missingSnapshot(
  disk: Disk,
  { directory, segments, checkpointedLogStart }: PartitionFiles,
  names: ReadonlySet<string>,
): readonly DamageView[] {
  const last = segments.at(-1);
  // With its records, DeleteRecords removes the snapshots of a log.
  const isNeeded = segments.some(({ size, baseOffset }) => size > 0 && baseOffset >= checkpointedLogStart);
  if (last === undefined || !isNeeded || [...names].some((name) => name.endsWith('.snapshot'))) return [];
  if (!disk.exists(`${parentOf(directory)}/${CLEAN_SHUTDOWN_FILE}`)) return [];
  const side = { name: '*.snapshot', kind: 'snapshot', baseOffset: BigInt(last.baseOffset) } as const;
  return [{ ...sideDamage(side, IS_MISSING), cleanStart: 'producers-forgotten' }];
}

/**
 * A broker of today finds the topic by the id in it; without one, the directory is none of its partitions'. Those that ZooKeeper
 * managed may have none. (source: BrokerMetadataPublisher, LogManager.isStrayReplica)
 */
function missingMetadata(disk: Disk, directory: string, names: ReadonlySet<string>): readonly DamageView[] {
  const properties = smallText(disk, `${parentOf(directory)}/meta.properties`, TEXT_SIZE_MAX) ?? '';
  if (names.size === 0 || names.has('partition.metadata') || !/^version=1\s*$/m.test(properties)) return [];
  const side = { name: 'partition.metadata', kind: 'partition.metadata', baseOffset: 0n } as const;
  return [
    { ...sideDamage(side, IS_MISSING), segment: -1, cleanStart: 'set-aside', uncleanStart: 'set-aside' },
  ];
}

/**
 * Of a log that was closed in order and ends at `end`: what shows that it has lost its end, which is the snapshot that a broker takes
 * of its producers when it stops.
 */
export function lostEnd(
  disk: Disk,
  { directory, segments }: PartitionFiles,
  end: number,
): DamageView | undefined {
  if (!disk.exists(`${parentOf(directory)}/${CLEAN_SHUTDOWN_FILE}`)) return undefined;
  const offsets = listed(disk, directory).flatMap(
    ({ name }) => /^([0-9]{20})\.snapshot$/.exec(name)?.[1] ?? [],
  );
  const newest = offsets.sort().at(-1);
  if (newest === undefined || Number(newest) <= end) return undefined;
  const side = { name: `${newest}.snapshot`, kind: 'snapshot', baseOffset: BigInt(newest) } as const;
  const reason = `it was taken at offset ${BigInt(newest)}, and the log ends at ${end}: the log has lost its end`;
  const segment = segments.at(-1)?.baseOffset ?? 0;
  return { ...sideDamage(side, reason), segment, cleanStart: 'end-falls', uncleanStart: 'end-falls' };
}

/** What is wrong with one file beside a log, as a clause; null when nothing is, or it is none. @throws {ScanCancelled} */
export async function faultBeside(disk: Disk, path: string, control: ScanPulse): Promise<string | null> {
  const side = sideFileAt(path);
  return side === undefined ? null : damageOf(disk, side, { control, shapeOnly: false });
}

async function damageOf(
  disk: Disk,
  side: SideFile,
  { control, shapeOnly }: { readonly control: ScanPulse; readonly shapeOnly: boolean },
): Promise<string | null> {
  try {
    const entries = sideFileEntries(disk, side, { shapeOnly });
    for (let i = 1; ; i++) {
      const { done, value } = entries.next();
      if (done === true) return value;
      if (i % ENTRIES_A_PULSE === 0) await control.pulse(0);
    }
  } catch (error) {
    if (error instanceof ScanCancelled) throw error;
    return unreadableSide(error);
  }
}

/** Damage of what looks like a file of Kafka's and is none, or has a name that Kafka takes for another. */
export function strangeDamage(name: string, reason: string): DamageView {
  const start: StartUpEffect = reason.includes('NumberFormatException') ? 'does-not-start' : 'passed-over';
  const damage = sideDamage({ name, kind: 'index', baseOffset: 0n }, reason);
  return { ...damage, segment: -1, cleanStart: start, uncleanStart: start };
}

/** Damage of a file beside a log, which is made of entries rather than batches. */
export function sideDamage(
  { name, kind, baseOffset }: Pick<SideFile, 'name' | 'kind' | 'baseOffset'>,
  reason: string,
): DamageView {
  return {
    file: name,
    segment: Number(baseOffset),
    kind: 'side-file',
    position: 0,
    at: 0,
    expected: '',
    found: '',
    reason,
    says: { expected: null, found: saidOf(reason, 'side') },
    nextPosition: null,
    nextOffset: null,
    cleanStart: cleanStartOf({ kind, baseOffset }, reason),
    uncleanStart: isNeverMade(kind) || hasUnknownVersion(kind, reason) ? 'does-not-start' : 'rebuilt',
  };
}

/** Recovery makes indexes and snapshots anew, and reads these. */
function isNeverMade(kind: SideFile['kind']): boolean {
  return kind === 'partition.metadata' || kind === 'leader-epoch-checkpoint';
}

/** What the first byte of an entry's version is taken for; the second one is not looked at. (source: AbortedTxn) */
function hasUnknownVersion(kind: SideFile['kind'], reason: string): boolean {
  const version = Number(/ has version (-?[0-9]+),/.exec(reason)?.[1] ?? 0);
  return kind === 'txnindex' && version >= BYTE;
}

function cleanStartOf(
  { kind, baseOffset }: Pick<SideFile, 'kind' | 'baseOffset'>,
  reason: string,
): StartUpEffect {
  if (reason === IS_MISSING) return 'rebuilt';
  switch (kind) {
    case 'index':
      return indexStart(reason);
    case 'timeindex':
      return isOddSize(reason) ? 'rebuilt' : 'unnoticed';
    case 'txnindex':
      return transactionIndexStart(baseOffset, reason);
    default:
      return CLEAN_START[kind] ?? 'unnoticed';
  }
}

/** One that is no whole number of entries is made anew, whatever the start. (source: AbstractIndex.sanityCheck) */
function isOddSize(reason: string): boolean {
  return reason.includes(' are not a multiple of ');
}

function indexStart(reason: string): StartUpEffect {
  if (isOddSize(reason)) return 'rebuilt';
  // An entry that leads past the end makes the log end fall back.
  if (reason.includes('the log has')) return 'end-falls';
  return reason.startsWith('entry ') ? 'end-uncertain' : 'unnoticed';
}

function transactionIndexStart(baseOffset: bigint, reason: string): StartUpEffect {
  if (hasUnknownVersion('txnindex', reason)) return 'does-not-start';
  if (reason.includes(' has version ')) return 'unnoticed';
  // The only thing in it that a start looks for besides. (source: TransactionIndex.sanityCheck)
  const endsAt = / ends at offset (-?[0-9]+), below /.exec(reason)?.[1];
  return endsAt !== undefined && BigInt(endsAt) < baseOffset ? 'rebuilt' : 'aborted-delivered';
}
