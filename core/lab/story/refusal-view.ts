import type { RefusalView } from '#core/lab-api/views.ts';
import type { RefusedWrite } from '../logs/refused-writes.ts';
import { exchangesSince } from './story-facts.ts';
import type { StoryRun } from './story-steps.ts';
import type { StoryWorld } from './story-world.ts';

/** Why the story's zombie was refused: the broker's checks in their order, with what each saw. Null before it happened. */
export function refusalView(run: StoryRun, world: StoryWorld): RefusalView | null {
  const refused = world.refused.of(run.topic, 0).at(-1);
  if (refused === undefined || run.a === undefined) return null;
  const { frame, topic, partition, version, producerId, producerEpoch, recordCount, process } = refused;
  return {
    request: {
      api: 'Produce',
      version,
      partition: `${topic}-${partition}`,
      recordCount,
      producerId,
      producerEpoch,
      firstSequence: refused.baseSequence,
      lastSequence: refused.lastSequence,
      process,
      osPid: run.a.osPid,
    },
    checks: checksOf(run, world, refused),
    frames: [
      { frame, label: `Produce v${version}`, errorCode: refused.errorCode },
      ...exchangesSince(world.journal, 0, { clientId: run.a.clientId, api: 'EndTxn' })
        .filter((exchange) => exchange.errorCode !== 0)
        .map((exchange) => ({
          frame: exchange.frame,
          label: `EndTxn v${exchange.version}`,
          errorCode: exchange.errorCode,
        })),
    ],
    command: `kafka-transactions.sh --bootstrap-server ${world.bootstrap} \\\n  describe --transactional-id ${run.transactionalId}`,
  };
}

/**
 * A partition that knows a later epoch refuses by itself; only otherwise is the coordinator asked.
 * (source: ReplicaManager.handleProduceAppend, UnifiedLog.maybeStartTransactionVerification)
 */
function checksOf(run: StoryRun, world: StoryWorld, refused: RefusedWrite): RefusalView['checks'] {
  const { topic, partition, producerId, producerEpoch, currentEpoch, errorCode } = refused;
  const answer = world.journal
    .since(0)
    .findLast(
      (event) =>
        event.type === 'txn.refused' &&
        event.data.transactionalId === run.transactionalId &&
        event.data.api !== 'EndTxn' &&
        event.data.errorCode === 90,
    );
  const coordinator = answer?.type === 'txn.refused' ? answer.data : undefined;
  return [
    {
      key: 'checks.batchWhole',
      outcome: 'passed',
      evidence: `CRC-32C 0x${refused.crc.toString(16).padStart(8, '0')}`,
    },
    { key: 'checks.transactionalId', outcome: 'passed', evidence: run.transactionalId },
    ...(coordinator === undefined
      ? [
          {
            key: 'checks.partitionEpoch',
            outcome: 'refused' as const,
            evidence: `${producerEpoch} < ${currentEpoch}  →  INVALID_PRODUCER_EPOCH (${errorCode})`,
          },
        ]
      : [
          {
            key: 'checks.transactionOpen',
            outcome: 'asked' as const,
            evidence: `${topic}-${partition}, pid ${producerId}, epoch ${producerEpoch}`,
          },
          {
            key: 'checks.coordinatorEpoch',
            outcome: 'refused' as const,
            evidence: `${producerEpoch} ≠ ${coordinator.currentEpoch}  →  PRODUCER_FENCED (90)`,
          },
        ]),
    {
      key: 'checks.produceCode',
      outcome: 'refused',
      evidence: coordinator === undefined ? `${errorCode}` : `90  →  INVALID_PRODUCER_EPOCH (${errorCode})`,
    },
  ];
}
