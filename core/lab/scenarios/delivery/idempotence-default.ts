import type { LabProcess } from '../../producers/lab-process.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { batchRefs } from './disk.ts';
import { failureOf } from './failure-of.ts';

type Profile = ScenarioStage['variant']['profile'];

const GIVEN = 'given';
const NO_ID = '-1';
const ACKS_NOTE = "Idempotence will be disabled because acks is set to 1, not set to 'all'.";

/** Of each generation of the client: what stands in its batches, and what it writes to its log about acks=1. */
const EXPECTED: {
  readonly [P in Profile]: { readonly byDefault: string; readonly note: string; readonly inFlight: string };
} = {
  '2.x': { byDefault: NO_ID, note: 'none', inFlight: NO_ID },
  '3.x': { byDefault: GIVEN, note: ACKS_NOTE, inFlight: NO_ID },
  '4.x': { byDefault: GIVEN, note: ACKS_NOTE, inFlight: 'ConfigException' },
};

/** C27: idempotence that was only a default gives way to what contradicts it. */
export const idempotenceDefault: Scenario = {
  id: 'idempotence-default',
  chapter: 'delivery',
  claims: ['C27'],
  variants: [TODAY, { profile: '3.x', transactionVersion: 2 }, { profile: '2.x', transactionVersion: 2 }],
  steps: ['nothing', 'acks', 'inFlight'],
  question: ['refused', 'idempotent', 'off'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const expected = EXPECTED[stage.variant.profile];
  const topics = {
    nothing: stage.topic('nothing'),
    acks: stage.topic('acks-1'),
    inFlight: stage.topic('in-flight-6'),
  };
  await stage.step('nothing', async () => {
    const process = await stage.producer({ name: 'nothing', topic: topics.nothing });
    await checkId(stage, process, { id: 'default', expected: expected.byDefault });
  });
  await stage.ask();
  await stage.step('acks', async () => {
    const process = await stage.producer({ name: 'acks-1', topic: topics.acks, config: { acks: '1' } });
    stage.answerIs('off');
    stage.check({
      claim: 'C27',
      id: 'acksState',
      expected: 'running',
      observed: process.state,
      refs: [{ kind: 'process', process: process.id }],
    });
    await checkId(stage, process, { id: 'acks', expected: NO_ID });
    stage.check({ claim: 'C27', id: 'note', expected: expected.note, observed: noteOf(process) });
  });
  await stage.step('inFlight', async () => {
    const config = { 'max.in.flight.requests.per.connection': '6' };
    const { process, ready } = await stage.startProducer({
      name: 'in-flight-6',
      topic: topics.inFlight,
      config,
    });
    const failure = await failureOf(ready);
    if (failure === undefined) {
      await checkId(stage, process, { id: 'inFlight', expected: expected.inFlight });
      return;
    }
    stage.check({
      claim: 'C27',
      id: 'inFlight',
      expected: expected.inFlight,
      observed: failure.exception ?? failure.code,
      refs: [{ kind: 'process', process: process.id }],
    });
  });
  stage.verdict('C27', { kind: 'since', version: '3.0' });
}

/** Has the process write a record, and reads in the log whether its batch has a producer id. */
async function checkId(
  stage: ScenarioStage,
  process: LabProcess,
  check: { readonly id: string; readonly expected: string },
): Promise<void> {
  await process.command({ kind: 'send', count: 1, records: null });
  const { topic } = process.settings;
  const observed = stage
    .batches(topic, 0)
    .map(({ hasProducerId, producerId }) => (hasProducerId ? GIVEN : String(producerId)))
    .join(' ');
  stage.check({ claim: 'C27', ...check, observed, refs: batchRefs(stage, topic) });
}

/** The note that the producer wrote about its settings. */
function noteOf({ output }: LabProcess): string {
  const notes = output.map(({ text }) => /^note: (.*)$/.exec(text)?.[1] ?? '').filter((note) => note !== '');
  return notes.length === 0 ? 'none' : notes.join(' ');
}
