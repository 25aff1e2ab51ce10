/** Who wrote a batch, and how cells are named for those who do not see them. */
import type { BatchView, RefusedView } from '#core/lab-api/views.ts';
import type { Translate } from '../../text/use-text.svelte.ts';
import type { LaneColumn } from './lane-columns.ts';

/** The letter of the lab's process, or the producer id of a stranger. */
export function writerOf(
  batch: { readonly process: string | null; readonly producerId: number },
  t: Translate,
): string {
  return batch.process ?? t('lane.writer', { pid: batch.producerId });
}

/** The label over a transaction, longest first. */
export function writerLabels(batch: BatchView, t: Translate): string[] {
  const params = { writer: writerOf(batch, t), epoch: batch.producerEpoch };
  return [t('lane.writerEpoch', params), t('lane.writerEpochShort', params), `e${batch.producerEpoch}`];
}

/** The label over a refused write, longest first; the two epochs only when they are why. */
export function refusalLabels(refused: RefusedView, t: Translate): string[] {
  const writer = writerOf(refused, t);
  const { producerEpoch: epoch, currentEpoch: current } = refused;
  const short = t('lane.writerEpochShort', { writer, epoch });
  if (current <= epoch) return epoch < 0 ? [writer] : [t('lane.writerEpoch', { writer, epoch }), short];
  return [t('lane.refusedEpoch', { writer, epoch, current }), `${short} < ${current}`, short];
}

/** `orders-0, offset 5, aborted, key o-20, A epoch 1`. */
export function cellName(partition: string, column: LaneColumn, t: Translate): string {
  const { batch, record } = column;
  if (batch?.marker) {
    return t('lane.markerName', {
      partition,
      offset: column.first,
      verdict: t(batch.marker.type === 'COMMIT' ? 'glyph.marker-commit' : 'glyph.marker-abort'),
      writer: writerOf(batch, t),
      epoch: batch.producerEpoch,
      coordinatorEpoch: batch.marker.coordinatorEpoch,
    });
  }
  const verdict = record === null ? 'hole' : (batch?.verdict ?? 'hole');
  const offset = column.last > column.first ? `${column.first}..${column.last}` : column.first;
  if (batch === null || record === null) {
    return `${t('lane.cellName', { partition, offset, verdict: t('glyph.hole'), hasKey: 'no', hasWriter: 'no' })}`;
  }
  return t('lane.cellName', {
    partition,
    offset,
    verdict: t(`glyph.${verdict}`),
    hasKey: record.key === null ? 'no' : 'yes',
    key: record.key ?? '',
    hasWriter: batch.producerId < 0 ? 'no' : 'yes',
    writer: writerOf(batch, t),
    epoch: batch.producerEpoch,
  });
}

export function refusalName(partition: string, refused: RefusedView, t: Translate): string {
  return t('lane.refusedName', {
    partition,
    code: refused.errorCode,
    count: refused.recordCount,
    writer: writerOf(refused, t),
    epoch: refused.producerEpoch,
    isFenced: refused.currentEpoch > refused.producerEpoch ? 'yes' : 'no',
    current: refused.currentEpoch,
  });
}
