/** The seven steps. Each does one thing, waits until it has really happened, and writes down what was seen. */
import { LabError } from '#core/lab-api/lab-error.ts';
import type { ProducerSettings, TransactionVersion } from '#core/lab-api/views.ts';
import { errorName } from '#core/protocol/errors.ts';
import type { LabProcess } from '../producers/lab-process.ts';
import type { Acknowledged } from '../producers/producer-messages.ts';
import { eventually, exchangesSince, expectStory, firstMarker, StoryFailure } from './story-facts.ts';
import type { PlacedRecord, StoryWorld } from './story-world.ts';

/** One telling of the story. */
export interface StoryRun {
  readonly topic: string;
  /** Undefined until the story has made the topic. */
  topicId: string | undefined;
  readonly serviceName: string;
  readonly transactionalId: string;
  readonly transactionVersion: TransactionVersion;
  /** What was seen, for sentences. */
  readonly facts: { [name: string]: number | string };
  a: LabProcess | undefined;
  b: LabProcess | undefined;
  /** Monotonic. */
  frozenAtMs: number;
}

/** Kafka's largest transaction.max.timeout.ms: whoever tells the story may stop and talk. */
const TRANSACTION_TIMEOUT_MS = 900_000;
const WAIT_MS = 10_000;

/** Partitions of the story's topic. */
export const STAGE_PARTITIONS = 2;

/** Two plain records and one, there from the beginning: no transaction owns them. */
export const PLAIN_ORDERS: readonly PlacedRecord[] = [
  { partition: 0, key: 'o-15', value: '{"eur":12}' },
  { partition: 0, key: 'o-16', value: '{"eur":7}' },
  { partition: 1, key: 'o-14', value: '{"eur":31}' },
];
const FIRST_ORDERS: readonly PlacedRecord[] = [
  { partition: 0, key: 'o-17', value: '{"eur":40}' },
  { partition: 0, key: 'o-18', value: '{"eur":9}' },
  { partition: 1, key: 'o-19', value: '{"eur":5}' },
];
/** A leaves these open; B, which reads the same input, writes them again. */
const OPEN_ORDERS: readonly PlacedRecord[] = [
  { partition: 0, key: 'o-20', value: '{"eur":88}' },
  { partition: 0, key: 'o-21', value: '{"eur":3}' },
  { partition: 1, key: 'o-22', value: '{"eur":64}' },
];
const ZOMBIE_ORDERS: readonly PlacedRecord[] = [
  { partition: 0, key: 'o-23', value: '{"eur":17}' },
  { partition: 0, key: 'o-24', value: '{"eur":2}' },
];

/** All that the logs hold when the story has been told, in the order in which it is written. */
export const TOLD_ORDERS: readonly PlacedRecord[] = [
  ...PLAIN_ORDERS,
  ...FIRST_ORDERS,
  ...OPEN_ORDERS,
  ...OPEN_ORDERS,
];

type Step = (run: StoryRun, world: StoryWorld) => Promise<void>;

export const STEPS: readonly Step[] = [startA, freezeA, startB, letBCommit, thawA, letASend, inspectRefusal];

/** A commits one transaction, and leaves a second one open. */
async function startA(run: StoryRun, world: StoryWorld): Promise<void> {
  const { facts } = run;
  const { process: a, ready } = await world.stage.start(settingsOf(run), { letter: 'A' });
  run.a = a;
  await ready;
  const first = await transaction(a, FIRST_ORDERS);
  await a.command({ kind: 'commit' });
  const committed = await marker(world, run, {
    partition: 0,
    type: 'COMMIT',
    from: spanOf(first, 0).last + 1,
  });
  const open = spanOf(await transaction(a, OPEN_ORDERS), 0);
  const log = world.log(run.topic, 0);
  facts['osPidA'] = a.osPid ?? -1;
  facts['producerId'] = a.belief?.producerId ?? -1;
  facts['commitOffset'] = committed.offset;
  facts['partition'] = `${run.topic}-0`;
  facts['openFirst'] = open.first;
  facts['openLast'] = open.last;
  facts['openEpoch'] = a.belief?.producerEpoch ?? -1;
  facts['lso'] = log.lastStableOffset;
  expectStory(
    log.lastStableOffset === open.first,
    `The last stable offset of ${run.topic}-0 is ${log.lastStableOffset}; the open transaction begins at ${open.first}.`,
  );
}

