import { beforeEach, describe, expect, it } from 'vitest';
import { EpochLadders } from '#core/lab/history/epoch-ladders.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import type { EventOf } from '#core/observe/events.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';

let bus: EventBus;
let ladders: EpochLadders;

beforeEach(() => {
  bus = new EventBus(new SimClock(1_000));
  ladders = new EpochLadders(bus, (clientId) => clientId?.slice(-1) ?? null);
});

function moved(data: Partial<EventOf<'txn.stateChanged'>>): void {
  bus.publish('txn.stateChanged', {
    transactionalId: 'tx',
    producerId: 1000,
    producerEpoch: 0,
    from: 'Empty',
    to: 'Empty',
    cause: 'initProducerId',
    timeoutMs: 60_000,
    startedAtMs: -1,
    partitions: [],
    logPartition: 0,
    logOffset: 0,
    ...data,
  });
}

function answered(clientId: string, api: string): void {
  bus.publish('frame.exchanged', {
    frame: 1,
    connection: 1,
    clientId,
    apiKey: 0,
    api,
    version: 1,
    correlationId: 1,
    requestSize: 1,
    responseSize: 1,
    receivedAtMs: 1,
    tookMs: 1,
    errorCode: 0,
    partitionErrors: [],
    transactionalId: 'tx',
    producerId: 1000,
    producerEpoch: 0,
    partitions: [],
  });
}

describe('a ladder', () => {
  it('has a rung for each epoch, with its cause and the process whose request raised it', () => {
    moved({ producerEpoch: 0 });
    answered('service-A', 'InitProducerId');
    moved({ producerEpoch: 0, from: 'Empty', to: 'Ongoing', cause: 'addPartitions' });
    moved({ producerEpoch: 1, from: 'Ongoing', to: 'PrepareCommit', cause: 'endTxn' });
    moved({ producerEpoch: 1, from: 'PrepareCommit', to: 'CompleteCommit', cause: 'markersWritten' });
    answered('service-A', 'EndTxn');
    moved({ producerEpoch: 2, from: 'Ongoing', to: 'PrepareAbort', cause: 'fence' });
    answered('service-B', 'InitProducerId');
    moved({ producerEpoch: 3, cause: 'initProducerId' });
    answered('service-B', 'InitProducerId');
    moved({ producerEpoch: 4, to: 'PrepareAbort', cause: 'timeout' });
    answered('service-C', 'EndTxn');
    const rungs = ladders.of('tx').map(({ epoch, cause, process }) => `${epoch} ${cause} ${process}`);
    expect(rungs).toEqual([
      '0 initTransactions A',
      '1 endTxnCommit A',
      '2 fence B',
      '3 initTransactions B',
      '4 timeout null',
    ]);
  });

  it('goes on with epoch 0 of another producer id when the epochs are used up', () => {
    moved({ producerEpoch: 32_766, cause: 'loaded' });
    moved({ producerId: 1001, producerEpoch: 0, cause: 'initProducerId' });
    expect(ladders.of('tx').map(({ producerId, epoch, cause }) => [producerId, epoch, cause])).toEqual([
      [1000, 32_766, 'unknown'],
      [1001, 0, 'producerIdRotated'],
    ]);
  });

  it('is empty for an id that nobody has heard of', () => {
    expect(ladders.of('other')).toEqual([]);
  });
});
