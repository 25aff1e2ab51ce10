import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BrokerHost } from '#core/host/broker-host.ts';
import { Watchdog } from '#core/host/watchdog.ts';

/** A process from sources takes seconds to start on a busy machine. */
const PATIENCE_MS = 120_000;

let watchdog: Watchdog;
let host: BrokerHost;
beforeEach(() => {
  watchdog = new Watchdog();
  host = new BrokerHost(watchdog);
});
afterEach(async () => {
  await host.close();
  watchdog.close();
});

describe('a broker as a process of its own', () => {
  it(
    'is killed, started again on the same files and port, and leaves nothing behind',
    async () => {
      const home = host.home();
      const first = await home.start({ port: 0, transactionVersion: 2 });
      expect(isAlive(first.osPid)).toBe(true);
      await first.kill();
      expect(isAlive(first.osPid)).toBe(false);
      expect(existsSync(`${home.directory}/meta.properties`)).toBe(true);
      const second = await home.start({ port: first.port, transactionVersion: 2 });
      expect(second.port).toBe(first.port);
      await home.remove();
      await home.remove();
      expect(isAlive(second.osPid)).toBe(false);
      expect(existsSync(home.directory)).toBe(false);
    },
    PATIENCE_MS,
  );

  it(
    'that cannot start says why',
    async () => {
      const taken = createServer();
      await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
      const { port } = taken.address() as { readonly port: number };
      try {
        await expect(host.home().start({ port, transactionVersion: 2 })).rejects.toThrow(
          `The broker process did not start: broker: port ${port} is taken`,
        );
      } finally {
        taken.close();
      }
    },
    PATIENCE_MS,
  );
});

function isAlive(osPid: number): boolean {
  try {
    process.kill(osPid, 0);
    return true;
  } catch {
    return false;
  }
}
