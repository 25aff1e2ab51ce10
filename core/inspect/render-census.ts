/** The census as text: a partition a paragraph, every offset once, every hole with its cause. */
import { counted } from '#core/base/counted.ts';
import { printable } from '#core/base/printable.ts';
import type {
  CensusView,
  DamageView,
  HoleCause,
  HoleView,
  OffsetCounts,
  PartitionCensus,
  ProducerCensus,
} from '#core/lab-api/opened-views.ts';
import { startUpText } from './start-up-text.ts';

const SAID: { readonly [kind in keyof OffsetCounts]: string } = {
  plain: 'plain',
  committed: 'committed',
  aborted: 'aborted',
  open: 'open',
  commitMarkers: 'COMMIT markers',
  abortMarkers: 'ABORT markers',
  otherControl: 'other control records',
  compacted: 'compacted',
  compactedAborted: 'compacted, of aborted transactions',
  compactedMarkers: 'compacted markers',
  deleted: 'deleted',
  damaged: 'damaged',
  missing: 'missing',
};

const CAUSES: { readonly [cause in HoleCause]: string } = {
  'commit-marker': 'COMMIT marker',
  'abort-marker': 'ABORT marker',
  'other-control': 'control record',
  compacted: 'removed by the log cleaner',
  'compacted-aborted': 'removed by the log cleaner, of an aborted transaction',
  'compacted-marker': 'a marker that the log cleaner removed',
  deleted: 'before the log start',
  damaged: 'cannot be read',
  missing: 'no cause is left in the files',
};

/** Damage that no byte of the file is to blame for. */
const OF_FILES: ReadonlySet<DamageView['kind']> = new Set(['side-file', 'unreadable', 'no-log']);

/** One line of everything there is, each kind with its number. */
function countsLine(counts: OffsetCounts): string {
  const parts = (Object.keys(SAID) as (keyof OffsetCounts)[])
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${SAID[kind]}`);
  return parts.length === 0 ? 'no offsets' : parts.join(', ');
}

function holeLine({ fromOffset, toOffset, cause, producerId }: HoleView): string {
  const range = fromOffset === toOffset ? String(fromOffset) : `${fromOffset}–${toOffset}`;
  // Of a gap only the batch behind it is known, which may be somebody else's.
  const isMarker = cause === 'commit-marker' || cause === 'abort-marker';
  const who = isMarker ? ` of producer id ${producerId}` : '';
  return `  hole ${range}: ${CAUSES[cause]}${who}`;
}

function producerLine(producer: ProducerCensus): string {
  const { producerId, producerEpoch, lastSequence, openSinceOffset, transactionalId, batches } = producer;
  const named = transactionalId === null ? '' : ` ${transactionalId}`;
  const open = openSinceOffset < 0 ? '' : `, open since offset ${openSinceOffset}`;
  const remembered = batches.map(({ firstOffset, lastOffset }) =>
    firstOffset === lastOffset ? String(firstOffset) : `${firstOffset}–${lastOffset}`,
  );
  return `  producer ${producerId}${named}: epoch ${producerEpoch}, last sequence ${lastSequence}, batches at ${remembered.join(' ') || 'none'}${open}`;
}

function damageLine({ file, position, kind, reason, nextPosition, ...starts }: DamageView): string {
  const where = position === 0 && OF_FILES.has(kind) ? file : `${file}: byte ${position}`;
  const next = nextPosition === null ? '' : `; reading goes on at byte ${nextPosition}`;
  return `  damage: ${where}: ${reason}${next}. ${startUpText(starts.cleanStart, starts.uncleanStart)}`;
}

function leftOut(count: number, what: string): readonly string[] {
  return count === 0 ? [] : [`  and ${count} more ${what}`];
}

/** One partition. */
export function renderPartitionCensus(census: PartitionCensus): string {
  const { topic, partition, logStartOffset, lastStableOffset, highWatermark, logEndOffset } = census;
  const { pinnedBy, counts, segments, sizeBytes } = census;
  const pin =
    pinnedBy === null
      ? []
      : [
          `  the LSO waits for ${pinnedBy.transactionalId ?? `producer id ${pinnedBy.producerId}`}, epoch ${pinnedBy.producerEpoch}, since offset ${pinnedBy.firstOffset}`,
        ];
  return [
    `${topic}-${partition}: log start ${logStartOffset}, LSO ${lastStableOffset}, HW ${highWatermark}, LEO ${logEndOffset}; ${counted(segments.length, 'segment')}, ${counted(sizeBytes, 'byte')}`,
    `  ${countsLine(counts)}`,
    ...pin,
    ...census.holes.map(holeLine),
    ...leftOut(census.holesLeftOut, 'holes'),
    ...census.producers.map(producerLine),
    ...leftOut(census.producersLeftOut, 'producers'),
    ...census.damages.map(damageLine),
    ...leftOut(census.damagesLeftOut, 'damaged places'),
  ]
    .map(printable)
    .join('\n');
}

/** The line under all partitions. */
export function renderCensusTotal({ partitions, counts, bytesRead, tookMs }: CensusView): string {
  const count = counted(partitions.length, 'partition');
  return `${count}: ${countsLine(counts)}; ${bytesRead} bytes read in ${Math.round(tookMs)} ms`;
}
