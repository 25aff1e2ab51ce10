import type { LabProcess } from '../../producers/lab-process.ts';
import type { PlannedRecord } from '../../producers/producer-messages.ts';
import { BATCH_SIZE, begun, eventsOf, keyless, LONG_LINGER_MS, listed, recordsOnDisk } from '../producing.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

const VALUE_SIZE = 100;
/** Some three batches and a rest. */
const RECORDS = 500;
const RECORD_MAX = 130;
/** More than batch.size. */
const LARGE = 20_000;

/** C10, C12: batch.size bounds what is put together, and neither waits for it nor cuts a record. */
export const batchSizeBound: Scenario = {
  id: 'batch-size-bound',
  chapter: 'batching',
  claims: ['C10', 'C12'],
  variants: [TODAY],
  steps: ['many', 'large'],
  question: ['split', 'alone', 'refused'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  await stage.step('many', () => many(stage));
  await stage.ask();
  await stage.step('large', () => large(stage));
}

/** A producer that waits a minute for more, so that nothing but size closes a batch. */
async function patient(stage: ScenarioStage, name: string): Promise<[LabProcess, string]> {
  const topic = stage.topic(name);
  const config = { 'linger.ms': String(LONG_LINGER_MS) };
  return [await stage.producer({ name, topic, config }), topic];
}

async function many(stage: ScenarioStage): Promise<void> {
  const [process, topic] = await patient(stage, 'many');
  const mark = stage.mark();
  const sent = begun(process.command({ kind: 'send', count: 0, records: keyless(RECORDS, VALUE_SIZE) }));
  const full = await stage.eventually(() => {
    const written = eventsOf(stage, mark, 'log.appended', topic);
    const left = RECORDS - written.reduce((sum, { recordCount }) => sum + recordCount, 0);
    return left * VALUE_SIZE < BATCH_SIZE && written;
  }, 'Full batches were not sent.');
  const reasons = eventsOf(stage, mark, 'producer.batchClosed', topic).map(({ reason }) => reason);
  const sizes = full.map(({ size }) => size);
  stage.facts['sizes'] = listed(sizes);
  stage.facts['counts'] = listed(full.map(({ recordCount }) => recordCount));
  stage.check({
    claim: 'C10',
    id: 'bound',
    expected: `≤ ${BATCH_SIZE}`,
    observed: listed(sizes),
    ok: sizes.length > 1 && sizes.every((size) => size <= BATCH_SIZE),
    refs: full.map(({ partition, baseOffset }) => ({ kind: 'batch', topic, partition, baseOffset })),
  });
  stage.check({
    claim: 'C10',
    id: 'close',
    expected: `> ${BATCH_SIZE - RECORD_MAX}`,
    observed: listed(sizes),
    ok: sizes.every((size) => size > BATCH_SIZE - RECORD_MAX),
  });
  stage.check({
    claim: 'C10',
    id: 'reasons',
    expected: 'noRoom',
    observed: listed([...new Set(reasons)]),
  });
  await process.command({ kind: 'flush' });
  await sent;
}

async function large(stage: ScenarioStage): Promise<void> {
  const [process, topic] = await patient(stage, 'large');
  const mark = stage.mark();
  const records: readonly PlannedRecord[] = [
    ...keyless(1, VALUE_SIZE),
    { partition: null, key: null, value: 'L'.repeat(LARGE) },
    ...keyless(1, VALUE_SIZE),
  ];
  const sent = begun(process.command({ kind: 'send', count: 0, records }));
  await stage.eventually(
    () => eventsOf(stage, mark, 'log.appended', topic).length >= 2,
    'The large record was not sent.',
  );
  const before = eventsOf(stage, mark, 'log.appended', topic);
  await process.command({ kind: 'flush' });
  await sent;
  const all = eventsOf(stage, mark, 'log.appended', topic);
  const [, alone] = all;
  stage.answerIs('alone');
  stage.facts['largeBytes'] = alone?.size ?? 0;
  stage.check({
    claim: 'C12',
    id: 'counts',
    expected: '1 1 1',
    observed: listed(all.map(({ recordCount }) => recordCount)),
    refs: all.map(({ partition, baseOffset }) => ({ kind: 'batch', topic, partition, baseOffset })),
  });
  stage.check({
    claim: 'C12',
    id: 'larger',
    expected: `> ${LARGE}`,
    observed: String(alone?.size ?? 0),
    ok: (alone?.size ?? 0) > LARGE,
  });
  // What came after it waits: the large one did not.
  stage.check({ claim: 'C12', id: 'atOnce', expected: '2', observed: String(before.length) });
  const sizes = recordsOnDisk(stage, topic).map(({ value }) => value.length);
  stage.check({
    claim: 'C12',
    id: 'whole',
    expected: `${VALUE_SIZE} ${LARGE} ${VALUE_SIZE}`,
    observed: listed(sizes),
  });
}
