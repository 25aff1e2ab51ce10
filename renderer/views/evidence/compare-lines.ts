/** A comparison as lines of a table: what differs first, partition by partition, then what is equal. */
import type {
  CompareView,
  PartitionDifference,
  TransactionalIdDifference,
} from '#core/lab-api/evidence-views.ts';
import { formatOffsets } from '../../drawings/units.ts';
import { partitionName } from '../../state/log-source.ts';
import { formatCount } from '../../text/format.ts';
import type { Text } from '../../text/use-text.svelte.ts';

export interface CompareLine {
  readonly id: string;
  readonly what: string;
  readonly a: string;
  readonly b: string;
  readonly isSame: boolean;
}

const NOTHING = '–';

/** Differences first, in the order of the comparison. */
export function compareLines(view: CompareView, text: Text): readonly CompareLine[] {
  const lines = [
    ...view.partitions.flatMap((partition) => partitionLines(partition, text)),
    ...view.transactionalIds.map((difference) => transactionLine(difference, text)),
  ];
  return [...lines.filter((line) => !line.isSame), ...lines.filter((line) => line.isSame)];
}

function line(id: string, what: string, sides: { readonly a: string; readonly b: string }): CompareLine {
  return { id, what, ...sides, isSame: sides.a === sides.b };
}

function partitionLines(difference: PartitionDifference, text: Text): readonly CompareLine[] {
  const partition = partitionName(difference);
  const { a, b } = difference;
  const of = (read: (side: NonNullable<typeof a>) => string) => ({
    a: a === null ? NOTHING : read(a),
    b: b === null ? NOTHING : read(b),
  });
  const id = (name: string) => `${partition} ${name}`;
  return [
    ...changesOf(difference, text),
    line(
      id('records'),
      text.t('evidence.row.records', { partition }),
      of(({ records, markers }) => text.t('evidence.row.recordsOf', { records, markers })),
    ),
    line(
      id('end'),
      text.t('evidence.row.end', { partition }),
      of((side) => String(side.logEndOffset)),
    ),
    line(
      id('lso'),
      text.t('evidence.row.lso', { partition }),
      of((side) => String(side.lastStableOffset)),
    ),
    line(
      id('start'),
      text.t('evidence.row.start', { partition }),
      of((side) => String(side.logStartOffset)),
    ),
    line(
      id('segments'),
      text.t('evidence.row.segments', { partition }),
      of((side) => shortList(side.segments)),
    ),
  ];
}

/** Verdicts that are decided now, epochs that were raised, bytes that were altered. */
function changesOf(difference: PartitionDifference, text: Text): readonly CompareLine[] {
  const partition = partitionName(difference);
  const verdicts = difference.verdicts.map(({ producerId: pid, epoch, firstOffset, lastOffset, from, to }) =>
    line(
      `${partition} verdict ${firstOffset} ${pid} ${epoch}`,
      text.t('evidence.row.verdict', {
        partition,
        offsets: formatOffsets(firstOffset, lastOffset),
        pid,
        epoch,
      }),
      { a: from, b: to },
    ),
  );
  const epochs = difference.epochs.map(({ producerId: pid, from, to }) =>
    line(`${partition} epoch ${pid}`, text.t('evidence.row.epoch', { pid, partition }), {
      a: from < 0 ? NOTHING : String(from),
      b: to < 0 ? NOTHING : String(to),
    }),
  );
  const altered = difference.recordsAltered;
  const bytes =
    altered === 0
      ? []
      : [
          line(`${partition} altered`, text.t('evidence.row.altered', { partition }), {
            a: NOTHING,
            b: formatCount(altered),
          }),
        ];
  return [...bytes, ...verdicts, ...epochs];
}

const SEGMENTS_SHOWN = 4;

/** The first few; the rest is a count. */
function shortList(segments: readonly number[]): string {
  const shown = segments.slice(0, SEGMENTS_SHOWN).join(', ');
  const more = segments.length - SEGMENTS_SHOWN;
  return more > 0 ? `${shown} +${more}` : shown;
}

function transactionLine({ transactionalId: id, a, b }: TransactionalIdDifference, text: Text): CompareLine {
  const say = (side: typeof a) =>
    side === null
      ? NOTHING
      : text.t('evidence.transactionState', { state: side.state, pid: side.producerId, epoch: side.epoch });
  return line(`id ${id}`, id, { a: say(a), b: say(b) });
}
