/** What is damaged in a partition that goes into a pack, or came out of one, and what Kafka does with it when it starts. */
import { partitionName } from '#core/base/topic-partition.ts';
import { nameFault } from '#core/inspect/read/file-names.ts';
import type { PartitionFiles } from '#core/inspect/read/partition-files.ts';
import { startUpTextOf } from '#core/inspect/start-up-text.ts';
import type { EvidenceCheck } from '#core/lab-api/evidence-views.ts';
import { type DamageView, isMissingFile, type PartitionCensus } from '#core/lab-api/opened-views.ts';
import { PARTITION_METADATA_FILE } from '#core/log/file-names.ts';

/** Of one partition; people read them. */
const LISTED_MAX = 50;

/** A line for each damaged place of a directory that was closed in order: a broker believes what it finds there. */
export function damageChecks(census: PartitionCensus): readonly EvidenceCheck[] {
  const stays = census.damages.filter(isTold);
  return checksOf(census, stays, census.damagesLeftOut);
}

/**
 * The same for a directory that was not closed in order. Of the segments that a start checks, what lies behind the sound part stays
 * out, and indexes and snapshots are made anew, so that is left which recovery does not notice; those before, it believes. `keptBytes`:
 * by segment, bytes that go in; `trusted`: how many segments are believed.
 */
export function damageChecksOfCrashed(
  files: PartitionFiles,
  census: PartitionCensus,
  { keptBytes, trusted }: { readonly keptBytes: readonly number[]; readonly trusted: number },
): readonly EvidenceCheck[] {
  const sizes = new Map(files.segments.map(({ baseOffset }, i) => [baseOffset, keptBytes[i] ?? 0]));
  const checkedFrom = files.segments[trusted]?.baseOffset ?? 0;
  const stays = census.damages.filter((damage) => {
    const { kind, segment, position, uncleanStart } = damage;
    if (segment >= 0 && segment < checkedFrom) return isTold(damage);
    return kind !== 'side-file' && uncleanStart !== 'rebuilt' && position < (sizes.get(segment) ?? 0);
  });
  return checksOf(census, stays, 0);
}

/** What has a name that Kafka cannot read stays out, and a topic id that cannot be read is made anew; both are told elsewhere. */
function isTold(damage: DamageView): boolean {
  const isNamed = isMissingFile(damage) || nameFault(damage.file) === undefined;
  return isNamed && damage.file !== PARTITION_METADATA_FILE;
}

function checksOf(
  census: PartitionCensus,
  damages: readonly DamageView[],
  leftOut: number,
): readonly EvidenceCheck[] {
  const partition = partitionName(census);
  const listed = damages.slice(0, LISTED_MAX);
  const count = damages.length - listed.length + leftOut;
  const rest: EvidenceCheck = { check: 'damageNotListed', outcome: 'bad', params: { partition, count } };
  return [...listed.map((damage) => damageCheck(partition, damage)), ...(count === 0 ? [] : [rest])];
}

function damageCheck(partition: string, damage: DamageView): EvidenceCheck {
  const { file, position, expected, found, reason, cleanStart: clean, uncleanStart: unclean } = damage;
  return {
    check: 'damage',
    outcome: clean === 'rebuilt' ? 'note' : 'bad',
    params: {
      file: `${partition}/${file}`,
      position,
      expected,
      found: expected === '' ? found || reason : found,
      clean,
      unclean,
    },
  };
}

/** A line of damage for a terminal, or for the pack's own README. */
export function damageText({
  file,
  position,
  expected,
  found,
  clean,
  unclean,
}: EvidenceCheck['params']): string {
  const reason = expected ? `byte ${position}: expected ${expected}, found ${found}` : found;
  const effect = startUpTextOf(clean, unclean);
  return `damage, left as it was found: ${file}: ${reason}${effect === undefined ? '' : `. ${effect}`}`;
}
