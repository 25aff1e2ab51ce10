import { describe, expect, test } from 'vitest';
import type { Wire } from '#core/base/network.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';
import { SimNetwork } from '#core/platform/sim/sim-network.ts';

async function connected() {
  const clock = new SimClock();
  const network = new SimNetwork(clock);
  let server: Wire | undefined;
  const listener = await network.listen(0, (wire) => {
    server = wire;
  });
  const client = await network.connect('127.0.0.1', listener.port);
  return { clock, network, listener, client, server: server as unknown as Wire };
}

describe('SimNetwork', () => {
  test('bytes arrive in order, in a later turn', async () => {
    const { clock, client, server } = await connected();
    const got: string[] = [];
    server.onBytes((chunk) => got.push(chunk.toString()));
    client.write([Buffer.from('a'), Buffer.from('b')]);
    client.write([Buffer.from('c')]);
    expect(got).toEqual([]);
    await clock.advance(0);
    expect(got).toEqual(['a', 'b', 'c']);
  });

  test('a paused reader fills the window, and the writer hears when it is empty', async () => {
    const { clock, client, server } = await connected();
    let bytes = 0;
    let drained = 0;
    server.onBytes((chunk) => {
      bytes += chunk.length;
    });
    client.onDrain(() => {
      drained++;
    });
    server.pause();
    expect(client.write([Buffer.alloc(60_000)])).toBe(true);
    expect(client.write([Buffer.alloc(60_000)])).toBe(false);
    await clock.advance(0);
    expect({ bytes, drained }).toEqual({ bytes: 0, drained: 0 });
    server.resume();
    await clock.advance(0);
    expect({ bytes, drained }).toEqual({ bytes: 120_000, drained: 1 });
  });

  test('what was sent before the end is read before the close', async () => {
    const { clock, client, server } = await connected();
    const seen: string[] = [];
    server.onBytes((chunk) => seen.push(chunk.toString()));
    server.onClose(() => seen.push('closed'));
    client.onClose(() => seen.push('client closed'));
    client.write([Buffer.from('last words')]);
    client.end();
    await clock.advance(0);
    expect(seen).toEqual(['last words', 'closed', 'client closed']);
  });

  test('a taken port and a closed port are refused', async () => {
    const { network, listener } = await connected();
    await expect(network.listen(listener.port, () => undefined)).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    await listener.close();
    await expect(network.connect('127.0.0.1', listener.port)).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });
});
