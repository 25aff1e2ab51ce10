/** The scenarios of this chapter, in the order of the course. */
import type { Scenario } from '../scenario.ts';
import { batchSizeBound } from './batch-size-bound.ts';
import { batchingGrid } from './batching-grid.ts';
import { bufferMemory } from './buffer-memory.ts';
import { codecs } from './codecs.ts';
import { linger } from './linger.ts';
import { sizeLimits } from './size-limits.ts';

export const BATCHING: readonly Scenario[] = [
  bufferMemory,
  batchSizeBound,
  linger,
  sizeLimits,
  batchingGrid,
  codecs,
];
