/**
 * Plays a recorded scenario about groups against a broker on simulated time: every request goes through its real handler, and what
 * comes back is brought into the form in which Kafka's answers were written down. What may differ from run to run (ids that the
 * broker makes up, times, hashes of random ids) is numbered in order of appearance.
 */
import { SERVED_APIS } from '#core/broker/handlers/index.ts';
import { readEmbeddedAssignment } from '#core/coordinator/group/embedded-protocol.ts';
import { OFFSETS_TOPIC } from '#core/coordinator/group/group-coordinator.ts';
import { recordParser } from '#core/inspect/dump/record-parser.ts';
import { FindCoordinator } from '#core/protocol/messages/10-find-coordinator.ts';
import { readRecords } from '#core/protocol/records/batch-reader.ts';
import type { ApiDefinition, RequestInit } from '#core/protocol/schema/api.ts';
import { encodeStored } from '#core/protocol/schema/codec.ts';
import {
  ConsumerProtocolAssignment,
  ConsumerProtocolSubscription,
} from '#core/protocol/stored/consumer-protocol.ts';
import type { TestClient } from './broker-world.ts';
import { createTopic } from './broker-world.ts';
import type { Json } from './group-forms.ts';
import { messagesIn, numbered, ordered, project } from './group-forms.ts';
import type { ReplayWorld } from './replay-world.ts';

/** What each field means depends on which are there. */
export interface GroupStep {
  readonly topic?: string;
  readonly partitions?: number;
  /** Keeps the topic's id under this name. */
  readonly id?: string;
  readonly sleep_ms?: number;
  readonly recv?: string;
  readonly quiet?: string;
  readonly ms?: number;
  readonly api?: string;
  readonly v?: number;
  readonly body?: Json;
  readonly conn?: string;
  /** The answer is not waited for. */
  readonly send?: boolean;
  readonly save?: { readonly [name: string]: string };
  /** Keeps the whole answer under this name. */
  readonly as?: string;
  readonly only?: readonly string[];
  readonly until?: { readonly path: string; readonly in: readonly Json[] };
}

/** A scenario, with what Kafka answered and wrote. */
export interface GroupScenario {
  readonly title: string;
  readonly steps: readonly GroupStep[];
  readonly answers: readonly {
    readonly step: number;
    readonly answer: Json;
    readonly messages?: { readonly [path: string]: string };
  }[];
  /** As kafka-dump-log prints them. */
  readonly records: readonly string[];
}

