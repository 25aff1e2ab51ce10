import { BEFORE_KIP_890, type Scenario, TODAY } from '../scenario.ts';
import type { FrameFact, ScenarioStage } from '../scenario-stage.ts';

/** C28: who has no transactional id is somebody else after each start. */
export const producerIdLife: Scenario = {
  id: 'producer-id-life',
  chapter: 'delivery',
  claims: ['C28'],
  variants: [TODAY, BEFORE_KIP_890],
  steps: ['plain', 'transactional'],
  question: ['newId', 'sameEpoch', 'nextEpoch'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('orders');
  await stage.step('plain', async () => {
    const mark = stage.mark();
    await startTwice(stage, { name: 'plain', topic, transactionalId: null });
    const [first, second] = idsGiven(stage, mark);
    stage.facts['firstId'] = first?.producerId ?? -1;
    stage.facts['secondId'] = second?.producerId ?? -1;
    stage.check({
      claim: 'C28',
      id: 'newId',
      expected: 'different',
      observed: first?.producerId === second?.producerId ? 'same' : 'different',
      refs: refsTo([first, second]),
    });
    const onDisk = stage.batches(topic, 0).map(({ producerId }) => producerId);
    stage.check({
      claim: 'C28',
      id: 'onDisk',
      expected: `${first?.producerId} ${second?.producerId}`,
      observed: onDisk.join(' '),
    });
  });
  await stage.ask();
  await stage.step('transactional', async () => {
    const transactionalId = stage.unique('producer-id-life');
    const mark = stage.mark();
    await startTwice(stage, { name: 'transactional', topic, transactionalId });
    const [first, second] = idsGiven(stage, mark);
    stage.facts['sameId'] = second?.producerId ?? -1;
    stage.answerIs('nextEpoch');
    stage.check({
      claim: 'C28',
      id: 'sameId',
      expected: String(first?.producerId),
      observed: String(second?.producerId),
      refs: refsTo([first, second]),
    });
    stage.check({
      claim: 'C28',
      id: 'nextEpoch',
      expected: String((first?.producerEpoch ?? Number.NaN) + 1),
      observed: String(second?.producerEpoch),
      refs: [{ kind: 'transaction', transactionalId }],
    });
  });
}

/** Starts a process, lets it end in order, and starts another with the same settings. Without a transactional id each writes a record. */
async function startTwice(
  stage: ScenarioStage,
  settings: { readonly name: string; readonly topic: string; readonly transactionalId: string | null },
): Promise<void> {
  for (let start = 1; start <= 2; start++) {
    const process = await stage.producer(settings);
    if (settings.transactionalId === null) await process.command({ kind: 'send', count: 1, records: null });
    await process.command({ kind: 'close' });
  }
}

/** The exchanges in which producer ids were given out. */
function idsGiven(stage: ScenarioStage, sinceSeq: number): readonly FrameFact[] {
  return stage.frames(sinceSeq, { api: 'InitProducerId' }).filter(({ errorCode }) => errorCode === 0);
}

function refsTo(frames: readonly (FrameFact | undefined)[]) {
  return frames.flatMap((fact) =>
    fact === undefined ? [] : [{ kind: 'frame' as const, frame: fact.frame, side: 'response' as const }],
  );
}
