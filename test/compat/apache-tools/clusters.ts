/** The two brokers that the tools are run against: an Apache Kafka and the one under test. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of both: the same node, the same defaults, and transactions can be made to hang. */
const SETTINGS = [
  'node.id=0',
  'num.partitions=3',
  'log.roll.hours=100',
  'auto.create.topics.enable=true',
  'offsets.topic.num.partitions=50',
  'offsets.topic.replication.factor=1',
  'transaction.state.log.replication.factor=1',
  'transaction.state.log.min.isr=1',
  'group.initial.rebalance.delay.ms=0',
  'transaction.partition.verification.enable=false',
];

export interface Cluster {
  readonly name: 'kafka' | 'here';
  readonly bootstrap: string;
  stop(): Promise<void>;
}

/** Starts an Apache Kafka through a command that knows `start DIR PORT [key=value…]` and `stop DIR`. */
export async function startKafka(oracle: string, port: number): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), 'compat-kafka-'));
  const settings = [...SETTINGS, `controller.quorum.voters=0@127.0.0.1:${port + 1}`];
  execFileSync(oracle, ['start', directory, String(port), ...settings], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return {
    name: 'kafka',
    bootstrap: `127.0.0.1:${port}`,
    stop: async () => {
      execFileSync(oracle, ['stop', directory]);
      rmSync(directory, { recursive: true });
    },
  };
}

/** Starts the broker under test: `command` takes the options of `fencepost broker`. */
export async function startBroker(command: readonly string[], port: number): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), 'compat-here-'));
  const settings = SETTINGS.flatMap((pair) => ['--set', pair]);
  const [program = '', ...options] = command;
  const broker = spawn(
    program,
    [...options, 'broker', '--port', `${port}`, '--data', directory, ...settings],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise<number | null>((resolve) => broker.once('exit', resolve));
  await Promise.race([
    new Promise((resolve) => broker.stdout.once('data', resolve)),
    ended.then((code) => Promise.reject(new Error(`the broker ended with ${code}`))),
  ]);
  return {
    name: 'here',
    bootstrap: `127.0.0.1:${port}`,
    stop: async () => {
      broker.kill('SIGTERM');
      await ended;
      rmSync(directory, { recursive: true });
    },
  };
}
