/** Two snapshots compared, partition by partition: from a to b. */
import type { Disk } from '#core/base/disk.ts';
import { comparePartitions, partitionName } from '#core/base/topic-partition.ts';
import type {
  CompareView,
  PartitionDifference,
  TransactionalIdDifference,
} from '#core/lab-api/evidence-views.ts';
import type { Work } from '../work.ts';
import { comparePartition } from './compare-partition.ts';
import type { SnapshotSide } from './snapshot-side.ts';
import { transactionStates } from './transaction-states.ts';

/** Rejects with WorkCancelled, or the platform's error. The sides are not released. */
export async function compareSnapshots(
  disk: Disk,
  sides: { readonly a: SnapshotSide; readonly b: SnapshotSide },
  work: Work,
): Promise<CompareView> {
  const { a, b } = sides;
  const sizes = [...a.partitions, ...b.partitions].flatMap(({ segments }) =>
    segments.map(({ size }) => size),
  );
  work.begin(
    'compare',
    sizes.reduce((sum, size) => sum + size, 0),
  );
  const before = new Map(a.partitions.map((one) => [partitionName(one), one]));
  const after = new Map(b.partitions.map((one) => [partitionName(one), one]));
  const partitions: PartitionDifference[] = [];
  const totals = {
    partitionsChanged: 0,
    recordsAdded: 0,
    recordsRemoved: 0,
    recordsAltered: 0,
    verdictsChanged: 0,
    epochsRaised: 0,
    segmentsRemoved: 0,
  };
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const compared = await comparePartition(disk, { a: before.get(name), b: after.get(name) }, work);
    const { difference } = compared;
    if (isUnused(difference)) continue;
    partitions.push(difference);
    if (difference.change !== 'same') totals.partitionsChanged++;
    totals.recordsAdded += difference.recordsAdded;
    totals.recordsRemoved += difference.recordsRemoved;
    totals.recordsAltered += difference.recordsAltered;
    totals.verdictsChanged += compared.verdictsChanged;
    totals.epochsRaised += compared.epochsRaised;
    totals.segmentsRemoved += difference.segmentsRemoved.length;
  }
  return {
    a: { label: a.label },
    b: { label: b.label },
    cluster: clusterOf(a, b),
    partitions: partitions.sort(differencesFirst),
    transactionalIds: await compareIds(disk, sides, work),
    totals,
  };
}

function clusterOf({ clusterId: a }: SnapshotSide, { clusterId: b }: SnapshotSide): CompareView['cluster'] {
  if (a === '' || b === '') return 'unknown';
  return a === b ? 'same' : 'different';
}

/**
 * True of a partition of an internal topic that was never written to on either side. A pack leaves these out, a running broker has
 * them all: that is no difference, and nothing to tell.
 */
function isUnused({ isInternal, a, b }: PartitionDifference): boolean {
  return isInternal && (a?.logEndOffset ?? 0) === 0 && (b?.logEndOffset ?? 0) === 0;
}

/** What differs first, topics of people before those of the coordinators. */
function differencesFirst(a: PartitionDifference, b: PartitionDifference): number {
  const rank = (one: PartitionDifference): number =>
    (one.change === 'same' ? 2 : 0) + (one.isInternal ? 1 : 0);
  return rank(a) - rank(b) || comparePartitions(a, b);
}

async function compareIds(
  disk: Disk,
  { a, b }: { readonly a: SnapshotSide; readonly b: SnapshotSide },
  work: Work,
): Promise<readonly TransactionalIdDifference[]> {
  const before = await transactionStates(disk, a, work);
  const after = await transactionStates(disk, b, work);
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .map((transactionalId) => ({
      transactionalId,
      a: before.get(transactionalId) ?? null,
      b: after.get(transactionalId) ?? null,
    }))
    .filter((one) => JSON.stringify(one.a) !== JSON.stringify(one.b));
}
