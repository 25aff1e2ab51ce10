import type { LabProcess } from '../../producers/lab-process.ts';
import { BEFORE_KIP_890, type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import {
  batchRef,
  completed,
  dataOf,
  markersOf,
  markerText,
  orders,
  type PlacedMarker,
  transaction,
} from './facts.ts';
import { offsetsText, readThrough } from './readers.ts';

const PARTITIONS = 3;

/** C36: every partition of the transaction gets a marker at its next offset; no application is ever given it. */
export const markersTakeOffsets: Scenario = {
  id: 'markers-take-offsets',
  chapter: 'transactions',
  claims: ['C36'],
  variants: [TODAY, BEFORE_KIP_890],
  steps: ['write', 'markers', 'gap'],
  question: ['two', 'three', 'none'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('orders', { partitions: PARTITIONS });
  const transactionalId = stage.unique('markers');
  const process = await stage.step('write', async () => {
    const started = await stage.producer({ name: 'orders', topic, transactionalId });
    await transaction(started, [...orders(0, 'o-1', 'o-2'), ...orders(1, 'o-3')], 'open');
    return started;
  });
  await stage.ask();
  await stage.step('markers', () => markers(stage, process, transactionalId));
  await stage.step('gap', () => gap(stage, process, transactionalId));
}

async function markers(stage: ScenarioStage, process: LabProcess, transactionalId: string): Promise<void> {
  const { topic } = process.settings;
  const ends = [0, 1].map((partition) => dataOf(stage, topic, partition).at(-1)?.lastOffset ?? -1);
  await process.command({ kind: 'commit' });
  await completed(stage, transactionalId, 'CompleteCommit');
  for (const partition of [0, 1]) {
    const found = markersOf(stage, topic, partition);
    stage.check({
      claim: 'C36',
      id: `next${partition}`,
      expected: `COMMIT@${(ends[partition] ?? 0) + 1}`,
      observed: markerText(found),
      refs: found.map(({ batch }) => batchRef(topic, partition, batch)),
    });
  }
  const [marker] = markersOf(stage, topic, 0);
  const untouched = markersOf(stage, topic, 2);
  stage.check({ claim: 'C36', id: 'untouched', expected: 'none', observed: markerText(untouched) });
  stage.answerIs('two');
  stage.check({
    claim: 'C36',
    id: 'bytes',
    expected: 'control, transactional, baseSequence −1, 1 record',
    observed: marker === undefined ? 'none' : kindsOf(marker),
    refs: marker === undefined ? [] : [batchRef(topic, 0, marker.batch)],
  });
  stage.facts['markerOffset'] = marker?.offset ?? -1;
}

function kindsOf({ batch }: PlacedMarker): string {
  const kinds = [
    ...(batch.isControl ? ['control'] : []),
    ...(batch.isTransactional ? ['transactional'] : []),
    `baseSequence ${String(batch.baseSequence).replace('-', '−')}`,
    `${batch.recordCount} record`,
  ];
  return kinds.join(', ');
}

/** The next transaction goes on behind the marker: a hole in what applications see, and an end beyond the last record. */
async function gap(stage: ScenarioStage, process: LabProcess, transactionalId: string): Promise<void> {
  const { topic } = process.settings;
  await transaction(process, orders(0, 'o-4'), 'commit');
  await completed(stage, transactionalId, 'CompleteCommit');
  const [first, second] = markersOf(stage, topic, 0);
  const before = (first?.offset ?? 0) - 1;
  const expected = `${before - 1} ${before} ${before + 2}`;
  for (const isolation of ['read_uncommitted', 'read_committed'] as const) {
    const { records, endOffsets, positions } = await readThrough(stage, topic, isolation);
    const own = records.filter(({ partition }) => partition === 0);
    const id = isolation === 'read_committed' ? 'Committed' : 'Uncommitted';
    stage.check({ claim: 'C36', id: `delivered${id}`, expected, observed: offsetsText(own) });
    stage.check({
      claim: 'C36',
      id: `end${id}`,
      expected: String((second?.offset ?? 0) + 1),
      observed: String(endOffsets[0]),
      ok: endOffsets[0] === (second?.offset ?? 0) + 1 && positions[0] === endOffsets[0],
    });
  }
  stage.facts['gap'] = first?.offset ?? -1;
}
