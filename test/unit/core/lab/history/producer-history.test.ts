import { beforeEach, describe, expect, it } from 'vitest';
import { ProducerHistory } from '#core/lab/history/producer-history.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';

const ID = 1000;
let bus: EventBus;
let history: ProducerHistory;

beforeEach(() => {
  bus = new EventBus(new SimClock(1_000));
  history = new ProducerHistory(bus, (clientId) => clientId?.slice(-1) ?? null);
});

function believes(process: string, producerEpoch: number): void {
  bus.publish('process.belief', { process, producerId: ID, producerEpoch, state: 'READY' });
}

function appended(
  partition: number,
  producerEpoch: number,
  baseOffset: number,
  { marker = '' as '' | 'COMMIT' | 'ABORT', topic = 'orders' } = {},
): void {
  bus.publish('log.appended', {
    topic,
    partition,
    segment: 0,
    position: 0,
    size: 100,
    baseOffset,
    lastOffset: baseOffset,
    recordCount: 1,
    producerId: ID,
    producerEpoch,
    baseSequence: 0,
    codec: 0,
    isTransactional: true,
    marker,
    coordinatorEpoch: 0,
    highWatermark: 0,
    lastStableOffset: 0,
    logEndOffset: 0,
  });
}

describe('the last marker of a process', () => {
  it('is the one of its last transaction in the first partition, whichever came last', () => {
    believes('A', 0);
    appended(1, 0, 1);
    appended(0, 0, 2);
    appended(0, 0, 4, { marker: 'COMMIT' });
    appended(1, 0, 2, { marker: 'COMMIT' });
    expect(history.lastMarkerOf(ID, 'A')).toMatchObject({ partition: 0, offset: 4 });
    appended(1, 0, 3);
    appended(1, 0, 4, { marker: 'ABORT' });
    expect(history.lastMarkerOf(ID, 'A')).toMatchObject({ type: 'ABORT', partition: 1, offset: 4 });
  });

  it("is not its twin's: a fence aborts A's transaction with a higher epoch, and B ends its own", () => {
    believes('A', 1);
    appended(0, 1, 5);
    appended(1, 1, 4);
    appended(1, 2, 5, { marker: 'ABORT' });
    appended(0, 2, 7, { marker: 'ABORT' });
    believes('B', 3);
    appended(0, 3, 8);
    appended(0, 4, 10, { marker: 'COMMIT' });
    expect(history.lastMarkerOf(ID, 'A')).toEqual({
      type: 'ABORT',
      topic: 'orders',
      partition: 0,
      offset: 7,
    });
    expect(history.lastMarkerOf(ID, 'B')).toMatchObject({ type: 'COMMIT', offset: 10 });
  });

  it('is forgotten with its topic', () => {
    believes('A', 0);
    appended(0, 0, 0);
    appended(0, 0, 1, { marker: 'COMMIT' });
    appended(0, 0, 2, { topic: 'other' });
    bus.publish('topic.deleted', { topic: 'orders' });
    expect(history.lastMarkerOf(ID, 'A')).toBeNull();
    appended(0, 0, 3, { topic: 'other', marker: 'COMMIT' });
    expect(history.lastMarkerOf(ID, 'A')).toMatchObject({ topic: 'other', offset: 3 });
  });
});
