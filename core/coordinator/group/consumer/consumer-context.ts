import type { Clock } from '#core/base/clock.ts';
import type { Random } from '#core/base/random.ts';
import type { ClassicRebalance } from '../classic/classic-rebalance.ts';
import type { GroupTable } from '../group-table.ts';
import type { ConsumerTimers } from './consumer-timers.ts';
import type { MetadataHashes } from './metadata-hash.ts';
import type { RegexRefresh } from './regex-refresh.ts';
import type { TopicImage } from './topic-image.ts';

/** What a live group may be turned into when a member of the other protocol comes. (source: ConsumerGroupMigrationPolicy) */
export type MigrationPolicy = 'bidirectional' | 'upgrade' | 'downgrade' | 'disabled';

/** The times of one group. */
export interface ConsumerGroupTimes {
  readonly sessionTimeoutMs: number;
  readonly heartbeatIntervalMs: number;
  /** Least time between two runs of the assignor. */
  readonly assignmentIntervalMs: number;
}

/** Settings `group.consumer.…` */
export interface ConsumerGroupConfig {
  readonly maxSize: number;
  /** Names of assignors; the first is the one for groups that do not ask for one. */
  readonly assignors: readonly string[];
  readonly migrationPolicy: MigrationPolicy;
  /** Patterns are looked up anew after this time. */
  readonly regexRefreshIntervalMs: number;
  timesOf(groupId: string): ConsumerGroupTimes;
}

/** What the handlers of consumer groups work with: the parts of one partition of __consumer_offsets. */
export interface ConsumerContext {
  readonly clock: Clock;
  readonly random: Random;
  readonly config: ConsumerGroupConfig;
  /** Most members of a classic group. */
  readonly classicMaxSize: number;
  readonly topics: TopicImage;
  readonly hashes: MetadataHashes;
  readonly groups: GroupTable;
  readonly timers: ConsumerTimers;
  readonly regexes: RegexRefresh;
  readonly rebalance: ClassicRebalance;
}
