/**
 * What our producer asks our broker, call by call, is what Java's producer asked a real Kafka, and so are the answers: recorded from
 * kafka-clients 4.3.1 on Kafka 4.3.1 by test/compat/record-transaction-sequences.ts, under both transaction protocols. Left out are
 * ApiVersions and Metadata, whose time is nobody's business, and how often a question was repeated.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Network, Wire } from '#core/base/network.ts';
import { ExchangeTap } from '../support/exchange-tap.ts';
import { ReplayWorld } from '../support/replay-world.ts';
import { playScript } from '../support/script-player.ts';
import { SeededRandom } from '../support/seeded-random.ts';
import type { TransactionSequence } from '../support/transaction-scripts.ts';
import { TIMEOUT_CHECK_MS, TRANSACTION_SCRIPTS } from '../support/transaction-scripts.ts';

const RECORDED: { readonly [version: string]: { readonly [script: string]: TransactionSequence } } =
  JSON.parse(
    readFileSync(new URL('../fixtures/producer-parity/transaction-sequences.json', import.meta.url), 'utf8'),
  );

/** The network, with the tap at every connection. */
function tapped(world: ReplayWorld, tap: ExchangeTap): Network {
  return {
    listen: () => world.listen(),
    async connect(host, port) {
      const wire = await world.connect(host, port);
      const connection = tap.connection();
      const write = wire.write.bind(wire);
      const onBytes = wire.onBytes.bind(wire);
      const listened: Partial<Wire> = {
        write(chunks) {
          for (const chunk of chunks) connection.sent(chunk);
          return write(chunks);
        },
        onBytes(listener) {
          onBytes((chunk) => {
            connection.received(chunk);
            listener(chunk);
          });
        },
      };
      return Object.assign(wire, listened);
    },
  };
}

describe.each([1, 2] as const)('transaction version %i', (transactionVersion) => {
  test.each(Object.entries(TRANSACTION_SCRIPTS))(
    '%s: asked and answered as Java was',
    async (name, calls) => {
      const world = await ReplayWorld.start({
        transactionVersion,
        topics: ['t'],
        partitions: 2,
        config: { 'transaction.abort.timed.out.transaction.cleanup.interval.ms': `${TIMEOUT_CHECK_MS}` },
      });
      const tap = new ExchangeTap();
      const outcomes = await playScript({
        platform: { clock: world.clock, network: tapped(world, tap), random: new SeededRandom(3) },
        bootstrap: `127.0.0.1:${world.broker.port}`,
        topic: 't',
        name,
        calls,
        settle: (promise) => world.settle(promise),
      });
      const ids = tap.clientIds.toSorted();
      const requests = Object.fromEntries(ids.map((id) => [id.slice(name.length + 1), tap.linesOf(id)]));
      expect({ requests, outcomes }).toEqual(RECORDED[`tv${transactionVersion}`]?.[name]);
    },
  );
});
