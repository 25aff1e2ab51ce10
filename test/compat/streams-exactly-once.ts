/**
 * A Kafka Streams application with exactly_once_v2 on this broker: it consumes numbers, sums them up by key and produces every new
 * sum, while it is killed -9 three times and the broker once. What a read_committed consumer sees afterwards has to be the sums as
 * if nothing had happened: each once, in order. Exit 1 when it is not; says why it skips where Java or Maven are missing.
 *
 *   npx tsx test/compat/streams-exactly-once.ts [--records 20000] [--port 19270] [--transaction-version 2] [--broker 'node dist/cli.cjs']
 */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sleep } from '#core/base/clock.ts';
import { CompatWorld } from './own-client/world.ts';
import { Application, missing, prepare } from './streams/application.ts';

const { values: args } = parseArgs({
  options: {
    records: { type: 'string', default: '20000' },
    port: { type: 'string', default: '19270' },
    'transaction-version': { type: 'string', default: '2' },
    broker: { type: 'string', default: 'node dist/cli.cjs' },
  },
});

const RECORDS = Number(args.records);
const KEYS = 40;
const PARTITIONS = 4;
/** Numbers sent in one go, and the pause behind them. */
const BURST = 25;
const PAUSE_MS = 50;
/** How much of the output is there when something is killed: the application, the broker, the application twice more. */
const KILLS = [
  { at: 0.1, what: 'application' },
  { at: 0.3, what: 'broker' },
  { at: 0.4, what: 'application' },
  { at: 0.6, what: 'application' },
] as const;
/** Without progress for so long, it will not come any more. Restoring, rebalancing and a transaction timeout fit in. */
const STUCK_MS = 90_000;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function startBroker(directory: string): Promise<ChildProcess> {
  const [program = '', ...options] = args.broker.split(' ');
  const where = [
    '--port',
    args.port,
    '--data',
    directory,
    '--transaction-version',
    args['transaction-version'],
  ];
  const broker = spawn(program, [...options, 'broker', ...where], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    broker.stdout.once('data', () => resolve(broker));
    broker.once('exit', (code) => reject(new Error(`the broker ended with ${code}`)));
  });
}

async function end(broker: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const ended = new Promise((resolve) => broker.once('exit', resolve));
  broker.kill(signal);
  await ended;
}

/** Every key's numbers in order: 1, 2, 3 … over all keys. */
async function produce(world: CompatWorld, topic: string): Promise<void> {
  const producer = world.producer({ 'max.block.ms': '120000', 'delivery.timeout.ms': '240000' });
  const sent: Promise<unknown>[] = [];
  for (let i = 1; i <= RECORDS; i++) {
    const key = i % KEYS;
    sent.push(producer.send({ topic, partition: key % PARTITIONS, key: `k${key}`, value: `${i}` }));
    if (i % BURST === 0) await sleep(world.clock, PAUSE_MS);
  }
  await Promise.all(sent);
}

function expectedSums(): Map<string, string[]> {
  const sums = new Map<string, string[]>();
  for (let i = 1; i <= RECORDS; i++) {
    const key = `k${i % KEYS}`;
    const before = sums.get(key) ?? [];
    before.push(`${Number(before.at(-1) ?? 0) + i}`);
    sums.set(key, before);
  }
  return sums;
}

/** What is wrong with the output; undefined when nothing is. */
function mistake(actual: ReadonlyMap<string, readonly string[]>): string | undefined {
  for (const [key, expected] of expectedSums()) {
    const seen = actual.get(key) ?? [];
    const at = expected.findIndex((sum, i) => sum !== seen[i]);
    if (at >= 0) return `sum ${at} of ${key} is ${seen[at] ?? 'missing'}, not ${expected[at]}`;
    if (seen.length > expected.length) return `${key} has ${seen.length - expected.length} sums too many`;
  }
  return undefined;
}

/** Reads what is committed, and kills when the time has come. */
class Run {
  readonly #world: CompatWorld;
  readonly #application: Application;
  readonly #data: string;
  readonly #kills = [...KILLS];
  readonly sums = new Map<string, string[]>();
  broker: ChildProcess;
  #read = 0;

  constructor(world: CompatWorld, parts: { application: Application; broker: ChildProcess; data: string }) {
    this.#world = world;
    this.#application = parts.application;
    this.broker = parts.broker;
    this.#data = parts.data;
  }

  async #kill(what: 'application' | 'broker'): Promise<void> {
    if (what === 'application') {
      await this.#application.kill();
      this.#application.start();
    } else {
      this.broker.removeAllListeners('exit');
      await end(this.broker, 'SIGKILL');
      this.broker = await startBroker(this.#data);
    }
    print(`killed the ${what} at ${this.#read} of ${RECORDS}`);
  }

  async toTheEnd(output: string): Promise<string | undefined> {
    const { clock } = this.#world;
    const consumer = this.#world.consumer({ 'isolation.level': 'read_committed' });
    consumer.assign(Array.from({ length: PARTITIONS }, (_, partition) => ({ topic: output, partition })));
    let lastMs = clock.monotonicMs();
    while (this.#read < RECORDS) {
      for (const { key, value } of await consumer.poll(200)) {
        const name = String(key);
        const seen = this.sums.get(name) ?? [];
        seen.push(String(value));
        this.sums.set(name, seen);
        this.#read++;
        lastMs = clock.monotonicMs();
      }
      const next = this.#kills[0];
      if (next !== undefined && this.#read >= next.at * RECORDS) {
        this.#kills.shift();
        await this.#kill(next.what);
        lastMs = clock.monotonicMs();
      }
      if (clock.monotonicMs() - lastMs > STUCK_MS)
        return `no more than ${this.#read} of ${RECORDS} sums came`;
    }
    // Were there anything twice, it would come now.
    for (const { key, value } of await consumer.poll(2000)) return `one too many: ${key} ${value}`;
    return mistake(this.sums);
  }
}

async function run(classPath: string): Promise<boolean> {
  const root = mkdtempSync(join(tmpdir(), 'compat-streams-'));
  const data = join(root, 'data');
  const broker = await startBroker(data);
  const bootstrap = `127.0.0.1:${args.port}`;
  const world = new CompatWorld(bootstrap);
  const startMs = world.clock.monotonicMs();
  const input = await world.newTopic(PARTITIONS);
  const output = await world.newTopic(PARTITIONS);
  const stateDirectory = join(root, 'state');
  const application = new Application(classPath, { bootstrap, input, output, stateDirectory });
  application.start();
  const course = new Run(world, { application, broker, data });
  const [problem] = await Promise.all([course.toTheEnd(output), produce(world, input)]);
  await application.kill();
  await world.closeAll();
  course.broker.removeAllListeners('exit');
  await end(course.broker, 'SIGTERM');
  rmSync(root, { recursive: true, force: true });
  const seconds = Math.round((world.clock.monotonicMs() - startMs) / 1000);
  if (problem !== undefined) print(application.said.join('\n'));
  print(
    `${problem === undefined ? 'pass' : 'FAIL'}  ${problem ?? `${RECORDS} sums, each once, in order`}  ${seconds} s`,
  );
  return problem === undefined;
}

const reason = missing();
if (reason !== undefined) print(`skipped: ${reason}`);
else process.exitCode = (await run(prepare())) ? 0 : 1;
