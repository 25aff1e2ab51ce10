import type { EventOf } from '#core/observe/events.ts';
import { pretendBrokers } from '../../experiments/pretended-brokers.ts';
import type { LoadResult } from '../../producers/load-plan.ts';
import type { Acknowledged } from '../../producers/producer-messages.ts';
import { BATCH_SIZE, begun, eventsOf, keyless, LONG_LINGER_MS, listed } from '../producing.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

const PARTITIONS = 3;
const VALUE_SIZE = 100;
/** Some thirty batches and a rest: it is as good as certain that chance does not leave them all in one of three partitions. */
const RECORDS = 4_800;
/** A record with its frame takes less. */
const RECORD_MAX = 130;
const LOAD_RECORDS = 10_000;
/** Small batches: the choice among partitions is made some 3,000 times, as in a long day of large ones. */
const SMALL_BATCH = 300;
const DEVIATION_MAX = 0.1;

/** C06: the sticky partitioner, as it came (2.4) and as it is (3.3). */
export const stickyFillsBatches: Scenario = {
  id: 'sticky-fills-batches',
  chapter: 'partitioner',
  claims: ['C06'],
  variants: [TODAY, { profile: '2.x', transactionVersion: 1 }],
  steps: ['fill', 'rest', 'spread'],
  question: ['atOnce', 'linger', 'flush'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('sticky', { partitions: PARTITIONS });
  // A broker for each partition: what is due at a broker takes along whatever else waits for it.
  const stop = pretendBrokers(stage.lab.broker, { prefix: topic, count: PARTITIONS });
  try {
    await fillAndSpread(stage, topic);
  } finally {
    stop();
  }
}

async function fillAndSpread(stage: ScenarioStage, topic: string): Promise<void> {
  const process = await stage.producer({
    name: 'sticky',
    topic,
    config: { 'linger.ms': String(LONG_LINGER_MS), 'batch.size': String(BATCH_SIZE) },
  });
  const mark = stage.mark();
  await stage.ask();
  let sent: Promise<readonly Acknowledged[]> = Promise.resolve([]);
  await stage.step('fill', async () => {
    sent = begun(process.command({ kind: 'send', count: 0, records: keyless(RECORDS, VALUE_SIZE) }));
    await fill(stage, mark, topic);
  });
  await stage.step('rest', async () => {
    await process.command({ kind: 'flush' });
    const closed = eventsOf(stage, mark, 'producer.batchClosed', topic);
    checkRunLengths(stage, await sent, closed);
    checkRest(stage, closed);
  });
  await stage.step('spread', () => spreadOut(stage));
  stage.verdict('C06', { kind: 'since', version: '2.4' });
}

/** What goes out before the minute of linger.ms is over, and before anybody flushes. */
async function fill(stage: ScenarioStage, mark: number, topic: string): Promise<void> {
  const full = await stage.eventually(() => {
    const written = eventsOf(stage, mark, 'log.appended', topic);
    // In each partition one batch may still have room.
    const left = RECORDS - recordsOf(written);
    return left * VALUE_SIZE < PARTITIONS * BATCH_SIZE && written;
  }, 'Full batches were not sent.');
  const closed = eventsOf(stage, mark, 'producer.batchClosed', topic);
  const reasons = [...new Set(closed.map(({ reason }) => reason))];
  const sizes = full.map(({ size }) => size);
  const [smallest = 0, largest = 0] = [Math.min(...sizes), Math.max(...sizes)];
  Object.assign(stage.facts, {
    batches: full.length,
    partitions: full.map(({ partition }) => `P${partition}`).join(' '),
    sizes: smallest === largest ? String(smallest) : `${smallest}–${largest}`,
  });
  stage.answerIs('atOnce');
  stage.check({
    claim: 'C06',
    id: 'reasons',
    expected: 'full or noRoom',
    observed: reasons.join(', '),
    ok: reasons.every((reason) => reason === 'full' || reason === 'noRoom') && reasons.length > 0,
  });
  stage.check({
    claim: 'C06',
    id: 'sizes',
    expected: `${BATCH_SIZE - RECORD_MAX} to ${BATCH_SIZE}`,
    observed: `${smallest} to ${largest}`,
    ok: smallest >= BATCH_SIZE - RECORD_MAX && largest <= BATCH_SIZE,
    refs: full.map(({ partition, baseOffset }) => ({ kind: 'batch', topic, partition, baseOffset })),
  });
}

type Closed = Pick<EventOf<'producer.batchClosed'>, 'reason' | 'partition' | 'recordCount'>;

function recordsOf(batches: readonly { readonly recordCount: number }[]): number {
  return batches.reduce((sum, { recordCount }) => sum + recordCount, 0);
}

/** How many records in a row went to one partition; the last row is not over yet. */
function checkRunLengths(
  stage: ScenarioStage,
  acknowledged: readonly Acknowledged[],
  closed: readonly Closed[],
): void {
  const rows: number[] = [];
  for (const [i, { partition }] of acknowledged.entries()) {
    if (partition !== acknowledged[i - 1]?.partition) rows.push(0);
    rows.push((rows.pop() ?? 0) + 1);
  }
  const whole = rows.slice(0, -1);
  if (stage.variant.profile === '2.x') {
    // 2.4 moves on with each new batch, and never stays: a row is a batch.
    const full = closed.filter(({ reason }) => reason !== 'flush');
    stage.check({
      claim: 'C06',
      id: 'rowsAreBatches',
      expected: listed(full.map(({ recordCount }) => recordCount)),
      observed: listed(whole),
    });
    return;
  }
  const needed = Math.floor((BATCH_SIZE - RECORD_MAX) / RECORD_MAX);
  stage.check({
    claim: 'C06',
    id: 'rows',
    expected: `≥ ${needed}`,
    observed: listed(whole),
    ok: whole.length > 0 && whole.every((length) => length >= needed),
  });
}

/** What was in batches with room left, and nothing else, waited for the flush. */
function checkRest(stage: ScenarioStage, closed: readonly Closed[]): void {
  const flushed = closed.filter(({ reason }) => reason === 'flush');
  const full = closed.filter(({ reason }) => reason !== 'flush');
  stage.check({
    claim: 'C06',
    id: 'flushed',
    expected: String(RECORDS - recordsOf(full)),
    observed: String(recordsOf(flushed)),
  });
  const partitions = new Set(full.map(({ partition }) => partition));
  stage.check({
    claim: 'C06',
    id: 'moves',
    expected: '≥ 2',
    observed: String(partitions.size),
    ok: partitions.size >= 2,
  });
}

async function spreadOut(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('spread', { partitions: PARTITIONS });
  const process = await stage.producer({
    name: 'spread',
    topic,
    config: { 'batch.size': String(SMALL_BATCH) },
    tellsOfBatches: false,
  });
  const load = {
    count: LOAD_RECORDS,
    keys: 'none',
    valueSize: 50,
    valueKind: 'json',
    ratePerSecond: 0,
    inFlightMax: LOAD_RECORDS,
  } as const;
  const { acknowledged } = (await process.request({ kind: 'load', load })) as unknown as LoadResult;
  const counts = stage.lab.logsOf(topic).map(({ logEndOffset }) => logEndOffset);
  const share = LOAD_RECORDS / PARTITIONS;
  const deviation = Math.max(...counts.map((count) => Math.abs(count - share) / share));
  stage.facts['counts'] = counts.join(' + ');
  stage.check({
    claim: 'C06',
    id: 'acknowledged',
    expected: String(LOAD_RECORDS),
    observed: String(acknowledged),
  });
  stage.check({
    claim: 'C06',
    id: 'spread',
    expected: `≤ ${DEVIATION_MAX * 100} %`,
    observed: `${(deviation * 100).toFixed(1)} %`,
    ok: deviation <= DEVIATION_MAX,
  });
}
