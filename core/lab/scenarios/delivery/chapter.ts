/** The scenarios of this chapter, in the order of the course. */
import type { Scenario } from '../scenario.ts';
import { acksZero } from './acks-zero.ts';
import { atLeastOnce } from './at-least-once.ts';
import { atMostOnce } from './at-most-once.ts';
import { fiveBatches } from './five-batches.ts';
import { idempotenceConflicts } from './idempotence-conflicts.ts';
import { idempotenceCost } from './idempotence-cost.ts';
import { idempotenceDefault } from './idempotence-default.ts';
import { knownRetry } from './known-retry.ts';
import { nextSequenceOnly } from './next-sequence-only.ts';
import { onceAndAgain } from './once-and-again.ts';
import { orderKept } from './order-kept.ts';
import { orderLost } from './order-lost.ts';
import { producerIdLife } from './producer-id-life.ts';

export const DELIVERY: readonly Scenario[] = [
  atLeastOnce,
  atMostOnce,
  acksZero,
  knownRetry,
  nextSequenceOnly,
  orderKept,
  orderLost,
  fiveBatches,
  idempotenceCost,
  idempotenceConflicts,
  idempotenceDefault,
  producerIdLife,
  onceAndAgain,
];
