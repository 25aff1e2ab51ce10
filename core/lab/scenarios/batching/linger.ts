import { Produce } from '#core/protocol/messages/00-produce.ts';
import { eventsOf, keyless, listed, send } from '../producing.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

const LINGER_MS = 300;
const RECORDS = 3;
/** Default linger.ms since 4.0. */
const LINGER_SINCE_4_MS = 5;
/** Before, a record goes in the same turn; what is measured of the shortest is the machine. */
const AT_ONCE_MS = 1;
const SINGLE_SENDS = 20;
const BUSY_RECORDS = 9;

/** C11, C14: what linger.ms does, and what it is when nobody sets it. */
export const linger: Scenario = {
  id: 'linger',
  chapter: 'batching',
  claims: ['C11', 'C14'],
  variants: [TODAY, { profile: '3.x', transactionVersion: 1 }],
  steps: ['expires', 'default', 'busy'],
  question: ['zero', 'five', 'hundred'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  await stage.step('expires', () => expires(stage));
  await stage.ask();
  await stage.step('default', () => byDefault(stage));
  await stage.step('busy', () => busy(stage));
  stage.verdict('C14', { kind: 'until', version: '4.0' });
}

/** A few records, far less than batch.size: they go together when linger.ms is over. */
async function expires(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('expires');
  const config = { 'linger.ms': String(LINGER_MS) };
  const process = await stage.producer({ name: 'expires', topic, config });
  const mark = stage.mark();
  await send(process, keyless(RECORDS));
  const [closed] = eventsOf(stage, mark, 'producer.batchClosed', topic);
  const written = eventsOf(stage, mark, 'log.appended', topic);
  stage.facts['waitedMs'] = Math.round(closed?.waitedMs ?? 0);
  stage.check({
    claim: 'C11',
    id: 'batch',
    expected: String(RECORDS),
    observed: listed(written.map(({ recordCount }) => recordCount)),
    refs: [{ kind: 'batch', topic, partition: 0, baseOffset: 0 }],
  });
  stage.check({ claim: 'C11', id: 'reason', expected: 'linger', observed: closed?.reason ?? 'none' });
  stage.check({
    claim: 'C11',
    id: 'waited',
    expected: `≥ ${LINGER_MS} ms`,
    observed: `${(closed?.waitedMs ?? 0).toFixed(1)} ms`,
    ok: (closed?.waitedMs ?? 0) >= LINGER_MS,
  });
}

/** Single records under default settings. The shortest wait counts: a busy machine makes waits longer, never shorter. */
async function byDefault(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('default');
  const process = await stage.producer({ name: 'default', topic });
  await send(process, keyless(1));
  const mark = stage.mark();
  for (let i = 0; i < SINGLE_SENDS; i++) await send(process, keyless(1));
  const closed = eventsOf(stage, mark, 'producer.batchClosed', topic);
  const shortest = Math.min(...closed.map(({ waitedMs }) => waitedMs));
  const isZero = stage.variant.profile !== '4.x';
  stage.facts['shortestMs'] = Math.round(shortest * 100) / 100;
  stage.answerIs(isZero ? 'zero' : 'five');
  stage.check({
    claim: 'C14',
    id: 'shortest',
    expected: isZero ? `< ${AT_ONCE_MS} ms` : `≥ ${LINGER_SINCE_4_MS} ms`,
    observed: `${shortest.toFixed(2)} ms`,
    ok: isZero ? shortest < AT_ONCE_MS : shortest >= LINGER_SINCE_4_MS,
  });
  stage.check({
    claim: 'C14',
    id: 'single',
    expected: `${SINGLE_SENDS} × 1`,
    observed: `${closed.length} × ${listed([...new Set(closed.map(({ recordCount }) => recordCount))])}`,
  });
}

/** linger.ms=0, and the one request in flight is not answered: what is sent meanwhile becomes one batch. */
async function busy(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('busy');
  const producer = stage.ownProducer({
    'client.id': topic,
    'linger.ms': '0',
    'max.in.flight.requests.per.connection': '1',
  });
  let free: () => void = () => undefined;
  const freed = new Promise<void>((resolve) => {
    free = resolve;
  });
  let held = 0;
  stage.onRequest(Produce, async ({ clientId }) => {
    if (clientId === topic) {
      held++;
      await freed;
    }
    return { kind: 'pass' };
  });
  const mark = stage.mark();
  const first = producer.send({ topic, value: 'record1' });
  await stage.eventually(() => held === 1, 'The first record was not sent.');
  const behind = keyless(BUSY_RECORDS).map(({ value }) => producer.send({ topic, value }));
  free();
  await Promise.all([first, ...behind]);
  const batches = eventsOf(stage, mark, 'log.appended', topic).map(({ recordCount }) => recordCount);
  stage.check({ claim: 'C14', id: 'behind', expected: `1 ${BUSY_RECORDS}`, observed: listed(batches) });
}
