/**
 * `fencepost VERB …`: the lab without a window. What each verb prints and with which status it ends is a contract with scripts:
 * errors are one line on stderr (what, why, what to do); 0 good, 1 it did not hold or failed, 2 wrong usage.
 *
 * A verb's code is loaded when it is called: `broker` has to be ready in a moment.
 */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { printable } from '#core/base/printable.ts';
import { EVIDENCE_PACK_PARTS } from '#core/lab-api/evidence-views.ts';
import { EXPERIMENTS, type ExperimentName } from '#core/lab-api/experiment-views.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { DumpArguments } from './dump-command.ts';
import type { ExportArguments } from './export-command.ts';
import { withoutHelpOfUnknown } from './known-commands.ts';
import type { OpenArguments } from './open-command.ts';

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

/** Gathers `--set` options. */
function gather(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

function transactionVersionOption(choices: readonly string[]): Option {
  return new Option('--transaction-version <version>', 'level of the feature transaction.version').choices(
    choices,
  );
}

/** Is told the status with which the process ends. */
type End = (status: number) => void;

function program(end: End): Command {
  const fencepost = new Command('fencepost')
    .description("A lab for Kafka's delivery guarantees: a real broker, real producer processes.")
    .version(packageJson.version)
    .exitOverride()
    .configureOutput({
      // What commander says in several lines is one line here.
      outputError: (text, write) =>
        write(
          `fencepost: ${text
            .replace(/^error: /, '')
            .trim()
            .replaceAll('\n', ' ')}\n`,
        ),
    });
  for (const add of [
    addBroker,
    addLab,
    addDemo,
    addInspect,
    addDump,
    addExport,
    addOpen,
    addScenario,
    addBench,
  ])
    add(fencepost, end);
  return fencepost;
}

function addBroker(fencepost: Command, end: End): void {
  fencepost
    .command('broker')
    .description('a headless broker; prints "ready 127.0.0.1:PORT" when it accepts connections')
    .option('--port <port>', 'port on 127.0.0.1, 0 for any', '9092')
    .requiredOption('--data <dir>', "data directory, in Kafka's layout")
    .addOption(transactionVersionOption(['0', '1', '2']))
    .addOption(
      new Option('--profile <release>', 'show API versions and defaults of this release').choices([
        '2.x',
        '3.x',
        '4.x',
      ]),
    )
    .option('--set <key=value>', 'a broker setting; can be repeated', gather, [])
    .action(
      async (options: {
        port: string;
        data: string;
        transactionVersion?: string;
        profile?: string;
        set: readonly string[];
      }) => {
        const { runBroker } = await import('./broker-command.ts');
        end(await runBroker(options));
      },
    );
}

function addLab(fencepost: Command, end: End): void {
  fencepost
    .command('lab')
    .description('the whole lab, its window served to a browser; opens what PATHs name in it, read only')
    .argument('[path...]', 'packs, files and directories of Kafka')
    .option('--port <port>', "the broker's port (default: 9092, or any when that is taken)")
    .option('--ui-port <port>', 'port of the window, 0 for any', '0')
    .option('--data <dir>', 'data directory (default: a temporary one)')
    .option('--no-open', 'only print the address')
    .option('--json', 'print one JSON object instead of text', false)
    .action(
      async (
        paths: readonly string[],
        options: { port?: string; uiPort: string; data?: string; open: boolean; json: boolean },
      ) => {
        const { runLab } = await import('./lab-command.ts');
        end(await runLab({ ...options, paths }));
      },
    );
}

function addDemo(fencepost: Command, end: End): void {
  fencepost
    .command('demo')
    .description('the zombie story in the terminal, with real processes')
    .addOption(transactionVersionOption(['1', '2']).default('2'))
    .option('--json', 'print one JSON object a step instead of text', false)
    .action(async ({ transactionVersion, json }: { transactionVersion: string; json: boolean }) => {
      const { runDemo } = await import('./demo-command.ts');
      end(await runDemo({ transactionVersion: transactionVersion === '1' ? 1 : 2, json }));
    });
}

function addInspect(fencepost: Command, end: End): void {
  fencepost
    .command('inspect')
    .description(
      "what lies in a Kafka log directory, a partition or a single file of one, with each record's verdict",
    )
    .argument('<path>')
    .option('--json', 'print one JSON document instead of text', false)
    .option(
      '--census',
      'count every offset once, and name the cause of every hole, instead of records',
      false,
    )
    .action(async (target: string, options: { json: boolean; census: boolean }) => {
      const { runInspect } = await import('./inspect-command.ts');
      end(await runInspect(target, options));
    });
}

/** Apache's own option names, so that existing scripts keep working. */
function addDump(fencepost: Command, end: End): void {
  fencepost
    .command('dump')
    .description("what Apache's kafka-dump-log --deep-iteration --print-data-log prints")
    .argument('[file...]')
    .option('--files <list>', 'more files, separated by commas')
    .option('--transaction-log-decoder', 'decode records of __transaction_state')
    .option('--offsets-decoder', 'decode records of __consumer_offsets')
    .option('--deep-iteration', 'always on')
    .option('--print-data-log', 'always on')
    .option('--skip-record-metadata', 'only keys and values')
    .option('--index-sanity-check', 'only check the index')
    .option('--verify-index-only', 'only compare the index with its log')
    .option('--max-message-size <bytes>', 'largest message')
    .option('--max-bytes <bytes>', 'most bytes read of a file')
    .action(async (files: readonly string[], options: DumpArguments) => {
      const { runDump } = await import('./dump-command.ts');
      end(await runDump(files, options));
    });
}

function language(): Option {
  return new Option('--language <language>', 'of sentences').choices(['en', 'ko']).default('en');
}

function addScenario(fencepost: Command, end: End): void {
  const scenario = fencepost.command('scenario').description("guided scenarios: the course's sentences, run");
  scenario
    .command('list')
    .description('every scenario and its claims')
    .option('--json', 'print one JSON object a scenario', false)
    .addOption(language())
    .action(async (options: { json: boolean; language: 'en' | 'ko' }) => {
      const { runScenarioList } = await import('./scenario-command.ts');
      end(runScenarioList(options));
    });
  scenario
    .command('run')
    .description('runs scenarios; one line a claim')
    .argument('[id...]')
    .option('--all', 'every scenario under all its rules', false)
    .option('--json', 'print one JSON object a claim', false)
    .option('--evidence <folder>', 'keep each run as an evidence pack in this folder')
    .addOption(language())
    .action(
      async (
        ids: readonly string[],
        options: { all: boolean; json: boolean; evidence?: string; language: 'en' | 'ko' },
      ) => {
        const { runScenarios } = await import('./scenario-command.ts');
        end(await runScenarios(ids, options));
      },
    );
}

function gatherPart(value: string, before: readonly string[]): readonly string[] {
  if (!(EVIDENCE_PACK_PARTS as readonly string[]).includes(value)) {
    throw new InvalidArgumentError(`It is one of ${EVIDENCE_PACK_PARTS.join(', ')}.`);
  }
  return [...before, value];
}

/** A time of the command line, in ms. */
function timeOf(text: string): number {
  const ms = /^[0-9]{1,15}$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isNaN(ms))
    throw new InvalidArgumentError('It is a time like 2026-11-30T20:50:01Z, or milliseconds.');
  return ms;
}

