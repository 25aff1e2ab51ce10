import { Produce } from '#core/protocol/messages/00-produce.ts';
import type { LoadPlan, LoadResult } from '../../producers/load-plan.ts';
import { begun, eventsOf } from '../producing.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

/** buffer.memory by default, bytes. */
const MEMORY = 33_554_432;
const VALUE_SIZE = 1_000_000;
/** Records of that size that fit, and one that does not. */
const FITTING = Math.floor(MEMORY / (VALUE_SIZE + 100));
const RECORDS = FITTING + 1;
const MAX_BLOCK_MS = 500;
/** A timer may fire that much early. */
const TIMER_MS = 1;

const LOAD: LoadPlan = {
  count: RECORDS,
  keys: 'none',
  valueSize: VALUE_SIZE,
  valueKind: 'repeated',
  ratePerSecond: 0,
  inFlightMax: RECORDS,
};

/** C09: what waits to be sent takes memory; without any left, send() waits for max.block.ms. */
export const bufferMemory: Scenario = {
  id: 'buffer-memory',
  chapter: 'batching',
  claims: ['C09'],
  variants: [TODAY],
  steps: ['fill', 'freed'],
  question: ['grows', 'waits', 'drops'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  await stage.ask();
  await stage.step('fill', () => fill(stage));
  await stage.step('freed', () => freed(stage));
}

/** A broker that does not answer until told to. */
function stall(
  stage: ScenarioStage,
  topic: string,
): { readonly held: () => number; readonly free: () => void } {
  let free: () => void = () => undefined;
  const freed = new Promise<void>((resolve) => {
    free = resolve;
  });
  let held = 0;
  stage.onRequest(Produce, async ({ clientId }) => {
    if (clientId?.startsWith(topic) === true) {
      held++;
      await freed;
    }
    return { kind: 'pass' };
  });
  return { held: () => held, free };
}

/** The broker stands still: the last record finds no memory, and fails after max.block.ms. */
async function fill(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('full');
  const process = await stage.producer({ name: topic, topic, config: { 'max.block.ms': `${MAX_BLOCK_MS}` } });
  const broker = stall(stage, topic);
  const mark = stage.mark();
  const load = begun(process.request({ kind: 'load', load: LOAD }));
  const waits = (what: string) => () => {
    for (const event of stage.events(mark)) {
      if (event.type === 'producer.memoryWaited' && event.data.what === what) return event;
    }
    return undefined;
  };
  const waiting = await stage.eventually(waits('waiting'), 'No record waited for memory.');
  const exhausted = await stage.eventually(waits('exhausted'), 'No record gave up waiting for memory.');
  broker.free();
  const result = (await load) as unknown as LoadResult;
  const { availableBytes } = waiting.data;
  stage.facts['availableBytes'] = availableBytes;
  stage.answerIs('waits');
  const reserved = eventsOf(stage, mark, 'producer.batchCreated', topic).map((batch) => batch.reservedBytes);
  stage.check({
    claim: 'C09',
    id: 'memory',
    expected: String(MEMORY),
    observed: String(availableBytes + reserved.reduce((sum, bytes) => sum + bytes, 0)),
  });
  const blockedMs = exhausted.data.waitedMs;
  stage.facts['blockedMs'] = Math.round(blockedMs);
  stage.check({
    claim: 'C09',
    id: 'blocked',
    expected: `≥ ${MAX_BLOCK_MS} ms`,
    observed: `${Math.round(blockedMs)} ms`,
    ok: blockedMs >= MAX_BLOCK_MS - TIMER_MS,
  });
  stage.check({
    claim: 'C09',
    id: 'fits',
    expected: `${FITTING} acknowledged, 1 failed`,
    observed: `${result.acknowledged} acknowledged, ${result.failed} failed`,
    refs: [{ kind: 'process', process: process.id }],
  });
  stage.check({
    claim: 'C09',
    id: 'error',
    expected: 'BufferExhaustedException',
    observed: Object.keys(result.errors).join(', ') || 'none',
  });
}

/** The same with time to wait: the answer to the first batch frees its memory, and the last record goes on. */
async function freed(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('freed');
  const process = await stage.producer({ name: topic, topic });
  const broker = stall(stage, topic);
  const mark = stage.mark();
  const load = begun(process.request({ kind: 'load', load: LOAD }));
  const seen = (): string =>
    stage
      .events(mark)
      .flatMap((event) => (event.type === 'producer.memoryWaited' ? [event.data.what] : []))
      .join(' ');
  await stage.eventually(() => seen() === 'waiting' && broker.held() > 0, 'No record waited for memory.');
  broker.free();
  const result = (await load) as unknown as LoadResult;
  stage.check({ claim: 'C09', id: 'granted', expected: 'waiting granted', observed: seen() });
  stage.check({
    claim: 'C09',
    id: 'all',
    expected: `${RECORDS} acknowledged, 0 failed`,
    observed: `${result.acknowledged} acknowledged, ${result.failed} failed`,
  });
}
