/** Results as parts that are drawn alike: contenders beside each other, by one figure or several. */
import type {
  CodecRow,
  ContenderView,
  ExperimentMeasured,
  ExperimentResultView,
  FigureName,
  MachineView,
  RunFigures,
  Spread,
} from '#core/lab-api/experiment-views.ts';

/** One chart. */
export interface ResultSection {
  readonly id:
    | 'throughput'
    | 'latency'
    | 'cost'
    | 'race'
    | 'slowBroker'
    | 'ratio'
    | 'compress'
    | 'decompress';
  readonly figure: FigureName | 'slowShare' | 'blockRatio' | 'micros';
  readonly bars: readonly ResultBar[];
}

export interface ResultBar {
  readonly label: string;
  readonly spread: Spread;
}

/** One line of the table of numbers: a run of a contender. */
export interface NumberRow {
  readonly section: string;
  readonly contender: string;
  readonly run: number;
  readonly figures: RunFigures;
}

export function sectionsOf(measured: ExperimentMeasured): readonly ResultSection[] {
  switch (measured.experiment) {
    case 'partitioner': {
      const { race, slowBroker } = measured.result;
      return [
        section('race', 'p50Ms', race.contenders),
        section('race', 'cpuMs', race.contenders),
        section('race', 'recordsPerBatch', race.contenders),
        {
          id: 'slowBroker',
          figure: 'slowShare',
          bars: slowBroker.contenders.map(({ id }) => ({
            label: id,
            spread: percentOf(slowBroker.slowShare[id]),
          })),
        },
        section('slowBroker', 'p99Ms', slowBroker.contenders),
      ];
    }
    case 'batching': {
      const cells = measured.result.cells.map((cell) => ({
        ...cell,
        label: `${cell.batchSize} B, ${cell.lingerMs} ms`,
      }));
      const bars = (side: 'throughput' | 'latency', figure: FigureName): readonly ResultBar[] =>
        cells.map((cell) => ({ label: cell.label, spread: cell[side].summary[figure] }));
      return [
        { id: 'throughput', figure: 'recordsPerSecond', bars: bars('throughput', 'recordsPerSecond') },
        { id: 'latency', figure: 'p99Ms', bars: bars('latency', 'p99Ms') },
      ];
    }
    case 'codecs': {
      const { codecs } = measured.result;
      const bars = (spreadOf: (row: CodecRow) => Spread): readonly ResultBar[] =>
        codecs.map((row) => ({ label: row.codec, spread: spreadOf(row) }));
      return [
        {
          id: 'ratio',
          figure: 'blockRatio',
          bars: bars(({ ratio }) => ({ median: ratio, min: ratio, max: ratio })),
        },
        { id: 'compress', figure: 'micros', bars: bars(({ compressMicros }) => compressMicros) },
        { id: 'decompress', figure: 'micros', bars: bars(({ decompressMicros }) => decompressMicros) },
        { id: 'latency', figure: 'p50Ms', bars: bars(({ producer }) => producer.summary.p50Ms) },
      ];
    }
    case 'acks':
      return [
        section('throughput', 'recordsPerSecond', measured.result.throughput),
        section('latency', 'p50Ms', measured.result.latency),
        section('latency', 'p99Ms', measured.result.latency),
      ];
    case 'idempotence': {
      const { idempotent, plain } = measured.result;
      return [
        section('throughput', 'recordsPerSecond', [idempotent, plain]),
        section('cost', 'cpuMs', [idempotent, plain]),
      ];
    }
  }
}

/** Every run, for the table and for copying. */
export function rowsOf(measured: ExperimentMeasured): readonly NumberRow[] {
  switch (measured.experiment) {
    case 'partitioner':
      return [
        ...rows('race', measured.result.race.contenders),
        ...rows('slowBroker', measured.result.slowBroker.contenders),
      ];
    case 'batching':
      return measured.result.cells.flatMap((cell) => [
        ...rows('throughput', [cell.throughput]),
        ...rows('latency', [cell.latency]),
      ]);
    case 'codecs':
      return rows(
        'latency',
        measured.result.codecs.map(({ producer }) => producer),
      );
    case 'acks':
      return [...rows('throughput', measured.result.throughput), ...rows('latency', measured.result.latency)];
    case 'idempotence':
      return rows('pairs', [measured.result.idempotent, measured.result.plain]);
  }
}

/** A share as percent. */
function percentOf(share: Spread | undefined): Spread {
  const { median, min, max } = share ?? { median: Number.NaN, min: Number.NaN, max: Number.NaN };
  return { median: median * 100, min: min * 100, max: max * 100 };
}

function section(
  id: ResultSection['id'],
  figure: FigureName,
  contenders: readonly ContenderView[],
): ResultSection {
  return {
    id,
    figure,
    bars: contenders.map((contender) => ({ label: contender.id, spread: contender.summary[figure] })),
  };
}

function rows(name: string, contenders: readonly ContenderView[]): readonly NumberRow[] {
  return contenders.flatMap(({ id, runs }) =>
    runs.map((figures, i) => ({ section: name, contender: id, run: i + 1, figures })),
  );
}

/** The columns of the table of numbers. */
export const NUMBER_FIGURES: readonly FigureName[] = [
  'acknowledged',
  'recordsPerSecond',
  'megabytesPerSecond',
  'p50Ms',
  'p99Ms',
  'cpuMs',
  'requests',
  'batches',
  'recordsPerBatch',
  'bytesOnDisk',
  'ratio',
];

/** As a spreadsheet reads it. */
export function csvOf(numbers: readonly NumberRow[]): string {
  const head = ['section', 'contender', 'run', ...NUMBER_FIGURES].join(',');
  const lines = numbers.map(({ section: part, contender, run, figures }) =>
    [part, contender, run, ...NUMBER_FIGURES.map((figure) => figures[figure])].join(','),
  );
  return `${[head, ...lines].join('\n')}\n`;
}

/** Everything that was measured, with where: no figure means anything without its machine. */
export function jsonOf(machine: MachineView | null, result: ExperimentResultView): string {
  return `${JSON.stringify({ machine, ...result }, null, 2)}\n`;
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Three figures say enough of a measurement. */
export function figureText(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return Math.abs(value) >= 100 ? grouped.format(value) : fine.format(value);
}
