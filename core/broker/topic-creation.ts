/**
 * Makes topics: those a client asks for, after every check the controller does; those that come into being by being asked about;
 * and the coordinators' own. (source: ControllerApis, ReplicationControlManager, AutoTopicCreationManager)
 */
import { ConfigException } from '#core/config/config-exception.ts';
import type { TopicOverrides } from '#core/config/topic-config.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import type { BrokerSettings } from './broker-settings.ts';
import type { Topic, TopicCatalog, TopicInit } from './topic-catalog.ts';
import {
  CLUSTER_METADATA,
  CONSUMER_OFFSETS,
  isInternalTopic,
  namesCollide,
  TRANSACTION_STATE,
  topicNameProblem,
} from './topic-names.ts';
import { checkTopicOverrides } from './topic-settings.ts';

/** Most partitions that one request may ask for. (source: ReplicationControlManager.MAX_PARTITIONS_PER_BATCH) */
const PARTITIONS_PER_REQUEST_MAX = 10_000;
/** Most records that one request may put into Kafka's metadata log. (source: QuorumController.MAX_RECORDS_PER_USER_OP) */
export const METADATA_RECORDS_MAX = 10_000;

/** A topic as a client asks for it. −1 asks for the broker's default. */
export interface NewTopic {
  readonly name: string;
  readonly numPartitions: number;
  readonly replicationFactor: number;
  readonly assignments: readonly { readonly partitionIndex: number; readonly brokerIds: readonly number[] }[];
  readonly configs: readonly { readonly name: string; readonly value: string | null }[];
}

/** A refusal, with Kafka's sentence. */
export interface Problem {
  readonly error: ErrorName;
  readonly message: string;
}

export class TopicCreation {
  readonly #nodeId: number;
  readonly #settings: BrokerSettings;
  readonly #topics: TopicCatalog;

  constructor(nodeId: number, settings: BrokerSettings, topics: TopicCatalog) {
    this.#nodeId = nodeId;
    this.#settings = settings;
    this.#topics = topics;
  }

  /** Why no topic of a request can be made, whatever each is like: there are too many partitions in it. */
  requestProblem(topics: readonly NewTopic[]): Problem | undefined {
    let total = 0;
    for (const { numPartitions, assignments } of topics) {
      if (assignments.length > 0) total += assignments.length;
      else if (numPartitions === -1) total += this.#settings.values['num.partitions'];
      else total += Math.max(0, numPartitions);
    }
    if (total <= PARTITIONS_PER_REQUEST_MAX) return undefined;
    return problem('POLICY_VIOLATION', 'Excessively large number of partitions per request.');
  }

  /** Why these, which are in order one by one, cannot be made together. */
  batchProblem(topics: readonly TopicInit[]): Problem | undefined {
    // One record a topic, a partition and a setting.
    const records = topics.map(({ partitions, overrides }) => 1 + partitions + Object.keys(overrides).length);
    if (records.reduce((sum, count) => sum + count, 0) <= METADATA_RECORDS_MAX) return undefined;
    return problem('POLICY_VIOLATION', 'Unable to perform excessively large batch operation.');
  }

  /** Checks one topic. */
  check(topic: NewTopic): TopicInit | Problem {
    const nameIssue = this.#nameIssue(topic.name);
    if (nameIssue !== undefined) return nameIssue;
    const overrides = this.#overridesOf(topic);
    if ('error' in overrides) return overrides;
    const partitions = this.#partitionsOf(topic);
    if (typeof partitions !== 'number') return partitions;
    return { name: topic.name, partitions, overrides: overrides.texts };
  }

  createAll(topics: readonly TopicInit[]): readonly Topic[] {
    return this.#topics.createAll(topics);
  }

  /**
   * Topics that come into being because a client asked for their metadata. Names that nothing can be made of are left out of what
   * is returned.
   */
  createByMention(names: readonly string[]): ReadonlySet<string> {
    const partitions = this.#settings.values['num.partitions'];
    const wanted = names.filter((name) => this.#mayBeMentioned(name));
    this.createAll(
      wanted.filter((name) => !isInternalTopic(name)).map((name) => ({ name, partitions, overrides: {} })),
    );
    for (const name of wanted) if (isInternalTopic(name)) this.internal(name);
    return new Set(wanted);
  }

  #mayBeMentioned(name: string): boolean {
    if (isInternalTopic(name)) return true;
    return this.#nameIssue(name) === undefined && this.#topics.whenRemoved(name) === undefined;
  }

