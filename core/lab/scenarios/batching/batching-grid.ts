import type { BatchingCell } from '#core/lab-api/experiment-views.ts';
import { measureBatching } from '../../experiments/batching.ts';
import { checkRuns } from '../measured.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

const SMALL = 1_024;
const LARGE = 65_536;
const PATIENT_MS = 50;
/** Slow enough that even a busy machine answers one record before the next one comes. */
const RATE = 200;
const GRID = {
  batchSizes: [SMALL, LARGE],
  lingersMs: [0, PATIENT_MS],
  rounds: 1,
  count: 6_000,
  durationMs: 600,
  ratePerSecond: RATE,
};
/** Records of 100 bytes for which 1,024 bytes have room. */
const SMALL_RECORDS = 8;
/** A large batch holds hundreds; where the last of a run is not full, still far more than this. */
const LARGE_RECORDS = 100;

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
  const fast = [cell(SMALL, 0), cell(LARGE, PATIENT_MS)].map((one) => one?.throughput.summary);
  const [few = Number.NaN, many = Number.NaN] = fast.map((one) => one?.recordsPerBatch.median);
  stage.check({
    claim: 'C15',
    id: 'records',
    expected: `≤ ${SMALL_RECORDS}, ≥ ${LARGE_RECORDS}`,
    observed: `${few.toFixed(1)}, ${many.toFixed(1)}`,
    ok: few <= SMALL_RECORDS && many >= LARGE_RECORDS,
  });
  const [small = Number.NaN, large = Number.NaN] = fast.map((one) => one?.recordsPerSecond.median);
  stage.check({
    claim: 'C15',
    id: 'throughput',
    expected: `${LARGE}, ${PATIENT_MS} ms > ${SMALL}, 0 ms`,
    observed: `${Math.round(large)}/s ${large > small ? '>' : '≤'} ${Math.round(small)}/s`,
    ok: large > small,
  });
  const [atOnce, patient] = [0, PATIENT_MS].map(
    (lingerMs) => cell(LARGE, lingerMs)?.latency.summary.p50Ms.median ?? Number.NaN,
  ) as [number, number];
  // At a rate that never fills it, a batch waits for its linger: half of it at the median. Nothing makes that shorter.
  stage.check({
    claim: 'C15',
    id: 'latency',
    expected: `≥ ${PATIENT_MS / 4} ms`,
    observed: `${patient.toFixed(1)} ms`,
    ok: patient >= PATIENT_MS / 4,
  });
  stage.check({
    claim: 'C15',
    id: 'atOnce',
    expected: `< ${patient.toFixed(1)} ms`,
    observed: `${atOnce.toFixed(1)} ms`,
    ok: atOnce < patient,
  });
  const grid = cells.map(cellText).join('; ');
  stage.facts['grid'] = grid;
  stage.check({ claim: 'C15', id: 'grid', expected: 'measured', observed: grid, ok: !grid.includes('NaN') });
  stage.verdict('C15', {
    kind: 'measured',
    value: `× ${(large / small).toFixed(1)} records/s, p50 ${atOnce.toFixed(1)} → ${patient.toFixed(1)} ms`,
  });
}

/** `1024/0 ms: 40k/s, p99 3.1 ms` */
function cellText({ batchSize, lingerMs, throughput, latency }: BatchingCell): string {
  const thousands = Math.round(throughput.summary.recordsPerSecond.median / 1_000);
  return `${batchSize}/${lingerMs} ms: ${thousands}k/s, p99 ${latency.summary.p99Ms.median.toFixed(1)} ms`;
}
