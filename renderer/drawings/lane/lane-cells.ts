/** The places of a lane that the pointer and the keys reach, in reading order. */
import { BATCH_GAP } from './lane-geometry.ts';
import { refusalBox } from './lane-refused.ts';
import type { LaneCell, LaneFrame } from './lane-scene.ts';
import { cellName, refusalName } from './lane-words.ts';

export function laneCells(frame: LaneFrame): LaneCell[] {
  const { geometry, cellWidth } = frame;
  const { columns } = frame.columns;
  const cells: LaneCell[] = columns.map((column, index) => {
    const { batch } = column;
    const isFirst = columns[index - 1]?.batch !== batch || batch === null;
    const isLast = columns[index + 1]?.batch !== batch || batch === null;
    const isMarker = batch?.marker != null;
    const top = isMarker ? geometry.railY - 13 : geometry.blockY;
    const inset = isFirst && !isMarker ? 1 : 0;
    return {
      key: `c${column.first}`,
      x: column.x + inset,
      y: top,
      width: Math.max(2, cellWidth - inset - (isLast ? BATCH_GAP : 0)),
      height: geometry.blockY + geometry.blockHeight - top + (isMarker ? 4 : 0),
      get name() {
        return cellName(frame.name, column, frame.t);
      },
      target: batch === null ? null : { kind: 'batch', batch, offset: column.first },
      isMarker,
      isJoined: !isFirst,
    };
  });
  const box = refusalBox(frame);
  const newest = frame.refused.at(-1);
  if (box !== undefined && newest !== undefined) {
    cells.push({
      key: `r${newest.atMs}`,
      x: box.x,
      y: geometry.blockY,
      width: box.width - BATCH_GAP + 1,
      height: geometry.blockHeight,
      name: refusalName(frame.name, newest, frame.t),
      target: { kind: 'refused', refused: newest },
      isMarker: false,
      isJoined: false,
    });
  }
  return cells;
}

/** Index of the cell a key leads to; undefined when the key does nothing here. */
export function cellForKey(cells: readonly LaneCell[], current: number, key: string): number | undefined {
  const last = cells.length - 1;
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, current + 1);
    case 'ArrowLeft':
      return Math.max(0, current - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'm':
    case 'M': {
      const next = cells.findIndex((cell, index) => index > current && cell.isMarker);
      return next >= 0
        ? next
        : cells.findIndex((cell) => cell.isMarker) === -1
          ? current
          : cells.findIndex((cell) => cell.isMarker);
    }
    default:
      return undefined;
  }
}
