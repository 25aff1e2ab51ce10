import { describe, expect, test } from 'vitest';
import { CompletedFetch } from '#core/client/consumer/completed-fetch.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import { markerBatch } from '#core/protocol/records/control-record.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';

const TRANSACTIONAL = { producerId: 9, producerEpoch: 0, baseSequence: 0, isTransactional: true };

function batch(
  baseOffset: number,
  count: number,
  options: { readonly isTransactional?: boolean; readonly codec?: number } = {},
): Buffer {
  const records = Array.from({ length: count }, (_, i) => ({
    timestamp: 100 + i,
    key: null,
    value: Buffer.from(`${baseOffset + i}`),
  }));
  return buildBatch({
    records,
    baseOffset,
    partitionLeaderEpoch: 3,
    codec: options.codec,
    ...(options.isTransactional === true && { producerState: TRANSACTIONAL }),
  });
}

function abortMarker(offset: number): Buffer {
  const bytes = markerBatch({
    producerId: 9,
    producerEpoch: 0,
    type: 'ABORT',
    coordinatorEpoch: 0,
    timestamp: 1,
  });
  new RecordBatch(bytes).baseOffset = offset;
  return bytes;
}

function fetched(
  fetchOffset: number,
  batches: readonly Buffer[],
  aborted: { producerId: number; firstOffset: number }[] | null = null,
  checkCrcs = true,
): CompletedFetch {
  const request = {
    topic: 't',
    partition: 0,
    key: 't-0',
    topicId: '',
    fetchOffset,
    currentLeaderEpoch: 3,
    maxBytes: 1000,
  };
  const answer = {
    partitionIndex: 0,
    errorCode: 0,
    highWatermark: 100,
    lastStableOffset: 100,
    logStartOffset: 0,
    divergingEpoch: { epoch: -1, endOffset: -1 },
    currentLeader: { leaderId: -1, leaderEpoch: -1 },
    snapshotId: { endOffset: -1, epoch: -1 },
    abortedTransactions: aborted,
    preferredReadReplica: -1,
    records: Buffer.concat(batches),
  };
  return new CompletedFetch(request, answer, { isReadCommitted: aborted !== null, checkCrcs });
}

const offsets = (records: readonly { offset: number }[]): number[] => records.map(({ offset }) => offset);

describe('a fetch', () => {
  test('hands records out in portions, across batches', async () => {
    const fetch = fetched(0, [batch(0, 3), batch(3, 2)]);
    expect(offsets(await fetch.take(2))).toEqual([0, 1]);
    expect(fetch.nextOffset).toBe(2);
    expect(offsets(await fetch.take(10))).toEqual([2, 3, 4]);
    expect([fetch.nextOffset, fetch.isConsumed, fetch.leaderEpoch]).toEqual([5, true, 3]);
  });

  test('passes over records below the position', async () => {
    expect(offsets(await fetched(2, [batch(0, 4)]).take(10))).toEqual([2, 3]);
  });

  test('moves over markers and aborted batches without delivering them', async () => {
    const fetch = fetched(
      0,
      [batch(0, 2, { isTransactional: true }), abortMarker(2), batch(3, 1)],
      [{ producerId: 9, firstOffset: 0 }],
    );
    expect(offsets(await fetch.take(10))).toEqual([3]);
    const onlyAborted = fetched(
      0,
      [batch(0, 2, { isTransactional: true }), abortMarker(2)],
      [{ producerId: 9, firstOffset: 0 }],
    );
    expect(await onlyAborted.take(10)).toEqual([]);
    expect(onlyAborted.nextOffset).toBe(3);
  });

  test('delivers aborted records, but no markers, to read_uncommitted', async () => {
    const fetch = fetched(0, [batch(0, 2, { isTransactional: true }), abortMarker(2)]);
    expect(offsets(await fetch.take(10))).toEqual([0, 1]);
    expect(fetch.nextOffset).toBe(3);
  });

  test('ignores a batch that the broker cut off at the end', async () => {
    const fetch = fetched(0, [batch(0, 2), batch(2, 2).subarray(0, 40)]);
    expect(offsets(await fetch.take(10))).toEqual([0, 1]);
    expect(fetch.nextOffset).toBe(2);
  });

  test('that contains no whole batch is an error', async () => {
    await expect(fetched(0, [batch(0, 2).subarray(0, 40)]).take(10)).rejects.toThrow(
      /^Failed to make progress reading messages at t-0=0\./,
    );
  });

  test('with a damaged batch gives what is before it, and fails there every time', async () => {
    const damaged = batch(2, 2);
    damaged.writeUInt8(damaged.readUInt8(70) ^ 1, 70);
    const fetch = fetched(0, [batch(0, 2), damaged]);
    expect(offsets(await fetch.take(10))).toEqual([0, 1]);
    for (let i = 0; i < 2; i++) {
      await expect(fetch.take(10)).rejects.toMatchObject({
        exception: 'KafkaException',
        message: expect.stringMatching(
          /^Record batch for partition t-0 at offset 2 is invalid, cause: Record is corrupt/,
        ),
      });
    }
    expect(fetch.nextOffset).toBe(2);
  });

  test('reads every codec', async () => {
    for (const codec of [0, 1, 2, 3])
      expect(offsets(await fetched(0, [batch(0, 5, { codec })]).take(10))).toHaveLength(5);
  });
});
