import { describe, expect, it } from 'vitest';
import type { Wire } from '#core/base/network.ts';
import { NodeNetwork } from '#core/platform/node/node-network.ts';

const network = new NodeNetwork();

function acceptOne(): { readonly resolve: (wire: Wire) => void; readonly promise: Promise<Wire> } {
  let resolve: (wire: Wire) => void = () => undefined;
  const promise = new Promise<Wire>((settle) => {
    resolve = settle;
  });
  return { resolve: (wire) => resolve(wire), promise };
}

function nextBytes(wire: Wire): Promise<string> {
  return new Promise((resolve) => wire.onBytes((chunk) => resolve(chunk.toString())));
}

function whenClosed(wire: Wire): Promise<Error | undefined> {
  return new Promise((resolve) => wire.onClose(resolve));
}

describe('a loopback connection', () => {
  it('carries what is written in one turn as one piece', async () => {
    const accepted = acceptOne();
    const listener = await network.listen(0, accepted.resolve);
    const client = await network.connect('127.0.0.1', listener.port);
    const server = await accepted.promise;
    expect(server.localAddress).toBe(`127.0.0.1:${listener.port}`);
    expect(server.remoteAddress).toBe(client.localAddress);

    const received = nextBytes(server);
    expect(client.write([Buffer.from('a'), Buffer.from('b')])).toBe(true);
    client.write([Buffer.from('c')]);
    expect(await received).toBe('abc');

    const [serverClosed, clientClosed] = [whenClosed(server), whenClosed(client)];
    client.end();
    expect(await serverClosed).toBeUndefined();
    expect(await clientClosed).toBeUndefined();
    client.write([Buffer.from('late')]);
    expect(await whenClosed(client)).toBeUndefined();
    await listener.close();
  });

  it('says when the peer reads slower than we write, and when there is room again', async () => {
    const accepted = acceptOne();
    const listener = await network.listen(0, accepted.resolve);
    const client = await network.connect('127.0.0.1', listener.port);
    const server = await accepted.promise;
    server.pause();
    let hasRoom = true;
    for (let i = 0; i < 1000 && hasRoom; i++) hasRoom = client.write([Buffer.alloc(65_536)]);
    expect(hasRoom).toBe(false);
    const drained = new Promise<void>((resolve) => client.onDrain(resolve));
    server.onBytes(() => undefined);
    server.resume();
    await drained;
    client.destroy();
    server.destroy();
    await listener.close();
  });
});

describe('a port', () => {
  it('that is taken is refused with EADDRINUSE', async () => {
    const listener = await network.listen(0, () => undefined);
    await expect(network.listen(listener.port, () => undefined)).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    await listener.close();
  });

  it('nobody listens on is refused with ECONNREFUSED, also one that was just closed', async () => {
    const listener = await network.listen(0, () => undefined);
    await listener.close();
    await expect(network.connect('127.0.0.1', listener.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
