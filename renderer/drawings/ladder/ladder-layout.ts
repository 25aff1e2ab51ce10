/** Rows of an epoch ladder, top to bottom: rungs, outlines of rungs to come, and folds. */
import type { EpochRung } from '#core/lab-api/views.ts';

/** A process on a rung; stale when the rung is no longer the top one. */
export interface Standing {
  readonly process: string;
  readonly isStale: boolean;
}

export type LadderRow =
  | {
      readonly kind: 'rung';
      readonly key: string;
      readonly rung: EpochRung;
      readonly isTop: boolean;
      readonly standing: readonly Standing[];
    }
  | { readonly kind: 'toCome'; readonly key: string }
  /** Rungs in the middle that are left out. */
  | { readonly kind: 'fold'; readonly key: string; readonly count: number }
  /** The folded ladder of an earlier producer id. */
  | {
      readonly kind: 'earlier';
      readonly key: string;
      readonly producerId: number;
      readonly count: number;
      readonly standing: readonly Standing[];
    };

/** More rungs than this fold in the middle. */
const RUNGS_MAX = 9;
const KEPT_AT_TOP = 4;
const KEPT_AT_BOTTOM = 2;

/** `rungs` are oldest first, of one transactional id; a producer id that was rotated begins a new ladder. */
export function ladderRows(rungs: readonly EpochRung[], rungsAtLeast: number): LadderRow[] {
  const producerId = rungs.at(-1)?.producerId;
  const own = rungs.filter((rung) => rung.producerId === producerId);
  const rows: LadderRow[] = [];
  for (let missing = rungsAtLeast; missing > own.length; missing--) {
    rows.push({ kind: 'toCome', key: `toCome${missing}` });
  }
  rows.push(...foldedRungs(own));
  rows.push(...earlierLadders(rungs, producerId));
  return rows;
}

function foldedRungs(rungs: readonly EpochRung[]): LadderRow[] {
  const top = rungs.length - 1;
  const isKept = (rung: EpochRung, index: number) =>
    rungs.length <= RUNGS_MAX ||
    index > top - KEPT_AT_TOP ||
    index < KEPT_AT_BOTTOM ||
    rung.standing.length > 0;
  const rows: LadderRow[] = [];
  for (let index = top; index >= 0; index--) {
    const rung = rungs[index];
    if (rung === undefined) continue;
    const last = rows.at(-1);
    if (isKept(rung, index)) {
      rows.push({
        kind: 'rung',
        key: `${rung.producerId}:${rung.epoch}:${index}`,
        rung,
        isTop: index === top,
        standing: rung.standing.map((process) => ({ process, isStale: index !== top })),
      });
    } else if (last?.kind === 'fold') {
      rows[rows.length - 1] = { ...last, count: last.count + 1 };
    } else {
      rows.push({ kind: 'fold', key: `fold${index}`, count: 1 });
    }
  }
  return rows;
}

function earlierLadders(rungs: readonly EpochRung[], current: number | undefined): LadderRow[] {
  const earlier = new Map<number, EpochRung[]>();
  for (const rung of rungs) {
    if (rung.producerId === current) continue;
    const list = earlier.get(rung.producerId);
    if (list) list.push(rung);
    else earlier.set(rung.producerId, [rung]);
  }
  return [...earlier].reverse().map(([producerId, list]) => ({
    kind: 'earlier' as const,
    key: `earlier${producerId}`,
    producerId,
    count: list.length,
    standing: list.flatMap((rung) => rung.standing.map((process) => ({ process, isStale: true }))),
  }));
}

/** Height of a row so that all fit: 30 at most, 18 at least. */
export function rungHeight(rowCount: number, height: number): number {
  return Math.max(18, Math.min(30, (height - 8) / Math.max(1, rowCount)));
}
