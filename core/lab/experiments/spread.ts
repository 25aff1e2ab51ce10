import { present } from '#core/base/assert.ts';
import type { ContenderView, FigureName, RunFigures, Spread } from '#core/lab-api/experiment-views.ts';
import type { ContenderOptions } from './contender.ts';

const FIGURES = [
  ...(['acknowledged', 'failed', 'elapsedMs', 'recordsPerSecond', 'megabytesPerSecond'] as const),
  ...(['p50Ms', 'p90Ms', 'p99Ms', 'maxMs', 'cpuMs'] as const),
  ...(['requests', 'batches', 'recordsPerBatch', 'bytesOnDisk', 'ratio'] as const),
] satisfies readonly FigureName[];

/** Median, smallest and largest; all NaN of nothing. The median of an even number is the mean of the middle two. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return { median: (low + high) / 2, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

/** Every figure of the runs, summed up. */
function summaryOf(runs: readonly RunFigures[]): ContenderView['summary'] {
  const entries = FIGURES.map((figure) => [figure, spread(runs.map((run) => run[figure]))] as const);
  return Object.fromEntries(entries) as ContenderView['summary'];
}

/** One side whose runs were made by several processes, one after the other. */
export function joined(parts: readonly ContenderView[]): ContenderView {
  const runs = parts.flatMap((part) => part.runs);
  return { ...present(parts[0], 'one process at least'), runs, summary: summaryOf(runs) };
}

/** One side with all its runs. */
export function contenderView(
  { id, config, profile, release }: ContenderOptions,
  runs: readonly RunFigures[],
): ContenderView {
  return { id, config, profile, release: release ?? null, runs, summary: summaryOf(runs) };
}