  /** A coordinator's topic; made when it is needed for the first time. */
  internal(name: string): Topic {
    const existing = this.#topics.get(name);
    if (existing !== undefined) return existing;
    const settings = this.#settings.values;
    switch (name) {
      case TRANSACTION_STATE:
        return this.#topics.create({
          name,
          partitions: settings['transaction.state.log.num.partitions'],
          overrides: {
            'cleanup.policy': 'compact',
            'compression.type': 'uncompressed',
            'min.insync.replicas': String(settings['transaction.state.log.min.isr']),
            'segment.bytes': String(settings['transaction.state.log.segment.bytes']),
            'unclean.leader.election.enable': 'false',
          },
        });
      default:
        return this.#topics.create({
          name: CONSUMER_OFFSETS,
          partitions: settings['offsets.topic.num.partitions'],
          overrides: {
            'cleanup.policy': 'compact',
            'compression.type': 'producer',
            'segment.bytes': String(settings['offsets.topic.segment.bytes']),
          },
        });
    }
  }

  /** Checks replicas that a client has placed by hand; undefined: they can be. */
  assignmentProblem(brokerIds: readonly number[]): Problem | undefined {
    if (brokerIds.length === 0) {
      return placement('The manual partition assignment includes an empty replica list.');
    }
    const stranger = brokerIds.find((id) => id !== this.#nodeId);
    if (stranger !== undefined) {
      return placement(
        `The manual partition assignment includes broker ${stranger}, but no such broker is registered.`,
      );
    }
    if (brokerIds.length > 1) {
      return placement(`The manual partition assignment includes the broker ${this.#nodeId} more than once.`);
    }
    return undefined;
  }

  #nameIssue(name: string): Problem | undefined {
    if (name === CLUSTER_METADATA) {
      return problem('INVALID_REQUEST', `Creation of internal topic ${name} is prohibited.`);
    }
    const invalid = topicNameProblem(name);
    if (invalid !== undefined) return problem('INVALID_TOPIC_EXCEPTION', invalid);
    if (this.#topics.get(name) !== undefined) {
      return problem('TOPIC_ALREADY_EXISTS', `Topic '${name}' already exists.`);
    }
    for (const other of this.#topics.all()) {
      if (namesCollide(name, other.name)) {
        const message = `Topic '${name}' collides with existing topic: ${other.name}`;
        return problem('INVALID_TOPIC_EXCEPTION', message);
      }
    }
    return undefined;
  }

  #overridesOf({ configs }: NewTopic): { readonly texts: TopicOverrides } | Problem {
    const pairs: [key: string, value: string][] = [];
    for (const { name, value } of configs) {
      if (value === null) {
        return problem('INVALID_CONFIG', `Null value not supported for topic configs: ${name}`);
      }
      pairs.push([name, value]);
    }
    // A client may choose any key, even __proto__: assigning to it would set no key.
    const texts: TopicOverrides = Object.fromEntries(pairs);
    try {
      checkTopicOverrides(texts, this.#settings);
      return { texts };
    } catch (error) {
      if (error instanceof ConfigException) return problem('INVALID_CONFIG', error.message);
      throw error;
    }
  }

  #partitionsOf(topic: NewTopic): number | Problem {
    const { numPartitions, replicationFactor, assignments } = topic;
    if (assignments.length > 0) return this.#assignedPartitions(topic);
    if (replicationFactor < -1 || replicationFactor === 0) {
      const message = 'Replication factor must be larger than 0, or -1 to use the default value.';
      return problem('INVALID_REPLICATION_FACTOR', message);
    }
    if (numPartitions < -1 || numPartitions === 0) {
      return problem('INVALID_PARTITIONS', 'Number of partitions was set to an invalid non-positive value.');
    }
    const replicas =
      replicationFactor === -1 ? this.#settings.values['default.replication.factor'] : replicationFactor;
    if (replicas > 1) {
      return problem(
        'INVALID_REPLICATION_FACTOR',
        `Unable to replicate the partition ${replicas} time(s): The target replication factor of ${replicas} ` +
          'cannot be reached because only 1 broker(s) are registered or some brokers have all their log ' +
          'directories cordoned.',
      );
    }
    return numPartitions === -1 ? this.#settings.values['num.partitions'] : numPartitions;
  }

  #assignedPartitions({ numPartitions, replicationFactor, assignments }: NewTopic): number | Problem {
    const says = 'A manual partition assignment was specified, but';
    if (replicationFactor !== -1) {
      return problem('INVALID_REQUEST', `${says} replication factor was not set to -1.`);
    }
    if (numPartitions !== -1) {
      return problem('INVALID_REQUEST', `${says} numPartitions was not set to -1.`);
    }
    const indexes = new Set<number>();
    for (const { partitionIndex, brokerIds } of assignments) {
      if (indexes.has(partitionIndex)) {
        return placement(`Found multiple manual partition assignments for partition ${partitionIndex}`);
      }
      indexes.add(partitionIndex);
      const issue = this.assignmentProblem(brokerIds);
      if (issue !== undefined) return issue;
    }
    for (let index = 0; index < assignments.length; index++) {
      if (!indexes.has(index)) {
        return placement('partitions should be a consecutive 0-based integer sequence');
      }
    }
    return assignments.length;
  }
}

function problem(error: ErrorName, message: string): Problem {
  return { error, message };
}

function placement(message: string): Problem {
  return problem('INVALID_REPLICA_ASSIGNMENT', message);
}
