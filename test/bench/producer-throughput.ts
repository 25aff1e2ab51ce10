/**
 * How many records of 100 bytes a second one process writes to our own broker, in batches of 16 KB: our producer, kafkajs and
 * @platformatic/kafka in turn, several times; medians and the machine's load.
 *
 *   npx tsx test/bench/producer-throughput.ts [--records N] [--runs N] [--clients a,b] [--bootstrap HOST:PORT]
 *
 * The other two are no dependencies of ours: they are installed into the user's cache on first use.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, homedir, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { KafkaAdmin } from '#core/client/admin/kafka-admin.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';

/** The newest that run on Node 20. */
const PINNED = ['kafkajs@2.2.4', '@platformatic/kafka@1.35.0'];
const CLI = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));
const PROCESS = fileURLToPath(new URL('./throughput/load-process.ts', import.meta.url));

interface Result {
  readonly perSecond: number;
  readonly cpuMs: number;
  readonly elapsedMs: number;
}

const { values: args } = parseArgs({
  options: {
    records: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '5' },
    clients: { type: 'string', default: 'fencepost,kafkajs,platformatic' },
    bootstrap: { type: 'string' },
  },
});

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Installs the other clients where they are not; the folder they are in. */
function libraries(): string {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const directory = join(cache, 'fencepost-bench', PINNED.join('+').replaceAll('/', '-'));
  const isInstalled = join(directory, 'installed');
  if (existsSync(isInstalled)) return directory;
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'package.json'), '{ "private": true }\n');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...PINNED], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  writeFileSync(isInstalled, '');
  return directory;
}

/** Our broker in a process of its own; its address, and how to end it. */
async function startBroker(): Promise<{ readonly bootstrap: string; end(): Promise<void> }> {
  const data = mkdtempSync(join(tmpdir(), 'fencepost-bench-'));
  const broker = spawn(process.execPath, [CLI, 'broker', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const bootstrap = await new Promise<string>((resolve, reject) => {
    broker.once('exit', () => reject(new Error('the broker ended; was it built? npm run build')));
    broker.stdout.on('data', (chunk: Buffer) => {
      const match = /ready (\S+)/.exec(chunk.toString());
      if (match !== null) resolve(match[1] as string);
    });
  });
  return {
    bootstrap,
    async end() {
      const ended = new Promise((resolve) => broker.once('exit', resolve));
      broker.removeAllListeners('exit').once('exit', () => undefined);
      broker.kill();
      await ended.catch(() => undefined);
      rmSync(data, { recursive: true, force: true });
    },
  };
}

function run(client: string, bootstrap: string, topic: string, directory: string): Promise<Result> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', PROCESS, client, bootstrap, topic, args.records, directory],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      if (code === 0) resolve(JSON.parse(said) as Result);
      else reject(new Error(`${client} ended with ${code}`));
    });
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function main(): Promise<void> {
  const clients = args.clients.split(',');
  const directory = clients.some((client) => client !== 'fencepost') ? libraries() : '';
  const broker = args.bootstrap === undefined ? await startBroker() : undefined;
  const bootstrap = args.bootstrap ?? broker?.bootstrap ?? '';
  const admin = new KafkaAdmin({ platform: nodePlatform(), config: { 'bootstrap.servers': bootstrap } });
  const results = new Map<string, Result[]>(clients.map((client) => [client, []]));
  print(
    `${args.records} records of 100 bytes, ${cpus().length} processors, load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
  for (let i = 0; i < Number(args.runs); i++) {
    for (const client of clients) {
      const topic = `bench-${client}-${i}-${Date.now()}`;
      await admin.createTopics([{ name: topic, partitions: 1, replicationFactor: 1 }]);
      const result = await run(client, bootstrap, topic, directory);
      results.get(client)?.push(result);
      print(`run ${i + 1}  ${client.padEnd(12)} ${result.perSecond} records/s, ${result.cpuMs} ms of CPU`);
      await admin.deleteTopics([topic]);
    }
  }
  for (const [client, runs] of results) {
    const rates = runs.map(({ perSecond }) => perSecond);
    const cpu = median(runs.map(({ cpuMs }) => cpuMs));
    print(
      `median ${client.padEnd(12)} ${median(rates)} records/s (${Math.min(...rates)} to ${Math.max(...rates)}), ${cpu} ms of CPU`,
    );
  }
  print(
    `load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
  await admin.close();
  await broker?.end();
}

await main();