function addExport(fencepost: Command, end: End): void {
  fencepost
    .command('export')
    .description(
      'an evidence pack of a log directory; or the records or a segment of one partition. What cannot be read is refused by name: other topics can be chosen with --topic',
    )
    .requiredOption('--data <dir>', 'log directory; only read')
    .requiredOption('--out <file>', 'file to write')
    .option('--topic <topic>', 'only this topic; can be repeated', gather, [])
    .option(
      '--transactional-id <id>',
      'only topics that its transactions wrote to; can be repeated',
      gather,
      [],
    )
    .addOption(
      new Option('--part <part>', 'only this part of a pack; can be repeated')
        .choices(EVIDENCE_PACK_PARTS)
        .argParser(gatherPart)
        .default([]),
    )
    .option(
      '--from <time>',
      'of a pack: whole topics, those with a record from then on, the first of which is not newer than --to; of --partition: records that are not older. 2026-11-30T20:50:01Z, or ms',
      timeOf,
    )
    .option('--to <time>', 'of a pack: see --from; of --partition: records that are not newer', timeOf)
    .option('--partition <name>', 'only this partition, like orders-0: with --format or --segment')
    .addOption(
      new Option('--format <format>', 'csv, json: the records of --partition')
        .choices(['fence', 'csv', 'json'])
        .default('fence'),
    )
    .option('--segment <base-offset>', "this segment's .log of --partition")
    .option('--json', 'print one JSON object instead of text', false)
    .action(async (options: ExportArguments) => {
      const { runExport } = await import('./export-command.ts');
      end(await runExport(options));
    });
}

