/**
 * `fencepost bench lab [--only NAME] [--json]`: the experiments of the window without it. Every figure is a median with the smallest
 * and the largest of its runs behind it.
 */
import { startFailure } from '#core/host/start-failure.ts';
import { type RunningLab, startLab } from '#core/host/start-lab.ts';
import { ExperimentCancelled } from '#core/lab/experiments/experiment-control.ts';
import { measure } from '#core/lab/experiments/measures.ts';
import {
  type ContenderView,
  EXPERIMENTS,
  type ExperimentMeasured,
  type ExperimentName,
  type ExperimentProgress,
  type FigureName,
  type MachineView,
  type Spread,
} from '#core/lab-api/experiment-views.ts';
import { ProgressLine } from './progress-line.ts';

export interface BenchLabOptions {
  /** Every one when left out. */
  readonly only?: ExperimentName | undefined;
  readonly json: boolean;
}

const BYTES_IN_GIB = 2 ** 30;
const LABEL_WIDTH = 26;

/** Measures and prints; answers the exit status. SIGINT ends it: what was measured until then has been printed. */
export async function runBenchLab({ only, json }: BenchLabOptions): Promise<number> {
  let running: RunningLab;
  try {
    running = await startLab({ port: 0 });
  } catch (error) {
    process.stderr.write(`bench lab: ${startFailure(error, { port: 0 })}\n`);
    return 1;
  }
  const abort = new AbortController();
  const line = new ProgressLine(process.stderr);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abort.abort());
  try {
    const { machine } = running.lab.experiments.describe();
    say(json ? JSON.stringify({ machine }) : machineLine(machine));
    for (const experiment of only === undefined ? EXPERIMENTS : [only]) {
      const progress = (made: ExperimentProgress): void => line.show(describeProgress(experiment, made));
      const measured = await measure(experiment, running.lab, { signal: abort.signal, progress });
      line.clear();
      say(json ? JSON.stringify(measured) : `\n${experiment}\n${tableOf(measured)}`);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof ExperimentCancelled)) throw error;
    line.clear();
    process.stderr.write('bench lab: cancelled\n');
    return 1;
  } finally {
    line.clear();
    await running.stop();
  }
}

function describeProgress(experiment: ExperimentName, { done, total, label }: ExperimentProgress): string {
  return `${experiment}: run ${done + 1} of ${total}, ${label}`;
}

function machineLine({ cpuModel, cores, memoryBytes, runtime, system }: MachineView): string {
  const memory = (memoryBytes / BYTES_IN_GIB).toFixed(1);
  return `${cores} × ${cpuModel}, ${memory} GiB, ${runtime}, ${system}; median (minimum to maximum)`;
}

function tableOf(measured: ExperimentMeasured): string {
  switch (measured.experiment) {
    case 'partitioner': {
      const { race, slowBroker } = measured.result;
      const shares = Object.entries(slowBroker.slowShare).map(([id, share]) =>
        row(`${id}, share of the slow one`, percent(share)),
      );
      return [
        `  ${race.partitions} partitions, ${race.brokers} brokers as producers see them`,
        ...race.contenders.map(loadRow),
        row('p50 lower than roundRobin', percents(race.p50LowerPercent)),
        row('CPU lower than roundRobin', percents(race.cpuLowerPercent)),
        `  one of ${slowBroker.brokers} brokers answers ${slowBroker.delayMs} ms late`,
        ...slowBroker.contenders.map(loadRow),
        ...shares,
      ].join('\n');
    }
    case 'batching':
      return measured.result.cells
        .flatMap(({ batchSize, lingerMs, throughput, latency }) => [
          row(
            `${batchSize} bytes, ${lingerMs} ms`,
            `${figure(throughput, 'recordsPerSecond', 0)} records/s; p99 ${figure(latency, 'p99Ms', 2)} ms`,
          ),
        ])
        .join('\n');
    case 'codecs':
      return measured.result.codecs
        .map(({ codec, ratio, compressMicros, decompressMicros, producer }) =>
          row(
            codec,
            `ratio ${ratio.toFixed(2)}; compress ${median(compressMicros)} µs, decompress ${median(decompressMicros)} µs; ` +
              `p50 ${figure(producer, 'p50Ms', 2)} ms`,
          ),
        )
        .join('\n');
    case 'acks':
      return [
        '  as fast as it can',
        ...measured.result.throughput.map(loadRow),
        '  at a rate',
        ...measured.result.latency.map(loadRow),
      ].join('\n');
    case 'idempotence': {
      const { idempotent, plain, costPercent, cpuPercent } = measured.result;
      return [
        loadRow(idempotent),
        loadRow(plain),
        row('throughput lost', tenths(costPercent)),
        row('CPU added to the producer', tenths(cpuPercent)),
      ].join('\n');
    }
  }
}

function loadRow(contender: ContenderView): string {
  const figures =
    `${figure(contender, 'recordsPerSecond', 0)} records/s; p50 ${figure(contender, 'p50Ms', 2)} ms; ` +
    `p99 ${figure(contender, 'p99Ms', 2)} ms; CPU ${figure(contender, 'cpuMs', 0)} ms; ` +
    `${figure(contender, 'requests', 0)} requests; ${figure(contender, 'recordsPerBatch', 1)} records a batch`;
  return row(contender.id, figures);
}

function row(label: string, text: string): string {
  return `  ${label.padEnd(LABEL_WIDTH)} ${text}`;
}

function figure({ summary }: ContenderView, name: FigureName, digits: number): string {
  const { median: middle, min, max } = summary[name];
  return `${middle.toFixed(digits)} (${min.toFixed(digits)} to ${max.toFixed(digits)})`;
}

function median({ median: middle }: Spread): string {
  return middle.toFixed(0);
}

function percent({ median: middle, min, max }: Spread): string {
  const each = [middle, min, max].map((share) => (share * 100).toFixed(0));
  return `${each[0]} % (${each[1]} to ${each[2]})`;
}

/** For differences too small for whole percents. */
function tenths({ median: middle, min, max }: Spread): string {
  return `${middle.toFixed(1)} % (${min.toFixed(1)} to ${max.toFixed(1)})`;
}

function percents(values: { readonly [id: string]: number }): string {
  return Object.entries(values)
    .map(([id, value]) => `${id} ${value.toFixed(0)} %`)
    .join(', ');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
