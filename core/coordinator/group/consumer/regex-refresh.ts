/**
 * Looks up which topics the patterns of a group match. It happens apart from the request that asks for it: with many topics it takes
 * a while, so that the member first gets an answer without the topics. (source: GroupMetadataManager.maybeUpdateRegularExpressions,
 * handleRegularExpressionsResult, TopicRegexResolver)
 */

import type { Clock } from '#core/base/clock.ts';
import { sameSets } from '#core/base/same-sets.ts';
import type { CoordinatorTimer } from '../../runtime/timer.ts';
import { compilePattern } from '../../transaction/id-pattern.ts';
import type { GroupTable } from '../group-table.ts';
import type { GroupTurn } from '../group-turn.ts';
import { answerOnly, Draft } from '../group-turn.ts';
import type { ConsumerGroup, ResolvedRegex } from './consumer-group.ts';
import type { MetadataHashes } from './metadata-hash.ts';
import { subscribedRegexes, subscribedTopics } from './subscriptions.ts';
import type { TopicImage } from './topic-image.ts';
import type { TopicVersions } from './topic-versions.ts';

/** Patterns of a group are not looked up more often than this. */
const MIN_INTERVAL_MS = 10_000;

export interface RegexRefreshDeps {
  readonly clock: Clock;
  readonly timer: CoordinatorTimer;
  readonly topics: TopicImage;
  readonly versions: TopicVersions;
  readonly hashes: MetadataHashes;
  readonly groups: GroupTable;
  /** Runs a turn that writes. */
  readonly write: (groupId: string, decide: () => GroupTurn<null>) => void;
}

export class RegexRefresh {
  readonly #deps: RegexRefreshDeps;

  constructor(deps: RegexRefreshDeps) {
    this.#deps = deps;
  }

  /** Is it time to look the patterns up? `regexes`: all of the group, as they are with the present request. */
  isDue(
    group: ConsumerGroup,
    regexes: ReadonlyMap<string, number>,
    options: { readonly mustRefresh: boolean; readonly refreshIntervalMs: number },
  ): boolean {
    if (regexes.size === 0 || this.#deps.timer.isScheduled(timerOf(group.groupId))) return false;
    const [last] = group.resolvedRegexes.values();
    const nowMs = this.#deps.clock.nowMs();
    if (last !== undefined && nowMs <= last.timestampMs + MIN_INTERVAL_MS) return false;
    return (
      options.mustRefresh ||
      regexes.size !== group.resolvedRegexes.size ||
      (last?.version ?? 0) < this.#deps.versions.newestTopic ||
      last === undefined ||
      nowMs > last.timestampMs + options.refreshIntervalMs
    );
  }

  /** Looks these patterns up in a turn of their own. */
  schedule(groupId: string, regexes: readonly string[]): void {
    this.#deps.timer.schedule(timerOf(groupId), 0, () => {
      const resolved = this.#resolve(regexes);
      this.#deps.write(groupId, () => this.#store(groupId, resolved));
    });
  }

  #resolve(regexes: readonly string[]): Map<string, ResolvedRegex> {
    const { clock, topics, versions } = this.#deps;
    const names = [...topics.all()].map(({ name }) => name);
    const found = { version: versions.current, timestampMs: clock.nowMs() };
    return new Map(
      regexes.map((regex) => {
        const matches = regex === '' ? undefined : compilePattern(regex);
        return [regex, { topics: new Set(matches === undefined ? [] : names.filter(matches)), ...found }];
      }),
    );
  }

  #store(groupId: string, found: ReadonlyMap<string, ResolvedRegex>): GroupTurn<null> {
    const { groups, hashes } = this.#deps;
    const group = groups.consumer(groupId);
    if (group === undefined) return answerOnly(null);
    const draft = new Draft();
    const members = [...group.members.values()];
    const used = subscribedRegexes(members);
    const after = new Map(group.resolvedRegexes);
    let hasChanged = false;
    for (const [regex, resolved] of found) {
      if (!used.has(regex)) continue;
      hasChanged ||= !sameSets(group.resolvedRegexes.get(regex)?.topics ?? new Set(), resolved.topics);
      after.set(regex, resolved);
      draft.add({ kind: 'regex', group: groupId, regex, value: resolved });
    }
    const metadataHash = hashes.ofGroup(subscribedTopics(members, after).keys());
    if (hasChanged || metadataHash !== group.metadataHash) {
      const value = { epoch: group.groupEpoch + 1, metadataHash };
      draft.add({ kind: 'groupEpoch', group: groupId, value });
      draft.afterwards(() => {
        group.isMetadataStale = false;
      });
    }
    return draft.turn(null);
  }
}

function timerOf(groupId: string): string {
  return `regex ${groupId}`;
}
