import type { ClaimId } from '#core/lab-api/scenario-views.ts';
import type { LabProcess } from '../../producers/lab-process.ts';
import { BEFORE_KIP_890, type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import {
  completed,
  frameRefs,
  lastFrame,
  orders,
  stateRecords,
  statesIn,
  TRANSACTION_STATE,
  transaction,
} from './facts.ts';

const PARTITIONS = 2;

/** C35 and C37: EndTxn is first written down as a decision, then carried out, then written down as done. */
export const prepareAndComplete: Scenario = {
  id: 'prepare-and-complete',
  chapter: 'transactions',
  claims: ['C35', 'C37'],
  variants: [TODAY, BEFORE_KIP_890],
  steps: ['open', 'commit', 'abort'],
  run,
};

type End = 'commit' | 'abort';

async function run(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('orders', { partitions: PARTITIONS });
  const transactionalId = stage.unique('prepare');
  const process = await stage.step('open', async () => {
    const started = await stage.producer({ name: 'orders', topic, transactionalId });
    await transaction(started, [...orders(0, 'o-1'), ...orders(1, 'o-2')], 'open');
    stage.facts['id'] = transactionalId;
    return started;
  });
  await stage.step('commit', () => end(stage, process, 'commit'));
  await stage.step('abort', async () => {
    await transaction(process, [...orders(0, 'o-3'), ...orders(1, 'o-4')], 'open');
    await end(stage, process, 'abort');
  });
}

async function end(stage: ScenarioStage, process: LabProcess, how: End): Promise<void> {
  const transactionalId = process.settings.transactionalId ?? '';
  const name = how === 'commit' ? 'Commit' : 'Abort';
  const recordsBefore = stateRecords(stage, transactionalId).length;
  const mark = stage.mark();
  await process.command({ kind: how });
  await completed(stage, transactionalId, `Complete${name}`);
  const records = stateRecords(stage, transactionalId).slice(recordsBefore);
  const [prepare, complete] = records;
  const refs = [{ kind: 'transaction', transactionalId }] as const;
  const answer = lastFrame(stage, mark, { process, api: 'EndTxn' });
  const check = (claim: ClaimId, id: string, expected: string, observed: string): void => {
    stage.check({ claim, id: `${id}${name}`, expected, observed, refs });
  };
  check('C35', 'prepare', `Prepare${name}`, statesIn(records.slice(0, 1)));
  const { topic } = process.settings;
  const touched = Array.from({ length: PARTITIONS }, (_, partition) => `${topic}-${partition}`);
  check('C35', 'partitions', touched.join(' '), prepare?.value?.partitions.join(' ') ?? 'none');
  stage.check({
    claim: 'C35',
    id: `answered${name}`,
    expected: 'Prepare, then answer',
    observed: isBefore(stage, mark, `Prepare${name}`) ? 'Prepare, then answer' : 'answer first',
    refs: frameRefs(answer),
  });
  check('C37', 'complete', `Complete${name}`, statesIn(records.slice(1)));
  check('C37', 'left', 'none', complete?.value?.partitions.join(' ') || 'none');
  const marks = Array.from({ length: PARTITIONS }, () => how.toUpperCase()).join(' ');
  check('C37', 'order', `Prepare${name} ${marks} Complete${name}`, orderSince(stage, mark, process));
}

/** What was written since, in the order of writing: states of the id, and markers of the topic. */
function orderSince(stage: ScenarioStage, mark: number, { settings }: LabProcess): string {
  return stage
    .events(mark)
    .flatMap((event) => {
      if (event.type === 'txn.stateChanged' && event.data.transactionalId === settings.transactionalId) {
        return [event.data.to];
      }
      const isMarker = event.type === 'log.appended' && event.data.marker !== '';
      return isMarker && event.data.topic === settings.topic ? [event.data.marker] : [];
    })
    .join(' ');
}

/** Whether the record of the decision was in the log before EndTxn was answered. */
function isBefore(stage: ScenarioStage, mark: number, state: string): boolean {
  const events = stage.events(mark);
  const written = events.find(
    (event) => event.type === 'log.appended' && event.data.topic === TRANSACTION_STATE,
  );
  const decided = events.find((event) => event.type === 'txn.stateChanged' && event.data.to === state);
  const answered = events.find((event) => event.type === 'frame.exchanged' && event.data.api === 'EndTxn');
  const seq = answered?.seq ?? -1;
  return (written?.seq ?? seq) < seq && (decided?.seq ?? seq) < seq;
}