function addOpen(fencepost: Command, end: End): void {
  fencepost
    .command('open')
    .description('checks an evidence pack and says what it holds')
    .argument('<file>')
    .option('--extract <dir>', 'keep its files in a new folder')
    .option('--max-size <bytes>', 'most bytes that may come out of it (default: by its size)')
    .option('--json', 'print one JSON object instead of text', false)
    .addOption(language())
    .action(async (file: string, options: OpenArguments) => {
      const { runOpen } = await import('./open-command.ts');
      end(await runOpen(file, options));
    });
}

function roundsOf(text: string): number {
  const rounds = Number(text);
  if (/^[0-9]+$/.test(text) && rounds >= 1 && rounds <= 100) return rounds;
  throw new InvalidArgumentError('It is a number from 1 to 100.');
}

function addBench(fencepost: Command, end: End): void {
  const bench = fencepost.command('bench').description('measures this machine');
  bench
    .command('start')
    .description("a broker's time from process start to ready, and its memory at rest")
    .option('--rounds <count>', 'how many brokers to start, 1 to 100', roundsOf, 5)
    .option('--json', 'print one JSON object instead of text', false)
    .action(async (options: { rounds: number; json: boolean }) => {
      const { runBenchStart } = await import('./bench-command.ts');
      end(await runBenchStart(options));
    });
  bench
    .command('lab')
    .description("the window's experiments; takes some minutes")
    .addOption(new Option('--only <experiment>', 'one of them').choices(EXPERIMENTS))
    .option('--json', 'print one JSON object an experiment, with every run', false)
    .action(async (options: { only?: ExperimentName; json: boolean }) => {
      const { runBenchLab } = await import('./bench-lab-command.ts');
      end(await runBenchLab(options));
    });
}

/** Ends the process when everything printed has been taken; output that is lost is a failure of every verb. */
function endWith(status: number): void {
  process.stdout.write('', (error) => {
    if (error) endWithoutOutput(error);
    else process.exit(status);
  });
}

let isOutputLost = false;

function endWithoutOutput(error: NodeJS.ErrnoException): void {
  // Whoever reads our output may stop reading: `fencepost inspect DIR | head`.
  if (error.code === 'EPIPE') process.exit(0);
  if (isOutputLost) return;
  isOutputLost = true;
  const why = error.code === 'ENOSPC' ? 'its disk is full; make room' : printable(error.message);
  process.stderr.write(`fencepost: standard output cannot be written: ${why}\n`, () =>
    process.exit(EXIT_FAILED),
  );
}

// A terminal that is gone takes no complaints either.
process.stderr.on('error', () => undefined);
process.stdout.on('error', endWithoutOutput);

/**
 * `npm run fencepost` starts us in the folder of the package, wherever it was called: paths count from there. A script of another
 * package that calls us means its own folder.
 */
function goWhereNpmWasCalled(): void {
  const { npm_package_name: name, npm_lifecycle_event: script, INIT_CWD: called } = process.env;
  if (called === undefined || name !== packageJson.name) return;
  if (script === 'fencepost') process.chdir(called);
}

goWhereNpmWasCalled();
const fencepost = program(endWith);
fencepost
  .parseAsync(withoutHelpOfUnknown(fencepost, process.argv.slice(2)), { from: 'user' })
  .catch((error: unknown) => {
    if (error instanceof CommanderError) {
      // Help that was asked for is not a mistake.
      endWith(error.exitCode === 0 ? 0 : EXIT_USAGE);
      return;
    }
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    process.stderr.write(`fencepost: ${printable(message.replaceAll('\n', ' '))}\n`);
    if (process.env['FENCEPOST_DEBUG'] !== undefined) process.stderr.write(`${stack}\n`);
    endWith(EXIT_FAILED);
  });
