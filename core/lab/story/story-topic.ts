import type { PartitionLog } from '#core/log/partition-log.ts';
import { canReadSync, readRecords } from '#core/protocol/records/batch-reader.ts';
import { PLAIN_ORDERS, STAGE_PARTITIONS, type StoryRun, TOLD_ORDERS } from './story-steps.ts';
import type { PlacedRecord, StoryWorld } from './story-world.ts';

/** True when the story itself made the topic of this run and nobody else has written to it: then nobody misses what it holds. */
export function holdsOnlyStory(run: StoryRun, world: StoryWorld): boolean {
  if (run.topicId === undefined) return false;
  const producerId = world.transaction(run.transactionalId)?.producerId;
  return world.logsOf(run.topic).every(
    (log, partition) =>
      log.topicId === run.topicId &&
      isToldBeginning(log, {
        producerId,
        told: TOLD_ORDERS.filter((order) => order.partition === partition),
      }),
  );
}

/** True of the logs of a topic that an earlier lab set as a stage, and on which nothing has happened. */
export function isSetStage(logs: readonly PartitionLog[]): boolean {
  return (
    logs.length === STAGE_PARTITIONS &&
    logs.every((log, partition) => {
      const told = PLAIN_ORDERS.filter((order) => order.partition === partition);
      return log.logEndOffset === told.length && isToldBeginning(log, { producerId: undefined, told });
    })
  );
}

/** Everything in the log is of the story, and no transaction is open in it. */
function isToldBeginning(
  log: PartitionLog,
  story: { readonly producerId: number | undefined; readonly told: readonly PlacedRecord[] },
): boolean {
  const isAtRest = log.logStartOffset === 0 && log.lastStableOffset === log.logEndOffset;
  if (!isAtRest) return false;
  let count = 0;
  for (const batch of log.batchesFrom(0)) {
    if (batch.isTransactional && batch.producerId !== story.producerId) return false;
    if (batch.isControl) continue;
    if (!canReadSync(batch)) return false;
    for (const { key, value } of readRecords(batch)) {
      const told = story.told[count++];
      if (told === undefined || key?.toString() !== told.key || value?.toString() !== told.value)
        return false;
    }
  }
  return true;
}
