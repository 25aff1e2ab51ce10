/** What a pointer or a key can reach on a lane. */
import type { BatchView, RefusedView } from '#core/lab-api/views.ts';

export type LaneTarget =
  | { readonly kind: 'batch'; readonly batch: BatchView; readonly offset: number }
  | { readonly kind: 'refused'; readonly refused: RefusedView };

/** Heights of a lane: 113, 129 or 163 px. */
export type LaneSize = 'compact' | 'normal' | 'large';
