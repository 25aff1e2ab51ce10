/** Directories in which transactions are decided, and not one marker of them is written: what a kill between the two leaves. */
import { coordinatorPartition } from '#core/base/java-hash.ts';
import { BROKER_CONFIG } from '#core/config/broker-config.ts';
import { parseConfig } from '#core/config/config-def.ts';
import { TOPIC_CONFIG } from '#core/config/topic-config.ts';
import { transit } from '#core/coordinator/transaction/transaction-metadata.ts';
import { encodeTransactionRecord } from '#core/coordinator/transaction/transaction-record.ts';
import { latestStates } from '#core/evidence/survey/latest-states.ts';
import { findPartitions } from '#core/inspect/read/partition-files.ts';
import { LogManager } from '#core/log/log-manager.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';

/** As brokers make `__transaction_state` unless told otherwise. */
const STATE_PARTITIONS = 50;

/**
 * Opens the directory as a broker does and appends the coordinator's decision about each id, whose transaction is open there: every
 * other one is committed. The directory is then closed in order.
 */
export async function decideOpenOnes(directory: string): Promise<number> {
  const { disk, clock, random } = nodePlatform();
  const states = await latestStates(disk, findPartitions(disk, directory), () => undefined);
  const logs = await LogManager.open({
    disk,
    clock,
    random,
    bus: new EventBus(clock),
    directory,
    config: parseConfig(BROKER_CONFIG, {}),
    topicConfig: (topic) =>
      parseConfig(TOPIC_CONFIG, topic.startsWith('__') ? { 'cleanup.policy': 'compact' } : {}),
  });
  const ongoing = [...states.values()].filter(({ state }) => state === 'Ongoing');
  for (const [i, metadata] of ongoing.entries()) {
    const nowMs = clock.nowMs();
    const next = transit(metadata, {
      state: i % 2 === 0 ? 'PrepareCommit' : 'PrepareAbort',
      // Version 2 raises the epoch with the decision.
      producerEpoch: metadata.producerEpoch + 1,
      lastUpdateMs: nowMs,
    });
    const { transactionalId } = metadata;
    const { key, value } = encodeTransactionRecord({ transactionalId, metadata: next, version: 1 });
    const log = logs.get({
      topic: '__transaction_state',
      partition: coordinatorPartition(transactionalId, STATE_PARTITIONS),
    });
    if (log === undefined) throw new Error(`no state of ${transactionalId}`);
    log.becomeLeader(Math.max(log.leaderEpoch, 0) + 1);
    await log.append(buildBatch({ records: [{ timestamp: nowMs, key, value, headers: [] }] }), {
      origin: 'coordinator',
      leaderEpoch: log.leaderEpoch,
    });
  }
  await logs.close();
  return ongoing.length;
}
