/**
 * Evidence packs on a real Kafka: made of a broker at rest, while five producers write, with an open transaction, after compaction,
 * after kill -9, and with transactions that are decided while no marker is written: those the Kafka has to complete, as the pack says. Each is opened again, a Kafka starts on its logs once trusting the files and once recovering them, and what its
 * consumers of both isolation levels get has to be what our inspector says of the same files. One line a check; exit 1 when one
 * does not hold.
 *
 *   KAFKA_BOOTS=COMMAND npx tsx test/compat/evidence-on-kafka.ts [--only NAME] [--port 22500] [--seed 1]
 *
 * The seed changes how much is written before, and how large values are.
 *
 * COMMAND DIR --expected FILE --port PORT [--unclean] starts an Apache Kafka on a copy of DIR, reads every partition with consumers,
 * and compares with FILE, which has the shape of `inspect --json`; exit 0 when everything agrees. Without KAFKA_BOOTS this is skipped.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import type { PackFacts } from '#core/evidence/pack/pack-facts.ts';
import { extractPack } from '#core/evidence/pack/read-pack.ts';
import { writePack } from '#core/evidence/pack/write-pack.ts';
import { readDirectory } from '#core/evidence/source/directory-source.ts';
import { Work } from '#core/evidence/work.ts';
import { type RunningLab, startLab } from '#core/host/start-lab.ts';
import { inspect } from '#core/inspect/inspect.ts';
import type { PartitionReport } from '#core/inspect/judge/partition-report.ts';
import { NodePacking } from '#core/platform/node/node-packing.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { VERSIONS, WireProducer } from '../support/wire-producer.ts';
import { decideOpenOnes } from './evidence/decide.ts';
import {
  createCompacted,
  killHard,
  leaveOpen,
  produceSurely,
  spawnBroker,
  subjectAt,
  writeOn,
  writeSome,
} from './evidence/subjects.ts';

const { values: args } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    port: { type: 'string', default: '22500' },
    seed: { type: 'string', default: '1' },
  },
});

const NOTHING_CHOSEN = { topics: [], transactionalIds: [], fromMs: null, toMs: null };
const COMPACTION_TAKES_MS_AT_MOST = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'fencepost-evidence-'));
const { disk, clock } = nodePlatform();
const packing = new NodePacking();
const port = Number(args.port);
const seed = Number(args.seed);

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Makes a pack at the path. */
type Scene = (path: string) => Promise<void>;

async function exportOf({ lab }: RunningLab, path: string): Promise<void> {
  await lab.evidence?.export(NOTHING_CHOSEN, { path, job: path, scenario: null });
}

/** A lab of our own, `during` it. */
async function inLab(
  during: (running: RunningLab, name: string) => Promise<void>,
  name: string,
): Promise<void> {
  const data = join(folder, `${name}-data`);
  mkdirSync(data);
  const running = await startLab({ port: 0, data });
  try {
    await during(running, name);
  } finally {
    await running.stop();
  }
}

