/** The scenarios of this chapter, in the order of the course. */
import type { Scenario } from '../scenario.ts';
import { keylessInTurn } from './keyless-in-turn.ts';
import { morePartitions } from './more-partitions.ts';
import { oneRecordOnePartition } from './one-record-one-partition.ts';
import { sameKeySamePartition } from './same-key-same-partition.ts';
import { slowBroker } from './slow-broker.ts';
import { smallBatches } from './small-batches.ts';
import { stickyFillsBatches } from './sticky-fills-batches.ts';
import { stickyLatency } from './sticky-latency.ts';

export const PARTITIONER: readonly Scenario[] = [
  oneRecordOnePartition,
  sameKeySamePartition,
  morePartitions,
  keylessInTurn,
  smallBatches,
  stickyFillsBatches,
  stickyLatency,
  slowBroker,
];
