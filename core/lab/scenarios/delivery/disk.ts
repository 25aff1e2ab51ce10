/** What lies in a partition's segments, short enough to be compared. */

import type { FactRef } from '#core/lab-api/scenario-views.ts';
import { readRecords } from '#core/protocol/records/batch-reader.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

/** The keys of all data records of partition 0, in order, with spaces between; markers are left out. */
export function keysOnDisk(stage: ScenarioStage, topic: string): string {
  return stage
    .batches(topic, 0)
    .filter((batch) => !batch.isControl)
    .flatMap((batch) => [...readRecords(batch)].map(({ key }) => String(key)))
    .join(' ');
}

/** Points at each batch of partition 0. */
export function batchRefs(stage: ScenarioStage, topic: string): readonly FactRef[] {
  return stage
    .batches(topic, 0)
    .map(({ baseOffset }) => ({ kind: 'batch', topic, partition: 0, baseOffset }));
}
