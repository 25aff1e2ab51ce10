import { describe, expect, test } from 'vitest';
import type { FetchContext, SessionRequest } from '#core/broker/fetch-session.ts';
import { FetchSessions } from '#core/broker/fetch-session.ts';
import type { FetchedPartition, PartitionFetch } from '#core/broker/replica-manager.ts';
import { refusedFetch } from '#core/broker/replica-manager.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';
import { SeededRandom } from '../../../support/seeded-random.ts';

function asked(partition: number, fetchOffset = 0): PartitionFetch {
  return {
    topic: 't',
    topicId: ZERO_UUID,
    partition,
    fetchOffset,
    maxBytes: 1000,
    currentLeaderEpoch: -1,
    lastFetchedEpoch: -1,
  };
}

function fetched(highWatermark: number, bytes = 0): FetchedPartition {
  return {
    error: 'NONE',
    highWatermark,
    lastStableOffset: highWatermark,
    logStartOffset: 0,
    abortedTransactions: null,
    records: Buffer.alloc(bytes),
  };
}

function request(init: Partial<SessionRequest>): SessionRequest {
  return { sessionId: 0, sessionEpoch: -1, usesTopicIds: false, partitions: [], forgotten: [], ...init };
}

function world(slots = 10) {
  const clock = new SimClock();
  const sessions = new FetchSessions(clock, new SeededRandom(1), slots);
  const open = (init: Partial<SessionRequest>): FetchContext => {
    const context = sessions.open(request(init));
    if ('error' in context) throw new Error(context.error);
    return context;
  };
  const begin = (...partitions: PartitionFetch[]): number =>
    open({ sessionEpoch: 0, partitions }).answer(partitions.map(() => fetched(0))).sessionId;
  return { clock, sessions, open, begin };
}

/** The partitions that are answered. */
function numbers(answer: { readonly partitions: readonly { readonly asked: PartitionFetch }[] }): number[] {
  return answer.partitions.map((pair) => pair.asked.partition);
}

describe('fetch sessions', () => {
  test('without a session everything is asked and answered each time', () => {
    const { sessions, open } = world();
    const answer = open({ partitions: [asked(0), asked(1)] }).answer([fetched(0), fetched(0)]);
    expect([answer.sessionId, numbers(answer), sessions.size]).toEqual([0, [0, 1], 0]);
  });

  test('an incremental fetch reads every partition of the session and answers only what is new', () => {
    const { open, begin } = world();
    const sessionId = begin(asked(0), asked(1));
    const context = open({ sessionId, sessionEpoch: 1 });
    expect(context.partitions.map(({ partition }) => partition)).toEqual([0, 1]);
    expect(numbers(context.answer([fetched(0), fetched(5, 10)]))).toEqual([1]);
    expect(numbers(open({ sessionId, sessionEpoch: 2 }).answer([fetched(0), fetched(5)]))).toEqual([]);
  });

  test('a partition that had data goes behind the others', () => {
    const { open, begin } = world();
    const sessionId = begin(asked(0), asked(1));
    open({ sessionId, sessionEpoch: 1 }).answer([fetched(3, 10), fetched(0)]);
    const next = open({ sessionId, sessionEpoch: 2 });
    expect(next.partitions.map(({ partition }) => partition)).toEqual([1, 0]);
  });

  test('partitions are changed, added and forgotten by name', () => {
    const { open, begin } = world();
    const sessionId = begin(asked(0), asked(1));
    const forgotten = [{ topic: 't', topicId: ZERO_UUID, partition: 0 }];
    const context = open({
      sessionId,
      sessionEpoch: 1,
      partitions: [asked(1, 7), asked(2)],
      forgotten,
    });
    expect(context.partitions.map(({ partition, fetchOffset }) => [partition, fetchOffset])).toEqual([
      [1, 7],
      [2, 0],
    ]);
  });

  test('after an error the next answer of a partition is news, whatever it is', () => {
    const { open, begin } = world();
    const sessionId = begin(asked(0));
    const refused = refusedFetch('OFFSET_OUT_OF_RANGE');
    expect(numbers(open({ sessionId, sessionEpoch: 1 }).answer([refused]))).toEqual([0]);
    expect(numbers(open({ sessionId, sessionEpoch: 2 }).answer([fetched(0)]))).toEqual([0]);
    expect(numbers(open({ sessionId, sessionEpoch: 3 }).answer([fetched(0)]))).toEqual([]);
  });

  test('an unknown session, a wrong epoch and another way of naming topics are refused', () => {
    const { sessions, begin } = world();
    const sessionId = begin(asked(0));
    const errorOf = (init: Partial<SessionRequest>) => sessions.open(request(init));
    expect(errorOf({ sessionId: 12345, sessionEpoch: 1 })).toEqual({ error: 'FETCH_SESSION_ID_NOT_FOUND' });
    expect(errorOf({ sessionId, sessionEpoch: 2 })).toEqual({ error: 'INVALID_FETCH_SESSION_EPOCH' });
    expect(errorOf({ sessionId, sessionEpoch: 1, usesTopicIds: true })).toEqual({
      error: 'FETCH_SESSION_TOPIC_ID_ERROR',
    });
  });

  test('epoch −1 with an id ends the session, epoch 0 puts another one in its place', () => {
    const { sessions, open, begin } = world();
    const first = begin(asked(0));
    open({ sessionId: first, sessionEpoch: -1, partitions: [asked(0)] });
    expect(sessions.size).toBe(0);
    const second = begin(asked(0));
    const third = open({ sessionId: second, sessionEpoch: 0, partitions: [asked(0)] }).answer([fetched(0)]);
    expect([sessions.size, third.sessionId === second]).toEqual([1, false]);
  });

  test('a session without partitions ends', () => {
    const { sessions, open, begin } = world();
    const sessionId = begin(asked(0));
    const forgotten = [{ topic: 't', topicId: ZERO_UUID, partition: 0 }];
    expect(open({ sessionId, sessionEpoch: 1, forgotten }).answer([]).sessionId).toBe(0);
    expect(sessions.size).toBe(0);
  });

  test('a full cache gives no session until one has been idle for two minutes', async () => {
    const { clock, sessions, begin } = world(1);
    const first = begin(asked(0));
    expect([first > 0, begin(asked(0))]).toEqual([true, 0]);
    await clock.advance(120_000);
    expect(begin(asked(0))).toBeGreaterThan(0);
    expect(sessions.size).toBe(1);
  });
});