const SCENES: { readonly [name: string]: Scene } = {
  idle: (path) =>
    inLab(async (running) => {
      await writeSome(subjectAt(running.lab.broker.port), 'orders');
      await exportOf(running, path);
    }, 'idle'),
  'five-producers': (path) =>
    inLab(async (running) => {
      const subject = subjectAt(running.lab.broker.port);
      await writeSome(subject, 'orders');
      const writing = writeOn(subject, 'orders', { valueSize: 100 * seed });
      await sleep(1000 + 337 * seed);
      await exportOf(running, path);
      print(`      ${await writing.stop()} transactions were made meanwhile`);
    }, 'five'),
  open: (path) =>
    inLab(async (running) => {
      const subject = subjectAt(running.lab.broker.port);
      await writeSome(subject, 'orders');
      await leaveOpen(subject, 'orders');
      const plain = await WireProducer.ready(subject, null);
      await produceSurely(plain, 'orders', ['behind the open one']);
      await exportOf(running, path);
    }, 'open'),
  compacted: (path) =>
    inLab(async (running) => {
      const subject = subjectAt(running.lab.broker.port);
      await createCompacted(subject, 'latest');
      const producer = await WireProducer.ready(subject, 'latest-tx', VERSIONS.tv2);
      for (let i = 0; i < 16 + 4 * seed; i++) {
        await produceSurely(producer, 'latest', [{ key: `k${i % 3}`, value: `v${i}` }]);
        await producer.end(i % 4 !== 3);
        await sleep(60);
      }
      const cleaned = (): boolean => running.lab.journal.since(0).some(({ type }) => type === 'log.cleaned');
      for (let waited = 0; !cleaned() && waited < COMPACTION_TAKES_MS_AT_MOST; waited += 200)
        await sleep(200);
      if (!cleaned()) throw new Error('the log cleaner did nothing');
      await exportOf(running, path);
    }, 'compacted'),
  killed: async (path) => {
    const data = join(folder, 'killed-data');
    mkdirSync(data);
    const broker = await spawnBroker(data, port + 50);
    const subject = subjectAt(port + 50);
    await writeSome(subject, 'orders');
    await leaveOpen(subject, 'orders');
    const writing = writeOn(subject, 'orders', { ends: 20 + 10 * seed, valueSize: 100 * seed });
    await writing.untilInLast();
    await sleep(200);
    await killHard(broker);
    void writing.stop().catch(() => undefined);
    await packOf(data, path);
  },
  decided: async (path) => {
    const data = join(folder, 'decided-data');
    mkdirSync(data);
    const broker = await spawnBroker(data, port + 50);
    const subject = subjectAt(port + 50);
    await writeSome(subject, 'orders');
    for (let i = 0; i < 2 + seed; i++) await leaveOpen(subject, 'orders', `${i}`);
    await killHard(broker);
    print(`      ${await decideOpenOnes(data)} transactions were decided`);
    await packOf(data, path);
  },
};

/** A pack of a directory. */
async function packOf(data: string, path: string): Promise<void> {
  const work = new Work(clock);
  const snapshot = await readDirectory({
    disk,
    packing,
    directory: data,
    selects: () => true,
    nowMs: clock.nowMs(),
    work,
  });
  await writePack(
    { disk, clock, packing, path, work },
    { snapshot, selection: NOTHING_CHOSEN, story: null, scenario: null, checks: [], writtenBy: 'a check' },
  );
}

/**
 * A Kafka that has loaded a decided transaction before it knows who leads its partitions takes those for deleted, and completes it without
 * their markers. (source: TransactionMarkerChannelManager.addTxnMarkersToBrokerQueue)
 */
const TAKEN_FOR_DELETED = 'these partitions are likely deleted already and hence can be skipped';
/** That it starts so again and again is not chance any more. */
const STARTS_MAX = 4;

/** Tries again as long as the Kafka says that it was too fast for itself. */
async function completes(line: string, facts: PackFacts, before: readonly PartitionReport[]): Promise<void> {
  const kept = join(folder, 'kept');
  for (let start = 1; ; start++) {
    rmSync(kept, { recursive: true, force: true });
    const wrong = await completedWrong(`${line} --keep ${kept}`, facts, before);
    if (wrong.length === 0) return;
    const wasTooFast = readFileSync(join(kept, 'server.log'), 'utf8').includes(TAKEN_FOR_DELETED);
    if (!wasTooFast || start === STARTS_MAX) throw new Error(wrong.slice(0, 10).join('; '));
    print('      the Kafka took partitions for deleted, and starts again');
  }
}