/** Stands behind names in patterns: they were unique to the run. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how it is written in the fixtures.
const RUN = '-${run}';
const POLL_MS = 50;
const PATIENCE = 200;
const LEFT_OUT = ['throttleTimeMs', 'errorMessage'];

export class GroupScenarioPlayer {
  readonly #world: ReplayWorld;
  readonly #clients = new Map<string, TestClient>();
  readonly #waiting = new Map<string, GroupStep>();
  readonly #saved = new Map<string, Json>();
  readonly #topicNames = new Map<string, string>();
  readonly #members: string[] = [];
  readonly #producers: string[] = [];

  constructor(world: ReplayWorld) {
    this.#world = world;
  }

  /** Answers step by step: what came, beside what Kafka answered. */
  async play({ steps, answers }: GroupScenario): Promise<{ came: unknown[]; expected: unknown[] }> {
    const came: unknown[] = [];
    const expected: unknown[] = [];
    await this.#findCoordinators();
    for (const [index, step] of steps.entries()) {
      const answer = await this.#step(step);
      const recorded = answers.find((each) => each.step === index);
      if (answer === undefined || recorded === undefined) continue;
      const messages = messagesIn(answer);
      const shaped = this.#shape(this.#only(answer, step), '');
      expected.push({ step: index, answer: ordered(recorded.answer), messages: recorded.messages ?? {} });
      came.push({ step: index, answer: project(ordered(shaped), ordered(recorded.answer)), messages });
    }
    return { came, expected };
  }

  /** The internal topics are made by the first question for them. */
  async #findCoordinators(): Promise<void> {
    const client = await this.#client('main');
    for (const keyType of [0, 1]) {
      await this.#world.settle(client.ask(FindCoordinator, 1, { key: 'g', keyType }));
    }
  }

  async #step(step: GroupStep): Promise<Json | undefined> {
    if (step.topic !== undefined) return this.#createTopic(step);
    if (step.sleep_ms !== undefined) {
      await this.#world.pass(step.sleep_ms);
      return undefined;
    }
    if (step.quiet !== undefined) {
      await this.#world.pass(step.ms ?? 400);
      return undefined;
    }
    if (step.recv !== undefined) return this.#receive(step.recv);
    return this.#request(step);
  }

  async #createTopic({ topic, partitions, id }: GroupStep): Promise<undefined> {
    const client = await this.#client('main');
    const name = topic ?? 't';
    const topicId = await this.#world.settle(createTopic(client, name, { partitions: partitions ?? 1 }));
    this.#topicNames.set(topicId, name);
    if (id !== undefined) this.#saved.set(id, topicId);
    return undefined;
  }

  async #client(label: string): Promise<TestClient> {
    let client = this.#clients.get(label);
    if (client === undefined) {
      client = await this.#world.connect();
      this.#clients.set(label, client);
    }
    return client;
  }

  async #request(step: GroupStep): Promise<Json | undefined> {
    const label = step.conn ?? 'main';
    for (let attempt = 0; attempt < PATIENCE; attempt++) {
      const client = await this.#client(label);
      const body = this.#resolve(step.body ?? {}) as RequestInit<ApiDefinition>;
      client.send(apiOf(step), step.v ?? 0, body, `wire-${label}`);
      this.#waiting.set(label, step);
      if (step.send === true) {
        await this.#world.pass(POLL_MS);
        return undefined;
      }
      const answer = await this.#receive(label);
      const found = step.until && lookUp(answer, step.until.path);
      if (step.until === undefined || step.until.in.includes(found ?? null)) return answer;
      await this.#world.pass(POLL_MS);
    }
    throw new Error(`${step.api} did not come to that`);
  }

  async #receive(label: string): Promise<Json> {
    const client = await this.#client(label);
    const step = this.#waiting.get(label) as GroupStep;
    const answer = (await this.#world.settle(client.receive(apiOf(step), step.v ?? 0))) as Json;
    for (const [name, path] of Object.entries(step.save ?? {})) this.#saved.set(name, lookUp(answer, path));
    if (step.as !== undefined) this.#saved.set(step.as, answer);
    return answer;
  }

  /** Saved values in place of `${name}`, `${answer.field}` and `${name+1}`; texts as bytes where the message wants bytes. */
  #resolve(value: Json, key = ''): unknown {
    if (Array.isArray(value)) return value.map((element) => this.#resolve(element as Json));
    if (typeof value === 'object' && value !== null)
      return this.#resolveObject(value as { [key: string]: Json });
    if (typeof value !== 'string') return value;
    const [, name, path, plus] = /^\$\{(\w+)((?:\.\w+)*)([+-]\d+)?\}$/.exec(value) ?? [];
    if (name === undefined || path === undefined) return bytesFor(key, value.replaceAll(RUN, ''));
    const saved = lookUp(this.#saved.get(name) ?? null, path);
    return plus === undefined ? saved : Number(saved) + Number(plus);
  }

  /** What has a subscription or an assignment and nothing else stands for its bytes. */
  #resolveObject(value: { readonly [key: string]: Json }): unknown {
    const [first, ...more] = Object.entries(value);
    const [name, only] = more.length === 0 && first !== undefined ? first : [];
    if (name === 'subscription') {
      return encodeStored(ConsumerProtocolSubscription, 0, { topics: only as string[] });
    }
    if (name === 'assignment') {
      const assigned = Object.entries(only as { [topic: string]: number[] });
      const assignedPartitions = assigned.map(([topic, partitions]) => ({ topic, partitions }));
      return encodeStored(ConsumerProtocolAssignment, 0, { assignedPartitions });
    }
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.#resolve(inner, key)]));
  }

  /** `groups[groupId=g]`: of the groups, only that one. */
  #only(answer: Json, { only }: GroupStep): Json {
    const wanted = only?.flatMap((path) => /^(\w+)\[(\w+)=(\w+)/.exec(path) ?? []) ?? [];
    const [, list, key, value] = wanted;
    if (list === undefined || key === undefined) return answer;
    const all = (answer as { [list: string]: { [key: string]: Json }[] })[list] ?? [];
    return { ...(answer as object), [list]: all.filter((each) => each[key] === value) } as Json;
  }

  #shape(value: unknown, key: string): Json {
    if (Buffer.isBuffer(value)) return bytesAsText(value);
    if (Array.isArray(value)) return value.map((element) => this.#shape(element, key));
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).filter(
        ([name, inner]) => !LEFT_OUT.includes(name) && !isSubscription(name, inner),
      );
      return Object.fromEntries(entries.map(([name, inner]) => [name, this.#shape(inner, name)]));
    }
    if (key === 'producerId') return numbered('pid#', this.#producers, String(value));
    if (key === 'transactionStartTimeMs') return '<now>';
    if (typeof value !== 'string') return value as Json;
    if (key === 'topicId' && this.#topicNames.has(value)) return `id of ${this.#topicNames.get(value)}`;
    if (key === 'clientHost' && value !== '') return '<clientHost>';
    if ((key === 'memberId' || key === 'leader') && value !== '')
      return numbered('member#', this.#members, value);
    return value;
  }

  /** Every record about the group `g`, as kafka-dump-log prints it. */
  records(): string[] {
    const { groups, logs } = this.#world.broker;
    const log = logs.get({ topic: OFFSETS_TOPIC, partition: groups.partitionFor('g') });
    const parse = recordParser('offsets');
    const lines: string[] = [];
    for (const batch of log?.batchesFrom(0) ?? []) {
      if (batch.isControl) continue;
      for (const { offsetDelta, key, value } of readRecords(batch)) {
        const parsed = parse({ offset: batch.baseOffset + offsetDelta, key, value } as never);
        lines.push(`key: ${parsed.key} payload: ${parsed.payload}`);
      }
    }
    return lines.filter((line) => /"(group|groupId)":"g"/.test(line));
  }
}

function apiOf({ api }: GroupStep): ApiDefinition {
  const served = SERVED_APIS.find((each) => each.api.name === api);
  if (served === undefined) throw new Error(`no API ${api}`);
  return served.api;
}

const BYTES = ['assignment', 'metadata'];

/** What members say about themselves was not written down. */
function isSubscription(name: string, value: unknown): boolean {
  return (name === 'metadata' || name === 'memberMetadata') && Buffer.isBuffer(value) && value.length > 0;
}

function bytesFor(key: string, text: string): string | Buffer {
  return BYTES.includes(key) ? Buffer.from(text) : text;
}

function bytesAsText(bytes: Buffer): string {
  const assignment = bytes[0] === 0 ? readEmbeddedAssignment(bytes) : undefined;
  if (assignment === undefined) return bytes.toString();
  const topics = assignment.assignedPartitions.map(
    ({ topic, partitions }) => `${topic}[${partitions.join(',')}]`,
  );
  return `v${bytes.readInt16BE(0)} ${topics.sort().join(' ')}`;
}

function lookUp(value: Json, path: string): Json {
  let found: unknown = value;
  for (const [, name] of path.matchAll(/(\w+)/g)) found = (found as { [key: string]: unknown })?.[name ?? ''];
  return found as Json;
}
