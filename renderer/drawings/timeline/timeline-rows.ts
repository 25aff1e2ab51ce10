/** The rows of the timeline: one a process, the frames, one a transactional id, one a partition. */
import type { ProcessState, TimelineItem, Verdict } from '#core/lab-api/views.ts';
import type { TimelineProcess } from './timeline-target.ts';

export type ProcessItem = TimelineItem & { kind: 'process' };
export type FrameItem = TimelineItem & { kind: 'frame' };
export type StateItem = TimelineItem & { kind: 'state' };
export type AppendItem = TimelineItem & { kind: 'append' };

/** A state that lasted; `toMs` null: it still does. */
export interface Span<S, I> {
  readonly state: S;
  readonly fromMs: number;
  readonly toMs: number | null;
  readonly item: I;
}

/** An append and what became of it. */
export interface Append {
  readonly item: AppendItem;
  readonly atMs: number;
  readonly verdict: Verdict;
}

export type TimelineRow =
  | {
      readonly kind: 'process';
      readonly key: string;
      readonly process: TimelineProcess;
      readonly spans: readonly Span<ProcessState, ProcessItem>[];
    }
  | { readonly kind: 'frames'; readonly key: string; readonly frames: readonly FrameItem[] }
  | {
      readonly kind: 'states';
      readonly key: string;
      readonly transactionalId: string;
      readonly spans: readonly Span<string, StateItem>[];
    }
  | {
      readonly kind: 'appends';
      readonly key: string;
      readonly partition: string;
      readonly appends: readonly Append[];
    };

/**
 * Rows in their order. A process, and a transactional id that is expected, has one before anything happens to it, so that the
 * picture does not jump when it starts.
 */
export function timelineRows(
  items: readonly TimelineItem[],
  processes: readonly TimelineProcess[],
  expectedIds: readonly string[] = [],
): TimelineRow[] {
  const byProcess = new Map<string, ProcessItem[]>(processes.map(({ id }) => [id, []]));
  const frames: FrameItem[] = [];
  const byId = new Map<string, StateItem[]>(expectedIds.map((id) => [id, []]));
  const byPartition = new Map<string, AppendItem[]>();
  for (const item of items) {
    if (item.kind === 'process') push(byProcess, item.process, item);
    else if (item.kind === 'frame') frames.push(item);
    else if (item.kind === 'state') push(byId, item.transactionalId, item);
    else push(byPartition, `${item.topic}-${item.partition}`, item);
  }
  const pids = new Map(processes.map(({ id, osPid }) => [id, osPid]));
  return [
    ...[...byProcess].map(
      ([id, list]): TimelineRow => ({
        kind: 'process',
        key: `process ${id}`,
        process: { id, osPid: pids.get(id) ?? null },
        spans: spansOf(list),
      }),
    ),
    { kind: 'frames', key: 'frames', frames },
    ...[...byId].map(
      ([transactionalId, list]): TimelineRow => ({
        kind: 'states',
        key: `id ${transactionalId}`,
        transactionalId,
        spans: spansOf(list),
      }),
    ),
    ...[...byPartition].sort(byName).map(
      ([partition, list]): TimelineRow => ({
        kind: 'appends',
        key: `partition ${partition}`,
        partition,
        appends: withVerdicts(list),
      }),
    ),
  ];
}

/** By name, internal topics last. */
function byName(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  const isInternal = (name: string) => Number(name.startsWith('__'));
  const rank = isInternal(a[0]) - isInternal(b[0]);
  return rank !== 0 ? rank : a[0].localeCompare(b[0], 'en', { numeric: true });
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

function spansOf<S, I extends { readonly state: S; readonly atMs: number }>(
  items: readonly I[],
): Span<S, I>[] {
  return items.map((item, index) => ({
    state: item.state,
    fromMs: item.atMs,
    toMs: items[index + 1]?.atMs ?? null,
    item,
  }));
}

/** A transactional append is open until a marker of its producer id follows in the same partition. */
function withVerdicts(items: readonly AppendItem[]): Append[] {
  const appends: { item: AppendItem; atMs: number; verdict: Verdict }[] = [];
  const open = new Map<number, { verdict: Verdict }[]>();
  for (const item of items) {
    const append = { item, atMs: item.atMs, verdict: markVerdict(item.mark) };
    appends.push(append);
    if (item.mark === 'transactional') {
      const list = open.get(item.producerId);
      if (list) list.push(append);
      else open.set(item.producerId, [append]);
    } else if (item.mark === 'marker-commit' || item.mark === 'marker-abort') {
      const verdict = item.mark === 'marker-commit' ? 'committed' : 'aborted';
      for (const one of open.get(item.producerId) ?? []) one.verdict = verdict;
      open.delete(item.producerId);
    }
  }
  return appends;
}

function markVerdict(mark: AppendItem['mark']): Verdict {
  return mark === 'transactional' ? 'open' : mark;
}

/** Whether a row shows something of what is selected. */
export function isRelated(row: TimelineRow, selected: TimelineItem | undefined): boolean {
  if (selected === undefined) return false;
  switch (row.kind) {
    case 'process':
      return selected.kind === 'process'
        ? selected.process === row.process.id
        : selected.kind === 'frame' && selected.frame.process === row.process.id;
    case 'frames':
      return selected.kind === 'frame';
    case 'states':
      return selected.kind === 'state'
        ? selected.transactionalId === row.transactionalId
        : selected.kind === 'frame' && selected.frame.transactionalId === row.transactionalId;
    case 'appends':
      return selected.kind === 'append'
        ? `${selected.topic}-${selected.partition}` === row.partition
        : selected.kind === 'frame' && selected.frame.partitions.includes(row.partition);
  }
}

/** The rows that fit, those of the selection first, and how many are left out. */
export function fittingRows(
  rows: readonly TimelineRow[],
  room: { readonly count: number; readonly selected: TimelineItem | undefined },
): { readonly rows: readonly TimelineRow[]; readonly hiddenCount: number } {
  if (rows.length <= room.count) return { rows, hiddenCount: 0 };
  const related = rows.filter((row) => isRelated(row, room.selected));
  const others = rows.filter((row) => !isRelated(row, room.selected));
  const shown = Math.max(1, room.count - 1);
  return { rows: [...related, ...others].slice(0, shown), hiddenCount: rows.length - shown };
}
