/** What is wrong with a place of a `.log`, and what Kafka was seen to do with such a place when it starts. */
import type { DamageKind, DamageView, StartUpEffect } from '#core/lab-api/opened-views.ts';
import { saidOf } from '#core/lab-api/said.ts';
import { baseName, type PartitionFiles } from '../read/partition-files.ts';

/** A place that cannot be used, as it is found; where reading goes on is not known yet. */
export interface Fault {
  readonly kind: DamageKind;
  /** Where the batch begins. */
  readonly position: number;
  /** The byte that does not fit. */
  readonly at: number;
  readonly expected: string;
  readonly found: string;
}

/** Where the next batch that can be trusted begins. */
export interface TrustedPlace {
  readonly position: number;
  readonly baseOffset: number;
}

/**
 * Tried on damaged copies of one directory with a real Kafka 4.3.1. A clean start looks at the end of the newest segment only; an
 * unclean one checks every batch from the recovery point on, but neither a repeated offset nor one that jumps, nor a format version that
 * it does not know.
 */
const EFFECTS: { readonly [kind in DamageKind]: readonly [clean: StartUpEffect, unclean: StartUpEffect] } = {
  cut: ['end-falls', 'truncates'],
  length: ['does-not-start', 'truncates'],
  garbage: ['unnoticed', 'truncates'],
  magic: ['readers-fail', 'readers-fail'],
  crc: ['readers-fail', 'truncates'],
  records: ['readers-fail', 'readers-fail'],
  'too-large': ['unnoticed', 'unnoticed'],
  zeros: ['does-not-start', 'truncates'],
  order: ['unnoticed', 'unnoticed'],
  // Recovery takes it for an overflow of the segment, and there is nothing to split. (source: LocalLog.splitOverflowedSegment)
  'below-segment': ['unnoticed', 'does-not-start'],
  'outside-segment': ['unnoticed', 'unnoticed'],
  'missing-segment': ['unnoticed', 'unnoticed'],
  'side-file': ['unnoticed', 'rebuilt'],
  unreadable: ['does-not-start', 'does-not-start'],
  'no-log': ['rebuilt', 'rebuilt'],
};

/**
 * A clean start does not look at the end of older segments: whoever reads there finds out. To a batch that claims more bytes than are
 * left, the broker takes the segment to end there and reads on in the next one. (source: FileLogInputStream.nextBatch)
 */
const OLDER: { readonly [newest in StartUpEffect]?: StartUpEffect } = {
  'end-falls': 'readers-skip',
  'does-not-start': 'readers-fail',
};

/** The fault as the window is told. */
export function damageView(
  fault: Fault,
  where: {
    readonly file: string;
    readonly segment: number;
    readonly isNewest: boolean;
    readonly next: TrustedPlace | null;
  },
): DamageView {
  const [clean, unclean] = EFFECTS[fault.kind];
  const isOfBytes = fault.expected !== '';
  return {
    ...fault,
    file: where.file,
    segment: where.segment,
    reason: isOfBytes ? `expected ${fault.expected}, found ${fault.found}` : fault.found,
    says: {
      expected: isOfBytes ? saidOf(fault.expected, 'damage') : null,
      found: saidOf(fault.found, isOfBytes ? 'damage' : 'side'),
    },
    nextPosition: where.next?.position ?? null,
    nextOffset: where.next?.baseOffset ?? null,
    cleanStart: where.isNewest || fault.kind === 'unreadable' ? clean : (OLDER[clean] ?? clean),
    uncleanStart: unclean,
  };
}

/** Why a partition has no segments, and which of its segments cannot be opened, as damage. */
export function refusalDamages({ directory, segments, fault }: PartitionFiles): readonly DamageView[] {
  const newest = segments.at(-1);
  const refused = segments.flatMap((segment) => {
    if (segment.refusal === undefined) return [];
    const found = `it cannot be read: ${segment.refusal}`;
    const where = { segment: segment.baseOffset, isNewest: segment === newest, next: null };
    return [damageView(whole('unreadable', found), { ...where, file: baseName(segment.path) })];
  });
  if (fault === undefined) return refused;
  const where = { file: baseName(directory), segment: -1, isNewest: true, next: null };
  return [damageView(whole(fault.kind, fault.reason), where)];
}

/** A fault that no byte of a file is to blame for. */
function whole(kind: DamageKind, found: string): Fault {
  return { kind, position: 0, at: 0, expected: '', found };
}
