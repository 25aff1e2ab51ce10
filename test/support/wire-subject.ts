/** What a scenario is played against: a broker of ours or a real Kafka, by itself or after a restart. */
import type { Clock } from '#core/base/clock.ts';
import { errorName } from '#core/protocol/errors.ts';
import { ListOffsets } from '#core/protocol/messages/02-list-offsets.ts';
import { Metadata } from '#core/protocol/messages/03-metadata.ts';
import { FindCoordinator } from '#core/protocol/messages/10-find-coordinator.ts';
import { DescribeGroups } from '#core/protocol/messages/15-describe-groups.ts';
import { CreateTopics } from '#core/protocol/messages/19-create-topics.ts';
import { DescribeProducers } from '#core/protocol/messages/61-describe-producers.ts';
import { DescribeTransactions } from '#core/protocol/messages/65-describe-transactions.ts';
import type { TestClient } from './broker-world.ts';

export interface WireSubject {
  readonly clock: Clock;
  connect(): Promise<TestClient>;
  /** Waits for an answer, letting time pass. */
  settle<T>(promise: Promise<T>): Promise<T>;
  pass(ms: number): Promise<void>;
  restart(): Promise<void>;
  /** As by kill -9. */
  crash(): Promise<void>;
  /** Brings a transactional id to this epoch, in state Empty. */
  climb(transactionalId: string, epoch: number): Promise<void>;
  /** Makes a name unique to the run. */
  name(base: string): string;
}

/** What was answered, line by line, without what may differ from run to run. */
export class Transcript {
  readonly lines: string[] = [];
  readonly #ids: number[] = [];

  note(what: string, answer: unknown): void {
    this.lines.push(`${what}: ${typeof answer === 'string' ? answer : JSON.stringify(answer)}`);
  }

  /** Producer ids by order of appearance, from 1; 0 for none. */
  id(producerId: number): number {
    if (producerId < 0) return 0;
    if (!this.#ids.includes(producerId)) this.#ids.push(producerId);
    return this.#ids.indexOf(producerId) + 1;
  }
}

const PATIENCE = 400;
const POLL_MS = 25;

/** Asks until the answer is as wished. */
async function until<T>(
  subject: WireSubject,
  ask: () => Promise<T>,
  isWished: (answer: T) => boolean,
): Promise<T> {
  for (let i = 0; i < PATIENCE; i++) {
    const answer = await ask();
    if (isWished(answer)) return answer;
    await subject.pass(POLL_MS);
  }
  throw new Error('it did not come to that');
}

/** Creates a topic of one partition and waits for its leader. */
export async function newTopic(subject: WireSubject, name: string): Promise<void> {
  const client = await subject.connect();
  const topics = [{ name, numPartitions: 1, replicationFactor: 1, assignments: [], configs: [] }];
  await subject.settle(client.ask(CreateTopics, 4, { topics, timeoutMs: 10_000 }));
  client.close();
  await leaderOf(subject, name);
}

/** Waits until a group has a coordinator that answers. */
export async function coordinatorOf(subject: WireSubject, groupId: string): Promise<void> {
  const client = await subject.connect();
  const key = { keyType: 0, coordinatorKeys: [groupId] };
  await until(
    subject,
    () => subject.settle(client.ask(FindCoordinator, 4, key)),
    ({ coordinators: [found] }) => found?.errorCode === 0,
  );
  await until(
    subject,
    () => subject.settle(client.ask(DescribeGroups, 5, { groups: [groupId] })),
    ({ groups: [found] }) => found !== undefined && !isLoading(found.errorCode),
  );
  client.close();
}

/** Waits until the topic's partition has a leader. */
export async function leaderOf(subject: WireSubject, name: string): Promise<void> {
  const client = await subject.connect();
  await until(
    subject,
    () => subject.settle(client.ask(Metadata, 4, { topics: [{ name }], allowAutoTopicCreation: false })),
    ({ topics: [found] }) => found?.errorCode === 0 && found.partitions[0]?.errorCode === 0,
  );
  // Kafka's metadata knows of a leader a moment before the leader does.
  const topics = [{ name, partitions: [{ partitionIndex: 0, timestamp: -1 }] }];
  await until(
    subject,
    () => subject.settle(client.ask(ListOffsets, 5, { replicaId: -1, isolationLevel: 0, topics })),
    ({ topics: [found] }) => found?.partitions[0]?.errorCode === 0,
  );
  client.close();
}

/** Answers of a coordinator that is not there yet. */
const isLoading = (code: number): boolean => [14, 15, 16].includes(code);

/** The coordinator's view of an id, once it is loaded. */
export async function stateOf(subject: WireSubject, transcript: Transcript, transactionalId: string) {
  const client = await subject.connect();
  const { transactionStates } = await until(
    subject,
    () => subject.settle(client.ask(DescribeTransactions, 0, { transactionalIds: [transactionalId] })),
    ({ transactionStates: [found] }) => found !== undefined && !isLoading(found.errorCode),
  );
  client.close();
  const [found] = transactionStates;
  if (found === undefined) throw new Error('no answer');
  return {
    error: errorName(found.errorCode),
    state: found.transactionState,
    id: transcript.id(found.producerId),
    epoch: found.producerEpoch,
    partitions: found.topics.reduce((sum, { partitions }) => sum + partitions.length, 0),
  };
}

/** Waits until the markers are written. */
export async function completed(subject: WireSubject, transcript: Transcript, transactionalId: string) {
  return until(
    subject,
    () => stateOf(subject, transcript, transactionalId),
    ({ state }) => state.startsWith('Complete') || state === 'Empty',
  );
}

/** What the partition knows of its producers. */
export async function producersOf(subject: WireSubject, transcript: Transcript, topic: string) {
  const client = await subject.connect();
  const { topics } = await subject.settle(
    client.ask(DescribeProducers, 0, { topics: [{ name: topic, partitionIndexes: [0] }] }),
  );
  client.close();
  const producers = topics[0]?.partitions[0]?.activeProducers ?? [];
  return producers.map((one) => ({
    id: transcript.id(one.producerId),
    epoch: one.producerEpoch,
    lastSequence: one.lastSequence,
    openSince: one.currentTxnStartOffset,
  }));
}
