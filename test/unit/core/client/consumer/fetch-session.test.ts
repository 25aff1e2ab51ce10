import { describe, expect, test } from 'vitest';
import type { FetchPartition } from '#core/client/consumer/fetch-session.ts';
import { FetchSession } from '#core/client/consumer/fetch-session.ts';
import { ZERO_UUID } from '#core/protocol/uuid.ts';

const ID = 'AAAAAAAAAAAAAAAAAAAAAQ';

function at(partition: number, fetchOffset: number, topicId = ID): FetchPartition {
  return {
    topic: 't',
    partition,
    key: `t-${partition}`,
    topicId,
    fetchOffset,
    currentLeaderEpoch: 0,
    maxBytes: 1000,
  };
}

function partitionsOf(plan: readonly FetchPartition[]): number[] {
  return plan.map(({ partition }) => partition);
}

describe('a fetch session', () => {
  test('begins full, then carries only what changed', () => {
    const session = new FetchSession();
    const first = session.plan([at(0, 0), at(1, 0)]);
    expect([first.sessionId, first.sessionEpoch, partitionsOf(first.toSend)]).toEqual([0, 0, [0, 1]]);
    session.answered(77);
    const second = session.plan([at(0, 5), at(1, 0)]);
    expect([second.sessionId, second.sessionEpoch, partitionsOf(second.toSend), second.toForget]).toEqual([
      77,
      1,
      [0],
      [],
    ]);
    session.answered(77);
    const third = session.plan([at(0, 5), at(2, 0)]);
    expect([third.sessionEpoch, partitionsOf(third.toSend), partitionsOf(third.toForget)]).toEqual([
      2,
      [2],
      [1],
    ]);
  });

  test('starts over without an id when the broker does not keep one', () => {
    const session = new FetchSession();
    session.plan([at(0, 0)]);
    session.answered(0);
    expect(session.plan([at(0, 1)])).toMatchObject({ sessionId: 0, sessionEpoch: 0, toSend: [at(0, 1)] });
  });

  test('starts over with a full fetch after any error, naming the session that it replaces', () => {
    const session = new FetchSession();
    session.plan([at(0, 0)]);
    session.answered(77);
    session.plan([at(0, 1)]);
    session.failed('INVALID_FETCH_SESSION_EPOCH');
    expect(session.plan([at(0, 1)])).toMatchObject({ sessionId: 77, sessionEpoch: 0, toSend: [at(0, 1)] });
    session.failed('FETCH_SESSION_ID_NOT_FOUND');
    expect(session.plan([at(0, 1)])).toMatchObject({ sessionId: 0, sessionEpoch: 0 });
  });

  test('forgets and names anew a topic that was created anew', () => {
    const session = new FetchSession();
    session.plan([at(0, 5)]);
    session.answered(77);
    const other = 'AAAAAAAAAAAAAAAAAAAAAg';
    const plan = session.plan([at(0, 0, other)]);
    expect(plan).toMatchObject({ toSend: [at(0, 0, other)], toForget: [at(0, 5)] });
  });

  test('speaks of ids only when it knows them all', () => {
    const session = new FetchSession();
    expect(session.plan([at(0, 0), at(1, 0, ZERO_UUID)]).canUseTopicIds).toBe(false);
    session.answered(77);
    expect(session.plan([at(0, 0)]).canUseTopicIds).toBe(false);
  });

  test('is ended by a last request with epoch -1', () => {
    const session = new FetchSession();
    expect(session.close()).toBeUndefined();
    session.plan([at(0, 0)]);
    session.answered(77);
    expect(session.close()).toMatchObject({ sessionId: 77, sessionEpoch: -1, toSend: [] });
    expect(session.close()).toBeUndefined();
  });
});
