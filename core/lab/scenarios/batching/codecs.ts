import type { CodecRow } from '#core/lab-api/experiment-views.ts';
import { measureCodecs } from '../../experiments/codecs.ts';
import { checkRuns } from '../measured.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

const LOAD = { repeats: 60, rounds: 1, durationMs: 500, ratePerSecond: 2_000 };

/** C16: five codecs on the same records. */
export const codecs: Scenario = {
  id: 'codecs',
  chapter: 'batching',
  claims: ['C16'],
  variants: [TODAY],
  steps: ['measure', 'compare'],
  question: ['zstd', 'lz4', 'none'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  await stage.ask();
  const result = await stage.step('measure', () => measureCodecs(stage.lab, LOAD, { signal: stage.signal }));
  await stage.step('compare', () => compare(stage, result.codecs));
}

function compare(stage: ScenarioStage, rows: readonly CodecRow[]): void {
  checkRuns(
    stage,
    'C16',
    rows.map(({ producer }) => producer),
    LOAD.rounds,
  );
  const row = (codec: string): CodecRow | undefined => rows.find((candidate) => candidate.codec === codec);
  const ratio = (codec: string): number => row(codec)?.ratio ?? Number.NaN;
  /** The shortest of many: what other programs add is not the codec's. */
  const micros = (codec: string): number => row(codec)?.compressMicros.min ?? Number.NaN;
  const best = Math.min(ratio('gzip'), ratio('zstd'));
  const fast = Math.max(ratio('lz4'), ratio('snappy'));
  stage.answerIs('zstd');
  stage.check({
    claim: 'C16',
    id: 'ratio',
    expected: 'gzip, zstd > lz4, snappy',
    observed: each(rows, ({ ratio: value }) => value.toFixed(1)),
    ok: best > fast,
  });
  const slow = Math.min(micros('gzip'), micros('zstd'));
  const quick = Math.max(micros('lz4'), micros('snappy'));
  stage.check({
    claim: 'C16',
    id: 'micros',
    expected: 'lz4, snappy < gzip, zstd',
    observed: each(rows, ({ compressMicros }) => `${Math.round(compressMicros.min)}`),
    ok: quick < slow,
  });
  const p50 = each(rows, ({ producer }) => producer.summary.p50Ms.median.toFixed(1));
  stage.check({ claim: 'C16', id: 'p50', expected: 'measured', observed: p50, ok: !p50.includes('NaN') });
  const decompress = each(rows, ({ decompressMicros }) => `${Math.round(decompressMicros.min)}`);
  const isWhole = rows.every(({ decompressMicros }) => Number.isFinite(decompressMicros.min));
  stage.check({ claim: 'C16', id: 'decompress', expected: 'measured', observed: decompress, ok: isWhole });
  Object.assign(stage.facts, { p50, decompress });
  stage.verdict('C16', {
    kind: 'measured',
    value: `gzip × ${ratio('gzip').toFixed(1)}, zstd × ${ratio('zstd').toFixed(1)}, lz4 × ${ratio('lz4').toFixed(1)}, snappy × ${ratio('snappy').toFixed(1)}`,
  });
}

function each(rows: readonly CodecRow[], figure: (row: CodecRow) => string): string {
  return rows.map((row) => `${row.codec} ${figure(row)}`).join(', ');
}
