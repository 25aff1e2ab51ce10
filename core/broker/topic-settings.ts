/**
 * The settings a topic really has: its own, or else the broker's, or else Kafka's default; and where each comes from.
 * (source: LogConfig, ConfigHelper, ServerTopicConfigSynonyms)
 */

import { CONFIG_TYPES, parseConfig } from '#core/config/config-def.ts';
import { ConfigException } from '#core/config/config-exception.ts';
import type { TopicConfig, TopicOverrides } from '#core/config/topic-config.ts';
import { TOPIC_SYNONYMS } from '#core/config/topic-config.ts';
import type { BrokerSettings } from './broker-settings.ts';
import type { ConfigEntry, ConfigSynonym } from './config-entry.ts';
import { CONFIG_SOURCES, configText } from './config-entry.ts';

const THROTTLED = /^(\*|[0-9]+:[0-9]+(,[0-9]+:[0-9]+)*)?$/;

/**
 * Checks the settings of a topic as a client sends them.
 * @throws {ConfigException} in Kafka's words.
 */
export function checkTopicOverrides(overrides: TopicOverrides, settings: BrokerSettings): void {
  for (const key of Object.keys(overrides)) {
    if (!Object.hasOwn(settings.topicTable, key))
      throw new ConfigException(`Unknown topic config name: ${key}`, key);
  }
  const config = topicConfig(overrides, settings);
  if (config['compression.gzip.level'] === 0) {
    throw ConfigException.invalidValue(
      'compression.gzip.level',
      0,
      'Value must be between 1 and 9 or equal to -1',
    );
  }
  for (const side of ['follower', 'leader'] as const) {
    const key = `${side}.replication.throttled.replicas` as const;
    const items = config[key];
    if (!THROTTLED.test(items.join(','))) {
      throw ConfigException.invalidValue(
        key,
        `[${items.join(', ')}]`,
        `${key} must be the literal '*' or a list of replicas in the following format: ` +
          '[partitionId]:[brokerId],[partitionId]:[brokerId],...',
      );
    }
  }
  const least = config['min.compaction.lag.ms'];
  const most = config['max.compaction.lag.ms'];
  if (least > most) {
    throw new ConfigException(
      `conflict topic config setting min.compaction.lag.ms (${configText(least)}) > ` +
        `max.compaction.lag.ms (${configText(most)})`,
    );
  }
  if (config['remote.storage.enable']) {
    throw new ConfigException(
      'Tiered Storage functionality is disabled in the broker. ' +
        'Topic cannot be configured with remote log storage.',
    );
  }
}

/**
 * A topic's settings, parsed.
 * @throws {ConfigException} for a value that is not legal.
 */
export function topicConfig(overrides: TopicOverrides, settings: BrokerSettings): TopicConfig {
  const given: { [key: string]: string } = {};
  for (const key of Object.keys(settings.topicTable)) {
    const text = overrides[key] ?? brokerValue(key, settings);
    if (text !== undefined) given[key] = text;
  }
  return parseConfig(settings.topicTable, given) as TopicConfig;
}

/** Every setting of a topic with its source, in name order. */
export function describeTopic(overrides: TopicOverrides, settings: BrokerSettings): ConfigEntry[] {
  const config: { readonly [key: string]: unknown } = topicConfig(overrides, settings);
  return Object.entries(settings.topicTable).map(([name, row]) => {
    const value = configText(config[name]);
    const synonyms = synonymsOf({ name, value, overrides, settings });
    return {
      name,
      value,
      readOnly: false,
      configSource: synonyms[0]?.source ?? CONFIG_SOURCES.default,
      isSensitive: false,
      synonyms,
      configType: CONFIG_TYPES[row.type],
      documentation: row.about,
    };
  });
}

interface SynonymsWanted {
  readonly name: string;
  /** In force. */
  readonly value: string;
  readonly overrides: TopicOverrides;
  readonly settings: BrokerSettings;
}

function synonymsOf({ name, value, overrides, settings }: SynonymsWanted): ConfigSynonym[] {
  const isOwn = Object.hasOwn(overrides, name);
  const synonyms: ConfigSynonym[] = isOwn ? [{ name, value, source: CONFIG_SOURCES.dynamicTopic }] : [];
  const names = (TOPIC_SYNONYMS[name] ?? []).map(({ key }) => key);
  return [...synonyms, ...settings.synonyms(names)];
}

/** What was said to the broker about a topic setting, under the first of its names that was given, in the topic's unit. */
function brokerValue(name: string, settings: BrokerSettings): string | undefined {
  for (const { key, factor } of TOPIC_SYNONYMS[name] ?? []) {
    const given = settings.given(key);
    if (given === undefined) continue;
    // −1 is "no limit" in every unit.
    return factor === 1 || Number(given) < 0 ? given : String(Number(given) * factor);
  }
  return undefined;
}
