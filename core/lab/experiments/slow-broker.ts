/**
 * C08: one of several brokers answers late. The sticky partitioner of 2.4 to 3.2 leaves a partition when a new batch is begun; a
 * batch for the slow broker waits in the accumulator, and takes records until it is full, so that the slow broker gets more than its
 * share. The built-in one counts bytes and looks at the queues (KIP-794).
 */
import type { Cancel } from '#core/base/clock.ts';
import type { Broker } from '#core/broker/broker.ts';
import { PASS } from '#core/broker/interceptor.ts';
import type { RunFigures, SlowBrokerResult } from '#core/lab-api/experiment-views.ts';
import { Produce } from '#core/protocol/messages/00-produce.ts';
import type { RequestOf } from '#core/protocol/schema/api.ts';
import { contest } from './contest.ts';
import type { ExperimentControl } from './experiment-control.ts';
import type { ExperimentWorld } from './experiment-world.ts';
import { partitionerPlans } from './partitioners.ts';
import { spread } from './spread.ts';

export interface SlowBrokerOptions {
  /** As many as partitions: each leads one. */
  readonly brokers: number;
  readonly delayMs: number;
  readonly rounds: number;
  readonly valueSize: number;
  readonly ratePerSecond: number;
  readonly durationMs: number;
}

export const SLOW_BROKER_DEFAULTS: SlowBrokerOptions = {
  brokers: 3,
  delayMs: 20,
  rounds: 3,
  valueSize: 100,
  ratePerSecond: 1_000,
  durationMs: 3_000,
};

const EXPERIMENT = 'slow-broker';
/**
 * One request in flight, so that a broker that answers 20 ms late is far behind the others, however busy the machine is; and small
 * batches, so that the partition is chosen often enough for its share to mean something.
 */
const CONFIG = {
  'linger.ms': '0',
  'batch.size': '4096',
  'max.in.flight.requests.per.connection': '1',
} as const;
const SLOW_PARTITION = 0;

/** @throws {ExperimentCancelled} */
export async function measureSlowBroker(
  world: ExperimentWorld,
  options: Partial<SlowBrokerOptions> = {},
  control: ExperimentControl = {},
): Promise<SlowBrokerResult> {
  const { brokers, delayMs, rounds, ...rest } = { ...SLOW_BROKER_DEFAULTS, ...options };
  const { valueSize, ratePerSecond, durationMs } = rest;
  const stopSlowing = slowDown(world.broker, delayMs);
  try {
    const contenders = await contest(
      world,
      {
        experiment: EXPERIMENT,
        contenders: partitionerPlans(CONFIG),
        partitions: brokers,
        brokers,
        rounds,
        load: {
          durationMs,
          keys: 'none',
          valueSize,
          valueKind: 'json',
          ratePerSecond,
          inFlightMax: 20_000,
        },
      },
      control,
    );
    const slowShare = Object.fromEntries(
      contenders.map(({ id, runs }) => [id, spread(runs.map(shareOfSlow))] as const),
    );
    return { delayMs, brokers, contenders, slowShare };
  } finally {
    stopSlowing();
  }
}

function shareOfSlow({ recordsByPartition }: RunFigures): number {
  const total = recordsByPartition.reduce((sum, count) => sum + count, 0);
  return (recordsByPartition[SLOW_PARTITION] ?? 0) / total;
}

/** Every Produce request of the contenders to the slow partition's leader waits so long. */
function slowDown(broker: Broker, delayMs: number): Cancel {
  return broker.interceptor.onRequest(Produce.key, ({ clientId, request }) => {
    if (clientId?.startsWith(EXPERIMENT) !== true) return PASS;
    const { topicData } = request as unknown as RequestOf<typeof Produce>;
    const isSlow = topicData.some(({ partitionData }) =>
      partitionData.some(({ index }) => index === SLOW_PARTITION),
    );
    return isSlow ? { kind: 'delay', delayMs } : PASS;
  });
}
