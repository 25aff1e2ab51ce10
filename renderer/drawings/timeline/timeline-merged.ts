/** Above 2,000 events in view, neighbours merge into bars with a count. */
import type { TimelineItem } from '#core/lab-api/views.ts';
import type { Mark } from '../marks/mark.ts';
import { textWidth } from '../marks/text-width.ts';
import type { Hit, RowDrawing, RowFrame } from './timeline-scene.ts';

/** Neighbours closer than this become one bar. */
const MERGE_DISTANCE = 5;

/** Events that stand close as bars; wider bars carry their count. */
export function drawMerged<T extends { readonly atMs: number }>(
  items: readonly T[],
  frame: RowFrame,
  itemOf: (one: T) => TimelineItem,
): RowDrawing {
  const marks: Mark[] = [];
  const hits: Hit[] = [];
  const { y } = frame;
  let index = 0;
  while (index < items.length) {
    const first = items[index];
    if (first === undefined) break;
    const start = frame.x(first.atMs);
    let end = start;
    let count = 0;
    while (index < items.length) {
      const next = items[index];
      const x = next === undefined ? start : frame.x(next.atMs);
      if (count > 0 && (x - end > MERGE_DISTANCE || x - start > 60)) break;
      end = x;
      count++;
      index++;
    }
    const w = Math.max(2, end - start);
    const height = Math.min(12, 4 + Math.log2(count + 1));
    marks.push({ kind: 'rect', x: start, y: y - height / 2, w, h: height, radius: 1, fill: 'text-3' });
    hits.push({ x: start - 1, y: y - 7, w: w + 2, h: 14, item: itemOf(first) });
    const text = String(count);
    if (count > 1 && textWidth(text, { size: 10 }) + 6 < w) {
      marks.push({
        kind: 'text',
        x: start + w / 2,
        y: y + 3.5,
        text,
        size: 10,
        fill: 'bg-0',
        anchor: 'middle',
        weight: 600,
      });
    }
  }
  return { marks, hits };
}
