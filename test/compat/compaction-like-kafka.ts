/**
 * The same records, written to an Apache Kafka and to this broker, each cleaned by its own log cleaner at the same points: what is
 * left has to be the same, file by file and batch by batch, but for timestamps. One line a topic and round; exit 1 when one differs.
 *
 *   npx tsx test/compat/compaction-like-kafka.ts --reference 127.0.0.1:9092,/var/kafka --subject 127.0.0.1:9192,/tmp/data \
 *     [--only TOPIC] [--dump-log COMMAND] [--save DIRECTORY]
 *
 * Both brokers run on this machine, with a log.cleaner.backoff.ms that is short, and have none of the topics yet; behind each
 * address stands its data directory. COMMAND prints log files as kafka-dump-log does, its last argument
 * being their paths with commas between; it is run after the last round.
 * DIRECTORY takes what the reference had before and after each round, as fixtures.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { batchesIn } from '#core/protocol/records/batch-scanner.ts';
import type { Case } from './compaction/cases.ts';
import { CASES, PHASES } from './compaction/cases.ts';
import { ClusterClients } from './compaction/clients.ts';
import { logFiles, storedLines, withoutTimes } from './compaction/stored.ts';

const CLEANING_TAKES_MS_AT_MOST = 60_000;
const QUIET_MS = 1500;

const { values: args } = parseArgs({
  options: {
    reference: { type: 'string', default: '' },
    subject: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    'dump-log': { type: 'string', default: '' },
    save: { type: 'string', default: '' },
  },
});

interface Cluster {
  readonly name: string;
  readonly data: string;
  readonly clients: ClusterClients;
}

function clusterAt(name: string, where: string, startMs: number): Cluster {
  const [bootstrap = '', data = ''] = where.split(',');
  if (bootstrap === '' || data === '') throw new Error(`--${name} is HOST:PORT,DIRECTORY`);
  return { name, data, clients: new ClusterClients(bootstrap, startMs) };
}

/** The cleaner's checkpoint, as offsets by topic. */
function cleanedTo({ data }: Cluster): Map<string, number> {
  const lines = readFileSync(join(data, 'cleaner-offset-checkpoint'), 'utf8').split('\n').slice(2);
  return new Map(
    lines.map((line) => line.split(' ')).map(([topic = '', , offset]) => [topic, Number(offset)]),
  );
}

/** Lets the cleaner run until every topic has been cleaned as far as it goes, then holds it again. */
async function clean(
  cluster: Cluster,
  cases: readonly Case[],
  before: ReadonlyMap<string, number>,
): Promise<void> {
  const topics = cases.map(({ topic }) => topic);
  await cluster.clients.setTopicConfig(topics, 'min.cleanable.dirty.ratio', '0');
  const deadline = Date.now() + CLEANING_TAKES_MS_AT_MOST;
  const isDone = (topic: string): boolean =>
    topic === 'open' || (cleanedTo(cluster).get(topic) ?? 0) > (before.get(topic) ?? 0);
  while (!topics.every(isDone)) {
    if (Date.now() > deadline)
      throw new Error(`${cluster.name} did not clean ${topics.filter((t) => !isDone(t))}`);
    await sleep(100);
  }
  await sleep(QUIET_MS);
  await cluster.clients.setTopicConfig(topics, 'min.cleanable.dirty.ratio', '1');
}

function firstDifference(expected: readonly string[], actual: readonly string[]): string | undefined {
  const at = expected.findIndex((line, i) => line !== actual[i]);
  if (at < 0 && expected.length === actual.length) return undefined;
  const line = at < 0 ? expected.length : at;
  return `line ${line + 1}:\n    kafka ${expected[line] ?? '(nothing)'}\n    here  ${actual[line] ?? '(nothing)'}`;
}

