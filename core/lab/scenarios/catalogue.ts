/** Every scenario, in the order of the course. */
import { BATCHING } from './batching/chapter.ts';
import { DELIVERY } from './delivery/chapter.ts';
import { PARTITIONER } from './partitioner/chapter.ts';
import type { Scenario } from './scenario.ts';
import { TRANSACTIONS } from './transactions/chapter.ts';

export const CATALOGUE: readonly Scenario[] = [...PARTITIONER, ...BATCHING, ...DELIVERY, ...TRANSACTIONS];
