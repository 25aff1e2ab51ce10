import type { LabProcess } from '../../producers/lab-process.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { batchRefs } from './disk.ts';
import { failureOf } from './failure-of.ts';

type Profile = ScenarioStage['variant']['profile'];

const GIVEN = 'given';
const NO_ID = '-1';
const NOTHING = 'none';
const ACKS_NOTE = "Idempotence will be disabled because acks is set to 1, not set to 'all'.";
/** The first release whose default takes effect; in 3.0.0 and 3.1.0 it did only when it was set. (source: KAFKA-13598) */
const EFFECTIVE_SINCE = '3.0.1';

/** Of each generation of the client: what stands in its batches, and what it writes to its log about acks=1. */
const EXPECTED: {
  readonly [P in Profile]: { readonly byDefault: string; readonly note: string; readonly inFlight: string };
} = {
  '2.x': { byDefault: NO_ID, note: NOTHING, inFlight: NO_ID },
  '3.x': { byDefault: GIVEN, note: ACKS_NOTE, inFlight: NO_ID },
  '4.x': { byDefault: GIVEN, note: ACKS_NOTE, inFlight: 'ConfigException' },
};

/**
 * C27: idempotence that was only a default gives way to what contradicts it. Silently means: without an exception. The client's
 * log has a line of level INFO, which the application does not see.
 */
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
    const config = { acks: '1' };
    const { process, ready } = await stage.startProducer({ name: 'acks-1', topic: topics.acks, config });
    const failure = await failureOf(ready);
    stage.answerIs('off');
    stage.check({
      claim: 'C27',
      id: 'told',
      expected: NOTHING,
      observed: failure?.exception ?? failure?.code ?? NOTHING,
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
  stage.verdict('C27', { kind: 'since', version: EFFECTIVE_SINCE });
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
  return notes.length === 0 ? NOTHING : notes.join(' ');
}
