import { measureAcks } from '../../experiments/acks.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { keysOnDisk } from './disk.ts';
import { type ProducedBatch, producedBatches } from './produce-frames.ts';

/** The settings of acks that are compared, and the check that counts the answers to each. */
const SETTINGS = [
  { acks: '0', check: 'answers0', answers: '0' },
  { acks: '1', check: 'answers1', answers: '1' },
  { acks: 'all', check: 'answersAll', answers: '1' },
] as const;

/** Small, so that nobody waits long: some seconds for all runs. */
const LOAD = { rounds: 3, count: 10_000, runMsMax: 120, ratePerSecond: 500, durationMs: 200 } as const;

/** C19: with acks=0 there is nothing to wait for. */
export const acksZero: Scenario = {
  id: 'acks-zero',
  chapter: 'delivery',
  claims: ['C19'],
  variants: [TODAY],
  steps: ['frames', 'load'],
  question: ['offset', 'empty', 'nothing'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  await stage.ask();
  await stage.step('frames', async () => {
    const sent = await Promise.all(
      SETTINGS.map(async (setting) => ({ ...setting, ...(await sendOne(stage, setting.acks)) })),
    );
    for (const { check, answers, requests } of sent) {
      stage.check({
        claim: 'C19',
        id: check,
        expected: answers,
        observed: String(requests.filter(({ error }) => error !== undefined).length),
        refs: requests.map(({ frame }) => ({ kind: 'frame', frame, side: 'request' })),
      });
    }
    stage.answerIs('nothing');
    stage.check({
      claim: 'C19',
      id: 'stored',
      expected: 'order-1 order-1 order-1',
      observed: sent.map(({ keys }) => keys).join(' '),
    });
  });
  await stage.step('load', () => measure(stage));
}

/** Starts a producer, has it write one record, and waits until the broker has handled it. */
async function sendOne(
  stage: ScenarioStage,
  acks: string,
): Promise<{ readonly requests: readonly ProducedBatch[]; readonly keys: string }> {
  const topic = stage.topic(`acks-${acks}`);
  const config = { acks, 'enable.idempotence': 'false' };
  const process = await stage.producer({ name: `acks-${acks}`, topic, config });
  const mark = stage.mark();
  const record = { partition: 0, key: 'order-1', value: '{"eur":40}' };
  await process.command({ kind: 'send', count: 1, records: [record] });
  const requests = await stage.eventually(() => {
    const produced = producedBatches(stage, mark, process.clientId);
    return produced.length > 0 && produced;
  }, `The record of the producer with acks=${acks} did not arrive.`);
  return { requests, keys: keysOnDisk(stage, topic) };
}

async function measure(stage: ScenarioStage): Promise<void> {
  const { throughput, latency } = await measureAcks(stage.lab, LOAD, { signal: stage.signal });
  const rates = throughput.map(({ summary }) => Math.round(summary.recordsPerSecond.median));
  stage.check({
    claim: 'C19',
    id: 'throughput',
    expected: 'measured',
    observed: rates.join(' / '),
    ok: throughput.every(({ summary }) => summary.failed.max === 0 && summary.acknowledged.min > 0),
  });
  const times = latency.map(({ summary }) => summary.p50Ms.median);
  const [none = Number.NaN, leader = Number.NaN] = times;
  stage.check({
    claim: 'C19',
    id: 'latency',
    expected: 'acks=0 < acks=1',
    observed: times.map((ms) => ms.toFixed(2)).join(' / '),
    ok: none < leader,
  });
}
