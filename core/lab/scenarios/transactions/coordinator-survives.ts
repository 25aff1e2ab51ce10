import { IncrementalAlterConfigs } from '#core/protocol/messages/44-incremental-alter-configs.ts';
import type { BrokerHome, LaunchedBroker } from '../../brokers/broker-launcher.ts';
import type { LabProcess } from '../../producers/lab-process.ts';
import { rawRequest } from '../raw-request.ts';
import { BEFORE_KIP_890, type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { DataDirectory } from './disk-facts.ts';
import { orders, outcomeOf, transaction } from './facts.ts';
import { keysText, readThrough } from './readers.ts';

const TOPIC = 'orders';
const WHOLE_LIFE = 'Empty Ongoing PrepareCommit CompleteCommit';
/** Smaller than any batch: a partition with this max.message.bytes takes no marker. */
const TOO_SMALL_FOR_MARKERS = '1';
const TOPIC_RESOURCE = 2;
const OPERATIONS = { set: 0, delete: 1 } as const;

/** C43: the life of a transaction as records, and what a coordinator makes of them that was killed half-way. */
export const coordinatorSurvives: Scenario = {
  id: 'coordinator-survives',
  chapter: 'transactions',
  claims: ['C43'],
  variants: [TODAY, BEFORE_KIP_890],
  steps: ['life', 'halfWay', 'kill', 'restart', 'read'],
  question: ['committed', 'aborted', 'lost'],
  run,
};

/** What plays: a broker of its own, and two producers. */
interface Play {
  readonly home: BrokerHome;
  readonly disk: DataDirectory;
  broker: LaunchedBroker;
  readonly decided: LabProcess;
  readonly open: LabProcess;
}

async function run(stage: ScenarioStage): Promise<void> {
  const play = await stage.step('life', () => life(stage));
  await stage.step('halfWay', () => halfWay(stage, play));
  await stage.ask();
  await stage.step('kill', () => kill(stage, play));
  await stage.step('restart', () => restart(stage, play));
  await stage.step('read', () => read(stage, play));
}

/** A transaction that nothing happens to. */
async function life(stage: ScenarioStage): Promise<Play> {
  const home = stage.brokerHome();
  const disk = new DataDirectory(stage.lab.platform.disk, home.directory);
  const broker = await home.start({ port: 0, ...stage.variant });
  const bootstrap = bootstrapOf(broker);
  await stage.admin(bootstrap).createTopics([{ name: TOPIC, partitions: 1, replicationFactor: 1 }]);
  const [decided, open] = await Promise.all([
    stage.producer({ name: 'decided', topic: TOPIC, transactionalId: 'decided' }, bootstrap),
    stage.producer({ name: 'open', topic: TOPIC, transactionalId: 'open' }, bootstrap),
  ]);
  await transaction(decided, orders(0, 'o-1'), 'commit');
  await untilStates(stage, { disk }, 'decided', WHOLE_LIFE);
  stage.facts['osPid'] = broker.osPid;
  stage.check({
    claim: 'C43',
    id: 'life',
    expected: WHOLE_LIFE,
    observed: await disk.statesOf('decided'),
    refs: [{ kind: 'process', process: decided.id }],
  });
  return { home, disk, broker, decided, open };
}

/**
 * Two transactions are left where a crash would hurt: one open, and one decided whose marker could not be written yet. A partition
 * that takes no batch as large as a marker makes Kafka's coordinator wait for its next start.
 */
async function halfWay(stage: ScenarioStage, { disk, broker, decided, open }: Play): Promise<void> {
  await transaction(open, orders(0, 'o-2'), 'open');
  await transaction(decided, orders(0, 'o-3'), 'open');
  await setMaxMessageBytes(stage, broker, 'set');
  const answered = await outcomeOf(decided.command({ kind: 'commit' }));
  await setMaxMessageBytes(stage, broker, 'delete');
  stage.check({
    claim: 'C43',
    id: 'answered',
    expected: 'done',
    observed: answered,
    refs: [{ kind: 'process', process: decided.id }],
  });
  stage.check({
    claim: 'C43',
    id: 'noMarker',
    expected: 'o-1 COMMIT o-2 o-3',
    observed: await disk.contentsOf(TOPIC),
  });
}

async function kill(stage: ScenarioStage, { disk, broker }: Play): Promise<void> {
  await broker.kill();
  stage.check({
    claim: 'C43',
    id: 'decidedOnDisk',
    expected: `${WHOLE_LIFE} Ongoing PrepareCommit`,
    observed: await disk.statesOf('decided'),
  });
  stage.check({
    claim: 'C43',
    id: 'openOnDisk',
    expected: 'Empty Ongoing',
    observed: await disk.statesOf('open'),
  });
}

/** Nobody asks for it: the coordinator finds the decision in its topic and carries it out. The open one goes on as if nothing was. */
async function restart(stage: ScenarioStage, play: Play): Promise<void> {
  const { home, disk, open } = play;
  play.broker = await home.start({ ...stage.variant, port: play.broker.port });
  const decidedLife = `${WHOLE_LIFE} Ongoing PrepareCommit CompleteCommit`;
  await untilStates(stage, play, 'decided', decidedLife);
  stage.answerIs('committed');
  stage.check({
    claim: 'C43',
    id: 'decidedAfter',
    expected: decidedLife,
    observed: await disk.statesOf('decided'),
  });
  stage.check({
    claim: 'C43',
    id: 'markerAfter',
    expected: 'o-1 COMMIT o-2 o-3 COMMIT',
    observed: await disk.contentsOf(TOPIC),
  });
  const answered = await outcomeOf(open.command({ kind: 'commit' }));
  await untilStates(stage, play, 'open', WHOLE_LIFE);
  stage.check({
    claim: 'C43',
    id: 'openAnswered',
    expected: 'done',
    observed: answered,
    refs: [{ kind: 'process', process: open.id }],
  });
  stage.check({ claim: 'C43', id: 'openAfter', expected: WHOLE_LIFE, observed: await disk.statesOf('open') });
}

async function read(stage: ScenarioStage, { broker, decided }: Play): Promise<void> {
  const next = await outcomeOf(transaction(decided, orders(0, 'o-4'), 'commit'));
  stage.check({
    claim: 'C43',
    id: 'next',
    expected: 'done',
    observed: next,
    refs: [{ kind: 'process', process: decided.id }],
  });
  const { records } = await readThrough(stage, TOPIC, 'read_committed', bootstrapOf(broker));
  stage.check({ claim: 'C43', id: 'committed', expected: 'o-1 o-2 o-3 o-4', observed: keysText(records) });
}

function bootstrapOf({ port }: LaunchedBroker): string {
  return `127.0.0.1:${port}`;
}

/** Waits until the directory holds these states of an id; what it holds then is compared afterwards. */
async function untilStates(
  stage: ScenarioStage,
  { disk }: Pick<Play, 'disk'>,
  transactionalId: string,
  states: string,
): Promise<void> {
  await stage.eventually(
    async () => (await disk.statesOf(transactionalId)) === states,
    `${transactionalId} did not come to ${states}.`,
  );
}

async function setMaxMessageBytes(
  stage: ScenarioStage,
  { port }: LaunchedBroker,
  operation: keyof typeof OPERATIONS,
): Promise<void> {
  const value = operation === 'set' ? TOO_SMALL_FOR_MARKERS : null;
  await rawRequest(stage.lab.platform, {
    api: IncrementalAlterConfigs,
    version: 1,
    body: {
      resources: [
        {
          resourceType: TOPIC_RESOURCE,
          resourceName: TOPIC,
          configs: [{ name: 'max.message.bytes', configOperation: OPERATIONS[operation], value }],
        },
      ],
      validateOnly: false,
    },
    port,
    clientId: 'scenario-admin',
  });
}
