/**
 * Records what Java's producer asks, and what a real Kafka answers, in the scripts of test/support/transaction-scripts.ts; also plays
 * them with our own producer on the same Kafka, and says where the two differ (exit 1).
 *
 *   npx tsx test/compat/record-transaction-sequences.ts --oracle CMD --port P --transaction-version 1|2 [--write]
 *
 * `CMD java ARGS…` runs Java with Kafka's jars. A Kafka listens on P and calls itself P + 2, where this program listens and passes on;
 * transaction.abort.timed.out.transaction.cleanup.interval.ms is 200. With --write the fixture is renewed.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { KafkaAdmin } from '#core/client/admin/kafka-admin.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { ExchangeTap } from '../support/exchange-tap.ts';
import { playScript } from '../support/script-player.ts';
import type { TransactionSequence } from '../support/transaction-scripts.ts';
import { TRANSACTION_SCRIPTS } from '../support/transaction-scripts.ts';

const SOURCE = fileURLToPath(new URL('./java/TransactionSequences.java', import.meta.url));
const FIXTURE = fileURLToPath(
  new URL('../fixtures/producer-parity/transaction-sequences.json', import.meta.url),
);

const { values: args } = parseArgs({
  options: {
    oracle: { type: 'string', default: 'oracle' },
    port: { type: 'string', default: '22300' },
    'transaction-version': { type: 'string', default: '2' },
    write: { type: 'boolean', default: false },
  },
});
const port = Number(args.port);

type Sequences = { [script: string]: TransactionSequence };

/** Listens where Kafka says it does, and passes everything on. */
async function listen(tap: { current: ExchangeTap }): Promise<() => void> {
  const server = createServer((client) => {
    const broker = connect(port, '127.0.0.1');
    const tapped = tap.current.connection();
    client.on('data', (chunk) => {
      tapped.sent(chunk);
      broker.write(chunk);
    });
    broker.on('data', (chunk) => {
      tapped.received(chunk);
      client.write(chunk);
    });
    for (const [socket, other] of [
      [client, broker],
      [broker, client],
    ] as const) {
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(port + 2, '127.0.0.1', resolve));
  return () => server.close();
}

function sequences(tap: ExchangeTap, outcomes: { readonly [script: string]: readonly string[] }): Sequences {
  const found: Sequences = {};
  for (const script of Object.keys(TRANSACTION_SCRIPTS)) {
    const ids = tap.clientIds.filter((id) => id.startsWith(`${script}/`)).sort();
    found[script] = {
      requests: Object.fromEntries(ids.map((id) => [id.slice(script.length + 1), tap.linesOf(id)])),
      outcomes: outcomes[script] ?? [],
    };
  }
  return found;
}

async function playedByJava(topic: string): Promise<{ [script: string]: string[] }> {
  const scripts = Object.entries(TRANSACTION_SCRIPTS).map(([name, calls]) => `${name}=${calls}`);
  const command = ['java', SOURCE, `127.0.0.1:${port + 2}`, topic, ...scripts];
  const { stdout } = await promisify(execFile)(args.oracle, command);
  const outcomes: { [script: string]: string[] } = {};
  for (const line of stdout.trim().split('\n')) {
    const [script = '', ...rest] = line.split(' ');
    outcomes[script] = [...(outcomes[script] ?? []), rest.join(' ')];
  }
  return outcomes;
}

async function main(): Promise<void> {
  const tap = { current: new ExchangeTap() };
  const stop = await listen(tap);
  const platform = nodePlatform();
  const bootstrap = `127.0.0.1:${port + 2}`;
  const admin = new KafkaAdmin({
    platform,
    config: { 'bootstrap.servers': bootstrap, 'client.id': 'admin' },
  });
  const topic = `parity-${Date.now()}`;
  await admin.createTopics([{ name: topic, partitions: 2, replicationFactor: 1 }]);
  await admin.close();
  // Kafka makes its internal topics when they are first needed; meanwhile it has no coordinators.
  await playScript({ platform, bootstrap, topic, name: 'first', calls: 'A.init,A.begin,A.offsets,A.commit' });
  const byJava = sequences(tap.current, await playedByJava(topic));
  const version = `tv${args['transaction-version']}`;
  if (args.write) {
    const fixture = existsSync(FIXTURE) ? JSON.parse(readFileSync(FIXTURE, 'utf8')) : {};
    writeFileSync(FIXTURE, `${JSON.stringify({ ...fixture, [version]: byJava }, null, 1)}\n`);
  }
  // The same names again, under other transactional ids.
  tap.current = new ExchangeTap();
  const outcomes: { [script: string]: readonly string[] } = {};
  for (const [name, calls] of Object.entries(TRANSACTION_SCRIPTS)) {
    outcomes[name] = await playScript({ platform, bootstrap, topic, name, calls, idSuffix: '-own' });
  }
  const byOurs = sequences(tap.current, outcomes);
  let differences = 0;
  for (const script of Object.keys(TRANSACTION_SCRIPTS)) {
    const expected = JSON.stringify(byJava[script], null, 1);
    const seen = JSON.stringify(byOurs[script], null, 1).replaceAll(`${script}-own`, script);
    if (seen === expected) continue;
    differences++;
    process.stdout.write(`${script} differs\nJava ${expected}\nours ${seen}\n`);
  }
  process.stdout.write(
    `${version}: ${Object.keys(TRANSACTION_SCRIPTS).length} scripts, ${differences} differ\n`,
  );
  process.exitCode = differences === 0 ? 0 : 1;
  stop();
}

await main();
process.exit();