async function freezeA(run: StoryRun, world: StoryWorld): Promise<void> {
  const a = playing(run.a, 'A');
  const state = await a.freeze();
  run.frozenAtMs = world.clock.monotonicMs();
  // Where the system cannot be asked (no /proc), the freeze is only believed.
  run.facts['processState'] = state ?? '?';
  expectStory(state === null || state === 'T', `A was to be frozen, and the system shows state ${state}.`);
  const { lastStableOffset } = world.log(run.topic, 0);
  expectStory(
    lastStableOffset === run.facts['openFirst'],
    `The last stable offset moved to ${lastStableOffset} while A was frozen.`,
  );
}

/** InitProducerId meets the open transaction: 51, ABORT markers, and another epoch for the retry. */
async function startB(run: StoryRun, world: StoryWorld): Promise<void> {
  const { facts } = run;
  const seq = world.bus.seq;
  const { process: b, ready } = await world.stage.start(settingsOf(run), { letter: 'B' });
  run.b = b;
  await ready;
  const abort = await marker(world, run, {
    partition: 0,
    type: 'ABORT',
    from: Number(facts['openLast']) + 1,
  });
  const answers = exchangesSince(world.journal, seq, { clientId: b.clientId, api: 'InitProducerId' });
  const refusals = answers.filter((frame) => frame.errorCode === 51).length;
  facts['osPidB'] = b.osPid ?? -1;
  facts['initRefusals'] = refusals;
  facts['abortOffset'] = abort.offset;
  facts['fenceEpoch'] = abort.epoch;
  facts['twinEpoch'] = b.belief?.producerEpoch ?? -1;
  facts['lsoAfterAbort'] = world.log(run.topic, 0).lastStableOffset;
  expectStory(
    refusals > 0,
    "B's InitProducerId was answered at once; it should have met A's open transaction.",
  );
  expectStory(
    facts['fenceEpoch'] === Number(facts['openEpoch']) + 1 && facts['twinEpoch'] === facts['fenceEpoch'] + 1,
    `The markers carry epoch ${abort.epoch} and B got epoch ${facts['twinEpoch']}; A had ${facts['openEpoch']}.`,
  );
}

async function letBCommit(run: StoryRun, world: StoryWorld): Promise<void> {
  const { facts } = run;
  const b = playing(run.b, 'B');
  const written = spanOf(await transaction(b, OPEN_ORDERS), 0);
  await b.command({ kind: 'commit' });
  const committed = await marker(world, run, { partition: 0, type: 'COMMIT', from: written.last + 1 });
  const current = await eventually(
    world.clock,
    () => {
      const known = world.transaction(run.transactionalId);
      return known?.state === 'CompleteCommit' && known;
    },
    { waitMs: WAIT_MS, otherwise: () => "B's transaction did not complete." },
  );
  facts['twinFirst'] = written.first;
  facts['twinLast'] = written.last;
  facts['twinCommitOffset'] = committed.offset;
  facts['finalEpoch'] = current.producerEpoch;
}

async function thawA(run: StoryRun, world: StoryWorld): Promise<void> {
  const a = playing(run.a, 'A');
  await a.thaw();
  run.facts['frozenMs'] = Math.round(world.clock.monotonicMs() - run.frozenAtMs);
  run.facts['nextKeys'] = ZOMBIE_ORDERS.map((record) => record.key).join(' ');
  expectStory(a.state === 'running', `A was to run again, and is ${a.state}.`);
}

/** Produce is refused by the partition's leader, EndTxn by the coordinator, each with its own code. */
async function letASend(run: StoryRun, world: StoryWorld): Promise<void> {
  const { facts, topic } = run;
  const a = playing(run.a, 'A');
  const endBefore = world.log(topic, 0).logEndOffset;
  const seq = world.bus.seq;
  const accepted = await refusalOf(a.command({ kind: 'send', count: 0, records: ZOMBIE_ORDERS }));
  if (accepted !== undefined) {
    throw new StoryFailure(`A's write was accepted at offset ${spanOf(accepted, 0).first}.`);
  }
  const refused = await eventually(world.clock, () => world.refused.of(topic, 0).at(-1), {
    waitMs: WAIT_MS,
    otherwise: () => "A's write failed before it reached the broker.",
  });
  facts['produceCode'] = refused.errorCode;
  facts['produceError'] = errorName(refused.errorCode);
  facts['refusedRecords'] = refused.recordCount;
  expectStory(
    refused.errorCode === 47,
    `A's write was refused with ${refused.errorCode} ${facts['produceError']}.`,
  );
  if ((await refusalOf(a.command({ kind: 'abort' }))) !== undefined) {
    throw new StoryFailure("A's EndTxn was accepted: A was not fenced.");
  }
  const ends = exchangesSince(world.journal, seq, { clientId: a.clientId, api: 'EndTxn' });
  const endTxnCode = ends.at(-1)?.errorCode ?? 0;
  facts['endTxnCode'] = endTxnCode;
  facts['endTxnError'] = errorName(endTxnCode);
  expectStory(endTxnCode === 90, `A's EndTxn was answered with ${endTxnCode} ${facts['endTxnError']}.`);
  await eventually(world.clock, () => a.state === 'fenced', {
    waitMs: WAIT_MS,
    otherwise: () => `A was fenced, and is ${a.state}.`,
  });
  const { logEndOffset } = world.log(topic, 0);
  expectStory(logEndOffset === endBefore, `${topic}-0 grew from ${endBefore} to ${logEndOffset}.`);
}

