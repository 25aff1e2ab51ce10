import type { BatchingCell } from '#core/lab-api/experiment-views.ts';
import { measureBatching } from '../../experiments/batching.ts';
import { checkRuns } from '../measured.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

const SMALL = 1_024;
const LARGE = 65_536;
const PATIENT_MS = 50;
const GRID = {
  batchSizes: [SMALL, LARGE],
  lingersMs: [0, PATIENT_MS],
  rounds: 1,
  count: 20_000,
  durationMs: 700,
};

/** C15: large batches for throughput, small ones for latency: four corners of the grid that the area Experiments draws. */
export const batchingGrid: Scenario = {
  id: 'batching-grid',
  chapter: 'batching',
  claims: ['C15'],
  variants: [TODAY],
  steps: ['grid', 'compare'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const { cells } = await stage.step('grid', () =>
    measureBatching(stage.lab, GRID, { signal: stage.signal }),
  );
  await stage.step('compare', () => compare(stage, cells));
}

function compare(stage: ScenarioStage, cells: readonly BatchingCell[]): void {
  checkRuns(
    stage,
    'C15',
    cells.flatMap(({ throughput, latency }) => [throughput, latency]),
    GRID.rounds,
  );
  const cell = (batchSize: number, lingerMs: number): BatchingCell | undefined =>
    cells.find((candidate) => candidate.batchSize === batchSize && candidate.lingerMs === lingerMs);
  const rate = (size: number, lingerMs: number): number =>
    cell(size, lingerMs)?.throughput.summary.recordsPerSecond.median ?? Number.NaN;
  const p50 = (lingerMs: number): number => cell(LARGE, lingerMs)?.latency.summary.p50Ms.median ?? Number.NaN;
  const [small, large] = [rate(SMALL, 0), rate(LARGE, PATIENT_MS)];
  stage.check({
    claim: 'C15',
    id: 'throughput',
    expected: `${LARGE}, ${PATIENT_MS} ms > ${SMALL}, 0 ms`,
    observed: `${Math.round(large)}/s > ${Math.round(small)}/s`.replace('>', large > small ? '>' : '≤'),
    ok: large > small,
  });
  // At a rate that never fills it, a batch waits for its linger: half of it at the median. Nothing makes that shorter.
  stage.check({
    claim: 'C15',
    id: 'latency',
    expected: `≥ ${PATIENT_MS / 4} ms`,
    observed: `${p50(PATIENT_MS).toFixed(1)} ms`,
    ok: p50(PATIENT_MS) >= PATIENT_MS / 4,
  });
  const atOnce = `${p50(0).toFixed(1)} ms`;
  stage.check({
    claim: 'C15',
    id: 'atOnce',
    expected: 'measured',
    observed: atOnce,
    ok: Number.isFinite(p50(0)),
  });
  const table = cells.map(({ batchSize, lingerMs, throughput, latency }) => {
    const { recordsPerSecond } = throughput.summary;
    const thousands = Math.round(recordsPerSecond.median / 1_000);
    return `${batchSize}/${lingerMs} ms: ${thousands}k/s, p99 ${latency.summary.p99Ms.median.toFixed(1)} ms`;
  });
  stage.facts['grid'] = table.join('; ');
  stage.verdict('C15', {
    kind: 'measured',
    value: `× ${(large / small).toFixed(1)} records/s, p50 ${p50(0).toFixed(1)} → ${p50(PATIENT_MS).toFixed(1)} ms`,
  });
}
