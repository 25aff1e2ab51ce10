/** What a consumer is made of, and how the parts know each other. */
import type { ConsumerConfig } from '#core/config/consumer-config.ts';
import type { GivenConfig } from '#core/config/cross-checks.ts';
import { readConsumerConfig } from '#core/config/cross-checks.ts';
import { randomUuid } from '#core/protocol/uuid.ts';
import type { ClientObserver } from '../client-observer.ts';
import type { ClientPlatform } from '../client-platform.ts';
import type { ReleaseNumber } from '../client-release.ts';
import { clientRelease, profileOf } from '../client-release.ts';
import type { ClientCore } from '../network/client-core.ts';
import { createClientCore } from '../network/client-core.ts';
import type { PartitionOffset } from '../offsets.ts';
import { AsyncCommits } from './async-commits.ts';
import { AutoCommit } from './auto-commit.ts';
import { ClassicMembership } from './classic-membership.ts';
import { ConsumerMembership } from './consumer-membership.ts';
import { FetchCollector } from './fetch-collector.ts';
import { Fetcher } from './fetcher.ts';
import { GroupCoordinatorLink } from './group-coordinator.ts';
import type { GroupMembership } from './group-membership.ts';
import { OffsetCommits } from './offset-commits.ts';
import { OffsetLookups } from './offset-lookups.ts';
import { parseOffsetReset } from './offset-reset.ts';
import { OwnedPartitions } from './owned-partitions.ts';
import { PositionChecks } from './position-checks.ts';
import { Positions } from './positions.ts';
import { Progress } from './progress.ts';
import { SubscriptionState } from './subscription-state.ts';

/** Requests on one connection that may wait for an answer. */
const IN_FLIGHT_MAX = 100;
/** Release since which poll() tells of a position that moved over markers and aborted records only (KAFKA-12980). */
const TELLS_PROGRESS_SINCE: ReleaseNumber = 301;

/** Numbers the consumers of this process that were given no client.id. */
let nextClientNumber = 1;

export interface KafkaConsumerOptions {
  readonly platform: ClientPlatform;
  /** Settings by dotted key, as text; bootstrap.servers must be there. */
  readonly config: GivenConfig;
  readonly observer?: ClientObserver | undefined;
  /** Java client that the consumer behaves like: `2.x`, `3.9`, `4.3.1`; the newest when left out. */
  readonly clientVersion?: string | undefined;
}

/** What only a consumer with a group.id has. */
export interface ConsumerGroup {
  readonly commits: OffsetCommits;
  readonly asyncCommits: AsyncCommits;
  readonly membership: GroupMembership;
  readonly autoCommit: AutoCommit | undefined;
}

export interface ConsumerParts {
  readonly config: ConsumerConfig;
  readonly core: ClientCore;
  readonly subscription: SubscriptionState;
  readonly group: ConsumerGroup | undefined;
  readonly lookups: OffsetLookups;
  readonly positions: Positions;
  readonly checks: PositionChecks;
  readonly fetcher: Fetcher;
  readonly collector: FetchCollector;
  readonly progress: Progress;
  /** Topics that somebody asked about by name. */
  readonly askedTopics: Set<string>;
  /** poll() returns when a position moved, although there is nothing to return. */
  readonly tellsProgress: boolean;
}

/** What every part is made from. */
interface Basis {
  readonly platform: ClientPlatform;
  readonly config: ConsumerConfig;
  readonly core: ClientCore;
  readonly subscription: SubscriptionState;
  readonly progress: Progress;
}

/** @throws {ConfigException} for the settings, {RangeError} for a version that does not exist. */
export function createConsumerParts(options: KafkaConsumerOptions): ConsumerParts {
  const { platform, config: given, observer = {}, clientVersion } = options;
  const release = clientRelease(clientVersion);
  const { values: config } = readConsumerConfig(given, profileOf(release));
  const subscription = new SubscriptionState();
  const askedTopics = new Set<string>();
  const core = createClientCore(platform, config, {
    clientId: clientIdOf(config),
    inFlightMax: IN_FLIGHT_MAX,
    observer,
    allowAutoTopicCreation: config['allow.auto.create.topics'],
    release,
    wantedTopics: () => {
      const subscribed = subscription.wantedTopics;
      const ofGroup = parts.group?.membership.groupTopics ?? [];
      return subscribed === null ? null : [...new Set([...subscribed, ...ofGroup, ...askedTopics])];
    },
  });
  const progress = new Progress(platform.clock);
  const basis: Basis = { platform, config, core, subscription, progress };
  const group =
    config['group.id'] === null ? undefined : groupOf(basis, config['group.id'], () => parts.fetcher);
  const parts: ConsumerParts = {
    config,
    core,
    subscription,
    group,
    ...readingOf(basis, group),
    progress,
    askedTopics,
    tellsProgress: release >= TELLS_PROGRESS_SINCE,
  };
  core.metadata.onUpdate(() => progress.announce());
  core.client.onChange(() => progress.announce());
  return parts;
}