/** Kafka writes the markers that the pack says are missing: every record of those transactions gets the outcome that it names. */
async function completedWrong(
  line: string,
  { decided }: PackFacts,
  before: readonly PartitionReport[],
): Promise<readonly string[]> {
  // Files have grown, so the command itself finds differences; what it saw counts.
  await promisify(execFile)('sh', ['-c', line], { maxBuffer: 1 << 26 }).catch(() => undefined);
  const { partitions } = JSON.parse(readFileSync(join(folder, 'seen.json'), 'utf8')) as {
    readonly partitions: readonly (PartitionReport & {
      readonly read_committed?: { readonly offsets: readonly number[] };
    })[];
  };
  const wrong: string[] = [];
  let completed = 0;
  for (const report of before) {
    const { topic, partition } = report;
    if (topic.startsWith('__')) continue;
    const seen = partitions.find((one) => one.topic === topic && one.partition === partition);
    const received = new Set(seen?.read_committed?.offsets);
    for (const record of report.records) {
      const { producerId, offset } = record;
      const ended = decided.find(
        (one) => one.producerId === producerId && one.partitions.includes(`${topic}-${partition}`),
      );
      const isDecided = record.verdict === 'open' && ended !== undefined;
      const wanted = isDecided ? ended.outcome : record.verdict;
      const is = seen?.records.find((one) => one.offset === offset)?.verdict;
      if (isDecided) completed++;
      if (is !== wanted) wrong.push(`${topic}-${partition} ${offset}: ${is}, not ${wanted}`);
      if (isDecided && received.has(offset) !== (wanted === 'committed'))
        wrong.push(`${offset}: received ${received.has(offset)}`);
    }
  }
  if (completed === 0) wrong.push('no record was completed');
  if (wrong.length === 0)
    print(`      ${completed} records of ${decided.length} transactions were completed`);
  return wrong;
}

async function judge(name: string, make: Scene, boots: string): Promise<number> {
  const pack = join(folder, `${name}.fence`);
  const out = join(folder, `${name}-out`);
  await make(pack);
  const facts = await extractPack({ disk, packing, path: pack, work: new Work(clock) }, out);
  const reports: PartitionReport[] = [];
  for await (const report of inspect(disk, `${out}/logs`)) reports.push(report);
  const records = reports.reduce((sum, report) => sum + report.records.length, 0);
  const expected = join(folder, `${name}.json`);
  writeFileSync(expected, JSON.stringify({ set: name, partitions: reports }));
  let failures = 0;
  const wrong = facts.partitions.filter((partition) => {
    const report = reports.find(
      (one) => one.topic === partition.topic && one.partition === partition.partition,
    );
    return (
      report?.logEndOffset !== partition.logEndOffset ||
      report.lastStableOffset !== partition.lastStableOffset
    );
  });
  if (wrong.length > 0) {
    failures++;
    print(`FAIL  ${name}: the pack's facts and its logs differ: ${JSON.stringify(wrong)}`);
  }
  // A directory that was not closed in order has no files to trust.
  for (const how of facts.point === 'crashed' ? ['--unclean'] : ['', '--unclean']) {
    const line = `${boots} ${out}/logs --expected ${expected} --port ${port} --out ${folder}/seen.json ${how}`;
    try {
      if (facts.decided.length > 0) await completes(line, facts, reports);
      else await promisify(execFile)('sh', ['-c', line], { maxBuffer: 1 << 26 });
      print(`pass  ${name} ${how || '--clean'}: ${facts.partitions.length} partitions, ${records} records`);
    } catch (error) {
      failures++;
      const { stderr } = error as { readonly stderr?: string };
      print(`FAIL  ${name} ${how || '--clean'}: ${stderr || String(error)}`);
    }
  }
  return failures;
}

const boots = process.env['KAFKA_BOOTS'];
if (boots === undefined) {
  print('skipped: KAFKA_BOOTS names no command that starts an Apache Kafka on a log directory');
} else {
  let failures = 0;
  for (const [name, make] of Object.entries(SCENES)) {
    if (name.includes(args.only)) failures += await judge(name, make, boots);
  }
  print(failures === 0 ? 'all hold' : `${failures} do not hold`);
  process.exitCode = failures === 0 ? 0 : 1;
}
rmSync(folder, { recursive: true, force: true });
