import { javaStringHash } from '#core/base/java-hash.ts';
import { FindCoordinator } from '#core/protocol/messages/10-find-coordinator.ts';
import { DescribeConfigs } from '#core/protocol/messages/32-describe-configs.ts';
import type { LabProcess } from '../../producers/lab-process.ts';
import { newestTransactionRecordViews } from '../../views/transaction-records.ts';
import { rawRequest } from '../raw-request.ts';
import { BEFORE_KIP_890, type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { frameRefs, homeOf, lastFrame, TRANSACTION_STATE } from './facts.ts';

/** Ids with Java's own hash of them; the second one is the smallest int32, of which Kafka's Utils.abs makes 0. */
const KNOWN_HASHES = [
  { check: 'knownHash', transactionalId: 'my-transactional-id', hash: -959806496 },
  { check: 'smallestHash', transactionalId: 'polygenelubricants', hash: -2147483648 },
] as const;

const BROKER = 4;
const TOPIC = 2;
const TRANSACTIONAL_ID = 1;

/** C30: Java's hash of the id names a partition of __transaction_state, and its leader is the coordinator. */
export const coordinatorOfAnId: Scenario = {
  id: 'coordinator-of-an-id',
  chapter: 'transactions',
  claims: ['C30'],
  variants: [TODAY, BEFORE_KIP_890],
  steps: ['find', 'hash', 'twin', 'topic'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('orders');
  const transactionalId = stage.unique('order-service');
  const process = await stage.step('find', () => find(stage, topic, transactionalId));
  await stage.step('hash', () => hash(stage));
  await stage.step('twin', () => twin(stage, process));
  await stage.step('topic', () => topicSettings(stage));
}

async function find(stage: ScenarioStage, topic: string, transactionalId: string): Promise<LabProcess> {
  const mark = stage.mark();
  const process = await stage.producer({ name: 'orders', topic, transactionalId });
  const hashed = javaStringHash(transactionalId);
  const count = stage.lab.logsOf(TRANSACTION_STATE).length;
  const home = homeOf(stage, transactionalId);
  Object.assign(stage.facts, { id: transactionalId, hash: hashed, count, partition: home });
  const frame = lastFrame(stage, mark, { process, api: 'FindCoordinator' });
  stage.check({
    claim: 'C30',
    id: 'asked',
    expected: transactionalId,
    observed: frame?.transactionalId ?? 'none',
    refs: frameRefs(frame),
  });
  stage.check({
    claim: 'C30',
    id: 'home',
    expected: String(positive(hashed) % count),
    observed: homesOf(stage, transactionalId),
    refs: [{ kind: 'transaction', transactionalId }],
  });
  stage.check({
    claim: 'C30',
    id: 'leader',
    expected: `node ${await leaderOf(stage, home)}`,
    observed: `node ${await coordinatorOf(stage, transactionalId)}`,
    refs: frameRefs(frame, 'response'),
  });
  return process;
}

/** Two ids whose hashes are known from Java itself. */
async function hash(stage: ScenarioStage): Promise<void> {
  const count = stage.lab.logsOf(TRANSACTION_STATE).length;
  for (const { check, transactionalId, hash: known } of KNOWN_HASHES) {
    const producer = stage.ownProducer({ 'transactional.id': transactionalId });
    await producer.initTransactions();
    await producer.close();
    stage.check({
      claim: 'C30',
      id: check,
      expected: String(positive(known) % count),
      observed: homesOf(stage, transactionalId),
      refs: [{ kind: 'transaction', transactionalId }],
    });
  }
}

/** Kafka's Utils.abs: of the smallest int32 it makes 0. */
function positive(hash: number): number {
  return hash === -2147483648 ? 0 : Math.abs(hash);
}

/** One id, one coordinator: another process with the id is sent to the same place. */
async function twin(stage: ScenarioStage, first: LabProcess): Promise<void> {
  const { topic, transactionalId } = first.settings;
  const before = homesOf(stage, transactionalId ?? '');
  const mark = stage.mark();
  const process = await stage.producer({ name: 'orders', topic, transactionalId });
  stage.check({
    claim: 'C30',
    id: 'sameHome',
    expected: before,
    observed: homesOf(stage, transactionalId ?? ''),
    refs: frameRefs(lastFrame(stage, mark, { process, api: 'FindCoordinator' })),
  });
}

/** The topic is made by the broker's settings for it, not by those for everybody's topics. */
async function topicSettings(stage: ScenarioStage): Promise<void> {
  const [info] = await stage.admin().describeTopics([TRANSACTION_STATE]);
  const partitions = info?.partitions ?? [];
  const prefix = 'transaction.state.log';
  const broker = await configOf(stage, BROKER, String(partitions[0]?.leader ?? ''));
  const topic = await configOf(stage, TOPIC, TRANSACTION_STATE);
  const expected = {
    partitions: broker.get(`${prefix}.num.partitions`),
    replication: broker.get(`${prefix}.replication.factor`),
    minIsr: broker.get(`${prefix}.min.isr`),
    cleanup: 'compact',
  };
  const observed = {
    partitions: String(partitions.length),
    replication: String(partitions[0]?.replicas.length ?? 0),
    minIsr: topic.get('min.insync.replicas'),
    cleanup: topic.get('cleanup.policy'),
  };
  stage.facts['numPartitions'] = broker.get('num.partitions') ?? '?';
  for (const id of ['partitions', 'replication', 'minIsr', 'cleanup'] as const) {
    stage.check({ claim: 'C30', id, expected: expected[id] ?? '?', observed: observed[id] ?? 'none' });
  }
}

/** The partitions of __transaction_state that hold something of an id. */
function homesOf(stage: ScenarioStage, transactionalId: string): string {
  const homes = stage.lab
    .logsOf(TRANSACTION_STATE)
    .filter((log) => log.logEndOffset > log.logStartOffset)
    .filter((log) => newestTransactionRecordViews(log, transactionalId).length > 0);
  return homes.map((log) => log.topicPartition.partition).join(' ') || 'none';
}

async function leaderOf(stage: ScenarioStage, partition: number): Promise<number> {
  const [info] = await stage.admin().describeTopics([TRANSACTION_STATE]);
  return info?.partitions[partition]?.leader ?? -1;
}

async function coordinatorOf(stage: ScenarioStage, transactionalId: string): Promise<number> {
  const { coordinators } = await rawRequest(stage.lab.platform, {
    api: FindCoordinator,
    version: 4,
    body: { keyType: TRANSACTIONAL_ID, coordinatorKeys: [transactionalId], key: '' },
    port: stage.lab.broker.port,
    clientId: 'scenario-admin',
  });
  return coordinators[0]?.nodeId ?? -1;
}

async function configOf(
  stage: ScenarioStage,
  resourceType: number,
  resourceName: string,
): Promise<ReadonlyMap<string, string>> {
  const { results } = await rawRequest(stage.lab.platform, {
    api: DescribeConfigs,
    version: 4,
    body: { resources: [{ resourceType, resourceName, configurationKeys: null }] },
    port: stage.lab.broker.port,
    clientId: 'scenario-admin',
  });
  return new Map((results[0]?.configs ?? []).map(({ name, value }) => [name, value ?? '']));
}