type Reading = Pick<ConsumerParts, 'lookups' | 'positions' | 'checks' | 'fetcher' | 'collector'>;

function readingOf(basis: Basis, group: ConsumerGroup | undefined): Reading {
  const { platform, config, core, subscription, progress } = basis;
  const { client, metadata, backoff } = core;
  const { clock } = platform;
  const reset = parseOffsetReset(config['auto.offset.reset']);
  const onProgress = (): void => progress.announce();
  const isReadCommitted = config['isolation.level'] === 'read_committed';
  const lookups = new OffsetLookups({ client, metadata, backoff, isReadCommitted });
  const positions = new Positions(clock, {
    subscription,
    lookups,
    commits: group?.commits,
    reset,
    apiTimeoutMs: config['default.api.timeout.ms'],
    onProgress,
  });
  const checks = new PositionChecks(clock, {
    client,
    metadata,
    subscription,
    backoff,
    reset: config['auto.offset.reset'] === 'none' ? undefined : (state) => positions.outOfRange(state),
    onProgress,
  });
  const fetcher = new Fetcher(clock, { client, metadata, subscription, backoff, onProgress }, config);
  const collector = new FetchCollector(
    clock,
    {
      fetcher,
      subscription,
      metadata,
      retryBackoffMs: config['retry.backoff.ms'],
      reset: (state) => positions.outOfRange(state),
    },
    config['max.poll.records'],
  );
  return { lookups, positions, checks, fetcher, collector };
}

function groupOf(basis: Basis, groupId: string, fetcher: () => Fetcher): ConsumerGroup {
  const { platform, config, core, subscription, progress } = basis;
  const { clock, random } = platform;
  const { client, metadata, backoff } = core;
  const link = new GroupCoordinatorLink(groupId, client, metadata, backoff);
  const isConsumerProtocol = config['group.protocol'].toUpperCase() === 'CONSUMER';
  const commits = new OffsetCommits({
    link,
    backoff,
    group: () => groupMetadataOf(subscription, membership),
    problem: () => (subscription.isGroupManaged ? membership.commitProblem : undefined),
    hasEpochs: isConsumerProtocol,
    onRefused: (error) => membership.commitRefused(error),
  });
  const autoCommit = config['enable.auto.commit']
    ? new AutoCommit(clock, commits, () => positionsOf(subscription), config)
    : undefined;
  const owned = new OwnedPartitions({
    subscription,
    commit: async (deadline) => autoCommit?.commitNow(deadline),
    onChange: () => {
      fetcher().dropUnassigned();
      metadata.requestUpdate(true);
    },
    onTaken: () => autoCommit?.restart(),
  });
  const parts = {
    link,
    metadata,
    subscription,
    owned,
    backoff,
    isAutoCommit: autoCommit !== undefined,
    onProgress: () => progress.announce(),
  };
  const membership: GroupMembership = isConsumerProtocol
    ? new ConsumerMembership(clock, parts, config, randomUuid(random))
    : new ClassicMembership(clock, parts, config);
  const asyncCommits = new AsyncCommits(clock, commits, config['default.api.timeout.ms']);
  return { commits, asyncCommits, membership, autoCommit };
}

/** As whom a consumer commits: with partitions of its own it is nobody in its group. */
export function groupMetadataOf(
  subscription: SubscriptionState,
  membership: GroupMembership,
): GroupMembership['metadata'] {
  if (subscription.isGroupManaged) return membership.metadata;
  return { ...membership.metadata, generationId: -1, memberId: '' };
}

/** Where the consumer stands, for a commit. */
export function positionsOf(subscription: SubscriptionState): readonly PartitionOffset[] {
  return subscription.partitions.flatMap(({ topic, partition, position, leaderEpoch }) =>
    position === undefined
      ? []
      : { topic, partition, offset: position, leaderEpoch: leaderEpoch < 0 ? undefined : leaderEpoch },
  );
}

function clientIdOf(config: ConsumerConfig): string {
  if (config['client.id'] !== '') return config['client.id'];
  const { 'group.id': groupId, 'group.instance.id': instanceId } = config;
  return `consumer-${groupId ?? 'null'}-${instanceId ?? nextClientNumber++}`;
}
