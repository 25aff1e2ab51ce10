import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { failureOf } from './failure-of.ts';

const EXPLICIT = { 'enable.idempotence': 'true' };
const ACKS_SENTENCE =
  'Must set acks to all in order to use the idempotent producer. Otherwise we cannot guarantee idempotence.';

/** Settings that contradict idempotence, by the id of their check. */
const CONFLICTS = {
  acks0: { acks: '0' },
  acks1: { acks: '1' },
  retries0: { retries: '0' },
  inFlight6: { 'max.in.flight.requests.per.connection': '6' },
} as const satisfies { readonly [check: string]: { readonly [key: string]: string } };

type Conflict = keyof typeof CONFLICTS;

/** C26: asked for in so many words, idempotence does not put up with what contradicts it. */
export const idempotenceConflicts: Scenario = {
  id: 'idempotence-conflicts',
  chapter: 'delivery',
  claims: ['C26'],
  variants: [TODAY, { profile: '3.x', transactionVersion: 2 }],
  steps: ['agree', 'conflict', 'ended'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('orders');
  const mark = stage.mark();
  await stage.step('agree', async () => {
    const process = await stage.producer({
      name: 'agrees',
      topic,
      config: { ...EXPLICIT, acks: 'all', 'max.in.flight.requests.per.connection': '5' },
    });
    stage.check({
      claim: 'C26',
      id: 'starts',
      expected: 'running',
      observed: process.state,
      refs: [{ kind: 'process', process: process.id }],
    });
  });
  const refused = await stage.step('conflict', async () => {
    const conflicts = Object.keys(CONFLICTS) as Conflict[];
    const attempts = await Promise.all(conflicts.map((id) => attempt(stage, topic, id)));
    for (const { id, process, observed } of attempts) {
      stage.check({
        claim: 'C26',
        id,
        expected: `ConfigException: ${sentenceOf(id, stage.variant.profile)}`,
        observed,
        refs: [{ kind: 'process', process: process.id }],
      });
    }
    return attempts.map(({ process }) => process);
  });
  await stage.step('ended', async () => {
    await stage.eventually(
      () => refused.every(({ state }) => state === 'dead'),
      'A producer that was refused its settings has not ended.',
    );
    const clients = new Set(refused.map(({ clientId }) => clientId));
    const frames = stage.frames(mark).filter(({ clientId }) => clients.has(clientId ?? ''));
    stage.check({ claim: 'C26', id: 'frames', expected: '0', observed: String(frames.length) });
  });
}

/** Starts a producer with a conflict, and says how that ended. */
async function attempt(stage: ScenarioStage, topic: string, id: Conflict) {
  const config = { ...EXPLICIT, ...CONFLICTS[id] };
  const { process, ready } = await stage.startProducer({ name: id, topic, config });
  const failure = await failureOf(ready);
  const observed = failure === undefined ? 'started' : `${failure.exception}: ${sentenceIn(failure.message)}`;
  return { id, process, observed };
}

/** Java's sentence. The one about requests in flight was put otherwise in 4.0. */
function sentenceOf(conflict: Conflict, profile: ScenarioStage['variant']['profile']): string {
  switch (conflict) {
    case 'acks0':
    case 'acks1':
      return ACKS_SENTENCE;
    case 'retries0':
      return 'Must set retries to non-zero when using the idempotent producer.';
    case 'inFlight6':
      return profile === '4.x'
        ? 'To use the idempotent producer, max.in.flight.requests.per.connection must be set to at most 5. Current value is 6.'
        : 'Must set max.in.flight.requests.per.connection to at most 5 to use the idempotent producer.';
  }
}

/** Without the name of the process in front. */
function sentenceIn(message: string): string {
  return message.replace(/^[A-Z]\d*: /, '');
}