function dumped(command: string, { data, clients }: Cluster, topic: string): string[] {
  const directory = join(data, `${topic}-0`);
  const [program = '', ...options] = command.split(' ');
  const files = logFiles(directory).map((name) => join(directory, name));
  return execFileSync(program, [...options, files.join(',')], {
    encoding: 'utf8',
    maxBuffer: 1e8,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .split('\n')
    .map((line) => withoutTimes(line).replaceAll(data, ''))
    .map((line) => line.replace(/producerId: (\d+)/, (_, id: string) => `of ${clients.nameOf(Number(id))}`));
}

/** Keeps the directories of small topics: before a round only what recovery needs. */
function save(cluster: Cluster, cases: readonly Case[], into: string): void {
  mkdirSync(into, { recursive: true });
  for (const name of ['meta.properties', 'cleaner-offset-checkpoint']) {
    cpSync(join(cluster.data, name), join(into, name));
  }
  for (const { topic, isLarge, isCompressed } of cases) {
    if (isLarge === true || isCompressed === true) continue;
    const directory = join(cluster.data, `${topic}-0`);
    const active = logFiles(directory).at(-1)?.slice(0, -4) ?? '';
    mkdirSync(join(into, `${topic}-0`), { recursive: true });
    for (const name of readdirSync(directory)) {
      const isWanted = name.startsWith(active) ? name.endsWith('.log') : !/\.(deleted|snapshot)$/.test(name);
      if (isWanted) cpSync(join(directory, name), join(into, `${topic}-0`, name));
    }
  }
}

/** Settings of the topics, and when the reference cleaned them, as the delete horizons say that it set. */
function aboutTopics(root: string, cases: readonly Case[]): object {
  const about: { [topic: string]: object } = {};
  for (const { topic, settings } of cases) {
    const retentionMs = Number(settings['delete.retention.ms'] ?? 86_400_000);
    const directory = join(root, 'after', `${topic}-0`);
    if (!existsSync(directory)) continue;
    const horizons = logFiles(directory).flatMap((name) =>
      [...batchesIn(readFileSync(join(directory, name)))]
        .filter((batch) => batch.hasDeleteHorizon)
        .map((batch) => batch.baseTimestamp),
    );
    const cleanedAtMs = horizons.length > 0 ? Math.max(...horizons) - retentionMs : Date.now();
    about[topic] = { cleanedAtMs, settings };
  }
  return about;
}

async function run(): Promise<number> {
  const startMs = Date.now();
  const reference = clusterAt('reference', args.reference, startMs);
  const subject = clusterAt('subject', args.subject, startMs);
  const clusters = [reference, subject];
  const cases = CASES.filter(({ topic }) => topic.startsWith(args.only));
  for (const { clients } of clusters) {
    for (const { topic, settings } of cases) await clients.createTopic(topic, settings);
  }
  let failures = 0;
  for (let phase = 0; phase < PHASES; phase++) {
    for (const { clients } of clusters) {
      clients.phase = phase;
      for (const one of cases) await one.write(clients, phase);
    }
    if (phase % 2 === 0) continue;
    const round = (phase + 1) / 2;
    const kept = args.save === '' ? '' : join(args.save, `round-${round}`);
    if (kept !== '') save(reference, cases, join(kept, 'data'));
    await Promise.all(clusters.map((cluster) => clean(cluster, cases, cleanedTo(cluster))));
    if (kept !== '') {
      save(reference, cases, join(kept, 'after'));
      writeFileSync(join(kept, 'topics.json'), `${JSON.stringify(aboutTopics(kept, cases), null, 2)}\n`);
    }
    for (const one of cases) if (!(await isSame(reference, subject, one, round))) failures++;
  }
  await Promise.all(clusters.map(({ clients }) => clients.close()));
  return failures;
}

async function isSame(reference: Cluster, subject: Cluster, one: Case, round: number): Promise<boolean> {
  const linesOf = ({ data, clients }: Cluster): Promise<string[]> =>
    storedLines(join(data, `${one.topic}-0`), {
      nameOf: (producerId) => clients.nameOf(producerId),
      isCompressed: one.isCompressed ?? false,
    });
  const expected = await linesOf(reference);
  let difference = firstDifference(expected, await linesOf(subject));
  const ends = [reference, subject].map((cluster) => `${cleanedTo(cluster).get(one.topic)}`);
  difference ??= firstDifference([`cleaned to ${ends[0]}`], [`cleaned to ${ends[1]}`]);
  const command = args['dump-log'];
  if (command !== '' && round === PHASES / 2) {
    difference ??= firstDifference(
      dumped(command, reference, one.topic),
      dumped(command, subject, one.topic),
    );
  }
  const verdict = difference === undefined ? 'same' : 'DIFFERS';
  process.stdout.write(
    `${verdict}  ${one.topic}, round ${round}: ${expected.length} lines ${difference ?? ''}\n`,
  );
  return difference === undefined;
}

process.exitCode = (await run()) === 0 ? 0 : 1;
