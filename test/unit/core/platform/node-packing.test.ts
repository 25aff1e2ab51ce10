import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { NodePacking } from '#core/platform/node/node-packing.ts';

const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('inflating a piece at a time', () => {
  const packed = deflateRawSync(Buffer.from('contents'));

  it('gives the bytes back', async () => {
    const inflater = new NodePacking().inflater();
    const pieces = [await inflater.push(packed.subarray(0, 3)), await inflater.push(packed.subarray(3))];
    pieces.push(await inflater.end());
    expect(Buffer.concat(pieces).toString()).toBe('contents');
  });

  it('comes to an end when the data ends before the bytes do, and says so', async () => {
    const inflater = new NodePacking().inflater();
    await inflater.push(Buffer.concat([packed, Buffer.from('behind')]));
    // The stream has ended by itself before anybody asks it to.
    await later();
    await later();
    await expect(inflater.end()).rejects.toThrow('bytes behind the end of the data');
    inflater.close();
  });

  it('says what is wrong with data that is cut', async () => {
    const inflater = new NodePacking().inflater();
    await inflater.push(packed.subarray(0, packed.length - 2));
    await expect(inflater.end()).rejects.toThrow('unexpected end of file');
    inflater.close();
  });
});
