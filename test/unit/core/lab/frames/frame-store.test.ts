import { describe, expect, it } from 'vitest';
import { FrameStore } from '#core/lab/frames/frame-store.ts';
import { readerClientId } from '#core/lab/readers/reader-client-id.ts';
import { ApiVersions } from '#core/protocol/messages/18-api-versions.ts';

function exchange(frame: number, size: number, clientId: string | null = 'client') {
  return {
    frame,
    connection: 1,
    clientId,
    api: ApiVersions,
    version: 3,
    correlationId: frame,
    requestFrame: Buffer.alloc(size, frame),
    request: {},
    receivedAtMs: 0,
    response: {},
    responseFrame: [Buffer.from([1]), Buffer.from([2])],
    tookMs: 1,
  };
}

describe('the frame store', () => {
  it('keeps both sides of an exchange', () => {
    const frames = new FrameStore();
    frames.keep(exchange(7, 3));
    expect(frames.get(7)).toMatchObject({
      frame: 7,
      connection: 1,
      tookMs: 1,
      apiKey: 18,
      version: 3,
      request: Buffer.from([7, 7, 7]),
      response: Buffer.from([1, 2]),
    });
    expect(frames.get(8)).toBeUndefined();
  });

  it('forgets the oldest when the bytes are too many', () => {
    const frames = new FrameStore(100);
    for (let frame = 1; frame <= 5; frame++) frames.keep(exchange(frame, 38));
    expect([1, 2, 3, 4, 5].filter((frame) => frames.get(frame) !== undefined)).toEqual([4, 5]);
    expect(frames.sizeBytes).toBe(80);
  });

  it("leaves out the lab's own readers", () => {
    const frames = new FrameStore();
    frames.keep(exchange(1, 3, readerClientId('orders', 'read_committed')));
    expect(frames.get(1)).toBeUndefined();
  });
});