/** What a read_committed consumer was given in the end: the plain records, A's first transaction, and B's. */
async function inspectRefusal(run: StoryRun, world: StoryWorld): Promise<void> {
  const { facts, topic } = run;
  const { logEndOffset } = world.log(topic, 0);
  const delivery = await eventually(
    world.clock,
    () => {
      const known = world.delivery(topic, 0, 'read_committed');
      return known?.position === logEndOffset && known;
    },
    { waitMs: WAIT_MS, otherwise: () => `A read_committed reader did not reach offset ${logEndOffset}.` },
  );
  const aborted = delivery.offsets.filter(
    (offset) => offset >= Number(facts['openFirst']) && offset <= Number(facts['openLast']),
  );
  facts['deliveredCount'] = delivery.count;
  facts['delivered'] = delivery.offsets.join(' ');
  expectStory(aborted.length === 0, `read_committed was given A's aborted records ${aborted.join(' ')}.`);
  for (let offset = Number(facts['twinFirst']); offset <= Number(facts['twinLast']); offset++) {
    expectStory(delivery.offsets.includes(offset), `read_committed was not given B's record at ${offset}.`);
  }
}

function settingsOf(run: StoryRun): ProducerSettings {
  return {
    name: run.serviceName,
    transactionalId: run.transactionalId,
    topic: run.topic,
    recordsPerTransaction: OPEN_ORDERS.length,
    transactionsPerSecond: 0,
    transactionTimeoutMs: TRANSACTION_TIMEOUT_MS,
    // Records that are sent together are one batch, however busy the machine is.
    config: { 'linger.ms': '20' },
  };
}

/** Begins a transaction and writes its records. */
async function transaction(
  process: LabProcess,
  records: readonly PlacedRecord[],
): Promise<readonly Acknowledged[]> {
  await process.command({ kind: 'begin' });
  return process.command({ kind: 'send', count: 0, records });
}

/** Undefined when Kafka refused the command; what was acknowledged when it did not. */
async function refusalOf(
  command: Promise<readonly Acknowledged[]>,
): Promise<readonly Acknowledged[] | undefined> {
  try {
    return await command;
  } catch (error) {
    if (error instanceof LabError && error.failure.exception !== null) return undefined;
    throw error;
  }
}

function spanOf(
  acknowledged: readonly Acknowledged[],
  partition: number,
): { readonly first: number; readonly last: number } {
  const offsets = acknowledged.filter((one) => one.partition === partition).map((one) => one.offset);
  expectStory(offsets.length > 0, `Nothing was acknowledged in partition ${partition}.`);
  return { first: Math.min(...offsets), last: Math.max(...offsets) };
}

/** Waits for the marker that ends the story's transaction in a partition. */
async function marker(
  world: StoryWorld,
  run: StoryRun,
  wanted: { readonly partition: number; readonly type: 'COMMIT' | 'ABORT'; readonly from: number },
) {
  const log = world.log(run.topic, wanted.partition);
  const found = await eventually(world.clock, () => firstMarker(log, wanted.from), {
    waitMs: WAIT_MS,
    otherwise: () => `No marker came to ${run.topic}-${wanted.partition}.`,
  });
  expectStory(found.type === wanted.type, `A ${found.type} marker came at offset ${found.offset}.`);
  return found;
}

function playing(process: LabProcess | undefined, name: string): LabProcess {
  expectStory(process !== undefined && process.state !== 'dead', `Process ${name} has ended.`);
  return process;
}
