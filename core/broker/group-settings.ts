/**
 * Settings of single groups: kept in the cluster file, in force from the next heartbeat on. A group need not exist to have some, and
 * keeps them when it goes. (source: GroupConfigManager)
 */
import { CONFIG_TYPES, parseValue } from '#core/config/config-def.ts';
import type { GroupOverrides } from '#core/config/group-config.ts';
import {
  checkGroupConfig,
  consumerGroupTime,
  GROUP_CONFIG,
  groupSynonym,
} from '#core/config/group-config.ts';
import type { ConsumerGroupTimes } from '#core/coordinator/group/consumer/consumer-context.ts';
import type { BrokerSettings } from './broker-settings.ts';
import type { ClusterFile } from './cluster-file.ts';
import type { ConfigEntry, ConfigSynonym } from './config-entry.ts';
import { CONFIG_SOURCES, configText } from './config-entry.ts';

const NONE: GroupOverrides = {};

export class GroupSettings {
  readonly #file: ClusterFile;
  readonly #settings: BrokerSettings;
  #overrides: ReadonlyMap<string, GroupOverrides>;

  constructor(file: ClusterFile, settings: BrokerSettings) {
    this.#file = file;
    this.#settings = settings;
    this.#overrides = new Map(file.state.groupConfigs.map(({ groupId, configs }) => [groupId, configs]));
  }

  /** Groups that have settings of their own. */
  groupIds(): readonly string[] {
    return [...this.#overrides.keys()];
  }

  /** What was set for a group, as text. */
  overrides(groupId: string): GroupOverrides {
    return this.#overrides.get(groupId) ?? NONE;
  }

  /** @throws {ConfigException} when a group may not have these. */
  check(overrides: GroupOverrides): void {
    checkGroupConfig(overrides, this.#settings.values);
  }

  /** Gives groups other settings, which have been checked; a group without any is forgotten. */
  change(changes: ReadonlyMap<string, GroupOverrides>): void {
    if (changes.size === 0) return;
    const after = new Map([...this.#overrides, ...changes]);
    for (const [groupId, configs] of changes) if (Object.keys(configs).length === 0) after.delete(groupId);
    const groupConfigs = [...after].map(([groupId, configs]) => ({ groupId, configs }));
    this.#file.update({ groupConfigs });
    this.#overrides = after;
  }

  /** The times in force for a group of the consumer protocol. */
  timesOf(groupId: string): ConsumerGroupTimes {
    const given = this.overrides(groupId);
    const { values } = this.#settings;
    return {
      sessionTimeoutMs: consumerGroupTime('session.timeout.ms', given, values),
      heartbeatIntervalMs: consumerGroupTime('heartbeat.interval.ms', given, values),
      assignmentIntervalMs: consumerGroupTime('assignment.interval.ms', given, values),
    };
  }

  /** Every setting of a group with its source; what was set is shown even where the broker's limits keep it from counting. */
  describe(groupId: string): ConfigEntry[] {
    const overrides = this.overrides(groupId);
    return Object.entries(GROUP_CONFIG).map(([name, row]) => {
      const own = overrides[name];
      const synonyms: ConfigSynonym[] = this.#brokerSynonyms(name, row.default);
      if (own !== undefined) {
        const value = configText(parseValue(name, row, own));
        synonyms.unshift({ name, value, source: CONFIG_SOURCES.dynamicGroup });
      }
      return {
        name,
        value: synonyms[0]?.value ?? row.default,
        readOnly: false,
        configSource: synonyms[0]?.source ?? CONFIG_SOURCES.default,
        isSensitive: false,
        synonyms,
        configType: CONFIG_TYPES[row.type],
        documentation: row.about,
      };
    });
  }

  #brokerSynonyms(key: string, value: string): ConfigSynonym[] {
    const name = groupSynonym(key);
    const known = this.#settings.synonyms([name]);
    return known.length > 0 ? known : [{ name, value, source: CONFIG_SOURCES.default }];
  }
}
