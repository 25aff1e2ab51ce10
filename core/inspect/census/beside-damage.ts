/** What is wrong with the files beside a log, found by reading them whole. */
import type { Disk } from '#core/base/disk.ts';
import type { DamageView, StartUpEffect } from '#core/lab-api/opened-views.ts';
import { saidOf } from '#core/lab-api/said.ts';
import { baseName, type PartitionFiles, parentOf } from '../read/partition-files.ts';
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
const CLEAN_SHUTDOWN_FILE = '.kafka_cleanshutdown';
const INDEXES = ['index', 'timeindex'] as const;
/** So a broker says of an index that is not there: it makes another. */
const IS_MISSING = 'it is missing';

/** What a broker does with a damaged one when it was stopped in order before; otherwise it makes most of them anew. */
const CLEAN_START: { readonly [kind: string]: StartUpEffect } = {
  index: 'unnoticed',
  timeindex: 'unnoticed',
  txnindex: 'aborted-delivered',
  snapshot: 'older-snapshot',
  'partition.metadata': 'does-not-start',
  'leader-epoch-checkpoint': 'does-not-start',
};

/**
 * Damage of the files beside the segments of `files`; of those before the first one nothing is said. `shapeOnly`: entries are not
 * compared with the log, which takes a read each.
 * @throws {ScanCancelled}
 */
export async function damageBeside(
  disk: Disk,
  files: PartitionFiles,
  control: ScanPulse,
  { shapeOnly = false }: { readonly shapeOnly?: boolean } = {},
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
    // Of older segments a start does not look at the end.
    const isOlder = damage.cleanStart === 'end-falls' && damage.segment !== segments.at(-1)?.baseOffset;
    damages.push(isOlder ? { ...damage, cleanStart: 'unnoticed' } : damage);
  }
  return [...damages, ...missingIndexes(disk, segments, names), ...missingSnapshot(disk, files, names)];
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
    uncleanStart: kind === 'partition.metadata' ? 'does-not-start' : 'rebuilt',
  };
}

function cleanStartOf(
  { kind, baseOffset }: Pick<SideFile, 'kind' | 'baseOffset'>,
  reason: string,
): StartUpEffect {
  if (reason === IS_MISSING) return 'rebuilt';
  // An entry that leads past the end makes the log end fall back.
  if (reason.includes('the log has') && kind === 'index') return 'end-falls';
  // The only thing in it that a clean start looks for. (source: TransactionIndex.sanityCheck)
  const endsAt = / ends at offset (-?[0-9]+), below /.exec(reason)?.[1];
  if (kind === 'txnindex' && endsAt !== undefined && BigInt(endsAt) < baseOffset) return 'rebuilt';
  // Kafka looks at the first byte of an entry's version only, and reads on. (source: AbortedTxn)
  const version = Number(/ has version ([0-9]+),/.exec(reason)?.[1] ?? BYTE);
  if (kind === 'txnindex' && version < BYTE) return 'unnoticed';
  return CLEAN_START[kind] ?? 'unnoticed';
}
