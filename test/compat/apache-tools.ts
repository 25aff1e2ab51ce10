/**
 * Apache's own command-line tools, the same steps against an Apache Kafka and against this broker: exit codes and what is printed
 * have to be the same. One line a step that differs and is not allowed to, and a table at the end; exit 1 when there is one.
 *
 *   KAFKA_ORACLE=COMMAND npx tsx test/compat/apache-tools.ts [--area NAME] [--only PATTERN] [--port 19260] [--broker 'node dist/cli.cjs']
 *
 * COMMAND knows `start DIR PORT [key=value…]`, `stop DIR` and `java ARGS…` with Kafka's jars on the class path. Without it, there
 * is nothing to compare with, and the run says so. Steps of an area (topics, groups, group-settings, transactions) build on each
 * other, areas do not need each other: --only leaves out what is shown, not what is done.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { allow } from './apache-tools/allowed.ts';
import type { Cluster } from './apache-tools/clusters.ts';
import { startBroker, startKafka } from './apache-tools/clusters.ts';
import { GROUP_SETTING_STEPS } from './apache-tools/group-setting-steps.ts';
import { GROUP_STEPS } from './apache-tools/group-steps.ts';
import { linesOf } from './apache-tools/normalise.ts';
import type { Step } from './apache-tools/step.ts';
import { ToolRunner } from './apache-tools/tool-runner.ts';
import { TOPIC_STEPS } from './apache-tools/topic-steps.ts';
import { TRANSACTION_STEPS } from './apache-tools/transaction-steps.ts';

const { values: args } = parseArgs({
  options: {
    area: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    port: { type: 'string', default: '19260' },
    broker: { type: 'string', default: 'node dist/cli.cjs' },
    verbose: { type: 'boolean', default: false },
  },
});

const AREAS: { readonly [area: string]: readonly Step[] } = {
  topics: TOPIC_STEPS,
  groups: GROUP_STEPS,
  'group-settings': GROUP_SETTING_STEPS,
  transactions: TRANSACTION_STEPS,
};
const STEPS = args.area === '' ? Object.values(AREAS).flat() : (AREAS[args.area] ?? []);

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** How a step went: lines that only one of the two has. */
interface Comparison {
  readonly kafka: readonly string[];
  readonly here: readonly string[];
}

/** The lines of one that the other does not have, or not so often. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function differing({ isSubset }: Step, kafka: readonly string[], here: readonly string[]): string[] {
  if (kafka.includes('exit -1') || here.includes('exit -1')) return ['    was not over in time'];
  if (isSubset) return here.filter((line) => !kafka.includes(line)).map((line) => `    here  ${line}`);
  const [onlyKafka, onlyHere] = [without(kafka, here), without(here, kafka)];
  if (onlyKafka.length + onlyHere.length === 0 && kafka.join('\n') !== here.join('\n')) {
    return ['    kafka in this order:', ...kafka, '    here in this order:', ...here];
  }
  return [...onlyKafka.map((line) => `    kafka ${line}`), ...onlyHere.map((line) => `    here  ${line}`)];
}

class Comparer {
  readonly #runner: ToolRunner;
  readonly #scratch = mkdtempSync(join(tmpdir(), 'compat-files-'));
  #files = 0;

  constructor(runner: ToolRunner) {
    this.#runner = runner;
  }

  /** `{broker}`, `{broker-after}`, `{brief}` (a client that gives up soon) and `{file:CONTENT}` become what they stand for. */
  #argument(word: string, bootstrap: string): string[] {
    if (word === '{broker}') return [bootstrap];
    if (word === '{broker-after}') return ['--bootstrap-server', bootstrap];
    if (word === '{brief}')
      return this.#argument('{file:default.api.timeout.ms=3000\nrequest.timeout.ms=2000}', bootstrap);
    const content = /^\{file:(.*)\}$/s.exec(word)?.[1];
    if (content === undefined) return [word];
    const file = join(this.#scratch, `${this.#files++}`);
    writeFileSync(file, content);
    return [file];
  }

  async #perform(step: Step, cluster: Cluster): Promise<string[]> {
    if (step.act !== undefined) {
      await step.act(cluster);
      return [];
    }
    const isLater = step.args.includes('{broker-after}');
    const [tool = '', ...words] = isLater ? step.args.toSpliced(1, 2) : step.args;
    const given = words.flatMap((word) => this.#argument(word, cluster.bootstrap));
    const outcome = await this.#runner.run(tool, given, step.input);
    return linesOf(outcome, cluster.bootstrap, (text) =>
      step.also(text.replaceAll(this.#scratch, '<dir>').replace(/<dir>\/\d+/g, '<file>')),
    );
  }

  async compare(step: Step, clusters: readonly [Cluster, Cluster]): Promise<Comparison> {
    return { kafka: await this.#perform(step, clusters[0]), here: await this.#perform(step, clusters[1]) };
  }

  close(): void {
    this.#runner.close();
    rmSync(this.#scratch, { recursive: true });
  }
}

interface Tally {
  steps: number;
  same: number;
  allowed: number;
}

async function compareAll(comparer: Comparer, clusters: readonly [Cluster, Cluster]): Promise<number> {
  const table = new Map<string, Tally>();
  for (const step of STEPS) {
    const { kafka, here } = await comparer.compare(step, clusters);
    const tool = step.line.split(' ')[0] ?? '';
    const tally = table.get(tool) ?? { steps: 0, same: 0, allowed: 0 };
    table.set(tool, tally);
    tally.steps++;
    const shown = differing(step, kafka, here);
    const { left, reasons } = allow(step.line, shown);
    if (shown.length === 0) tally.same++;
    else if (left.length === 0) tally.allowed++;
    if (!step.line.includes(args.only)) continue;
    if (reasons.length > 0) print(`allowed  ${step.line}: ${reasons.join('; ')}`);
    if (left.length > 0) print(`DIFFERS  ${step.line}\n${left.join('\n')}`);
    if (args.verbose) print(`== ${step.line}\n${kafka.join('\n')}`);
  }
  print('\ntool                 steps  same  allowed  different');
  let different = 0;
  for (const [tool, { steps, same, allowed }] of table) {
    different += steps - same - allowed;
    const numbers = [steps, same, allowed, steps - same - allowed].map((n) => String(n).padStart(7)).join('');
    print(`${tool.padEnd(20)}${numbers}`);
  }
  return different;
}

async function run(oracle: string): Promise<number> {
  const port = Number(args.port);
  const kafka = await startKafka(oracle, port);
  const clusters: Cluster[] = [kafka];
  try {
    const here = await startBroker(args.broker.split(' '), port + 2);
    clusters.push(here);
    const comparer = new Comparer(await ToolRunner.start(oracle));
    try {
      return await compareAll(comparer, [kafka, here]);
    } finally {
      comparer.close();
    }
  } finally {
    for (const cluster of clusters) await cluster.stop();
  }
}

const oracle = process.env['KAFKA_ORACLE'];
if (oracle === undefined) {
  print('skipped: KAFKA_ORACLE names no command that starts an Apache Kafka');
} else {
  process.exitCode = (await run(oracle)) === 0 ? 0 : 1;
}
