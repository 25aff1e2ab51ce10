import { describe, expect, it } from 'vitest';
import { Capture, type CapturedFrame, frameInCapture } from '#core/evidence/capture/capture.ts';

function frame(number: number, connection: number, bytes: number): CapturedFrame {
  const fill = (value: number): Buffer => Buffer.alloc(bytes, value);
  return {
    frame: number,
    connection,
    atMs: 1000 + number,
    tookMs: 1,
    request: fill(number),
    response: fill(number + 100),
  };
}

function captured(frames: readonly CapturedFrame[], portOf: (connection: number) => number | undefined) {
  const capture = new Capture(frames, { brokerPort: 9092, portOf });
  return { capture, bytes: Buffer.concat([...capture.contents()]) };
}

describe('a capture', () => {
  it('gives connections that had one port after another ports of their own', () => {
    const frames = [frame(1, 1, 40), frame(2, 2, 40), frame(3, 1, 40), frame(4, 3, 40)];
    const { capture, bytes } = captured(frames, (connection) => (connection === 3 ? 9092 : 40_000));
    const ports = new Set<number>();
    for (let at = 24; at < bytes.length; at += 16 + bytes.readUInt32LE(at + 8)) {
      const from = bytes.readUInt16BE(at + 16 + 34);
      if (from !== 9092) ports.add(from);
    }
    expect([...ports]).toEqual([40_000, 40_001, 9093]);
    for (const { frame: number, request, response } of frames) {
      const packets = capture.packets.get(number);
      expect(frameInCapture(bytes, packets?.request ?? 0)).toEqual(request);
      expect(frameInCapture(bytes, packets?.response ?? 0)).toEqual(response);
    }
  });

  it('gives frames back that fill many packets', () => {
    const large = frame(7, 1, 1_000_003);
    const { capture, bytes } = captured([large], () => undefined);
    const packets = capture.packets.get(7);
    expect(packets).toEqual({ request: 3 + 16, response: 3 + 32 });
    expect(frameInCapture(bytes, packets?.response ?? 0)?.equals(large.response ?? Buffer.alloc(0))).toBe(
      true,
    );
  });
});
