import { describe, expect, test } from 'vitest';
import { FrameError, FrameSplitter, frameOf } from '#core/protocol/frame.ts';

function stream(...frames: string[]): Buffer {
  return Buffer.concat(frames.flatMap((frame) => frameOf([Buffer.from(frame)])));
}

function split(chunks: readonly Buffer[], maxSize = 1000): string[] {
  const splitter = new FrameSplitter(maxSize);
  const frames: string[] = [];
  for (const chunk of chunks) splitter.push(chunk, (frame) => frames.push(frame.toString()));
  return frames;
}

describe('FrameSplitter', () => {
  test('gives whole frames back, in whatever pieces they arrive', () => {
    const frames = ['first', '', 'a third one that is longer', 'x', ''];
    const bytes = stream(...frames);
    for (const size of [1, 2, 3, 4, 5, 7, 11, bytes.length]) {
      const chunks: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
      expect(split(chunks)).toEqual(frames);
    }
  });

  test('passes over empty chunks', () => {
    const bytes = stream('one', 'two');
    const nothing = Buffer.alloc(0);
    expect(split([nothing, bytes.subarray(0, 2), nothing, bytes.subarray(2), nothing])).toEqual([
      'one',
      'two',
    ]);
  });

  test('keeps the beginning of a frame until the rest is there', () => {
    const bytes = stream('one', 'two');
    expect(split([bytes.subarray(0, bytes.length - 1)])).toEqual(['one']);
  });

  test('does not copy a frame that one chunk holds', () => {
    const bytes = stream('one');
    const frames: Buffer[] = [];
    new FrameSplitter(10).push(bytes, (frame) => frames.push(frame));
    expect(frames[0]?.buffer).toBe(bytes.buffer);
  });

  test('refuses sizes that are negative or above the limit, before the frame is there', () => {
    expect(split([stream('1234')], 4)).toEqual(['1234']);
    expect(() => split([stream('12345').subarray(0, 4)], 4)).toThrow(FrameError);
    expect(() => split([Buffer.from('ffffffff', 'hex')])).toThrow('frame size -1');
  });
});

describe('frameOf', () => {
  test('puts the size of all chunks in front', () => {
    const chunks = frameOf([Buffer.from('ab'), Buffer.from('c')]);
    expect(chunks.length).toBe(3);
    expect(Buffer.concat(chunks).toString('hex')).toBe('00000003616263');
  });
});
