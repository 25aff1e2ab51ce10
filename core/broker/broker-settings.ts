/**
 * The broker's settings: what the table says, what was given at the start, and what was changed while running.
 * (source: KafkaConfig, DynamicBrokerConfig)
 */
import type { BrokerConfig } from '#core/config/broker-config.ts';
import type { ConfigTable } from '#core/config/config-def.ts';
import { CONFIG_TYPES, parseConfig } from '#core/config/config-def.ts';
import type { ClusterFile } from './cluster-file.ts';
import type { ConfigEntry, ConfigSynonym } from './config-entry.ts';
import { CONFIG_SOURCES, configText } from './config-entry.ts';
import type { VersionProfile } from './version-profile.ts';
import { VERSION_PROFILES } from './version-profile.ts';

type Texts = { readonly [key: string]: string };

/** Retention and roll times may be given in several units; the finer one counts. */
const FALLBACKS: { readonly [key: string]: readonly string[] } = {
  'log.retention.ms': ['log.retention.minutes', 'log.retention.hours'],
  'log.retention.minutes': ['log.retention.hours'],
  'log.roll.ms': ['log.roll.hours'],
  'log.roll.jitter.ms': ['log.roll.jitter.hours'],
  'log.flush.interval.ms': ['log.flush.scheduler.interval.ms'],
};

export class BrokerSettings {
  readonly #file: ClusterFile;
  readonly #static: Texts;
  /** The settings of the release that is shown. */
  readonly brokerTable: ConfigTable;
  readonly topicTable: ConfigTable;
  #values: BrokerConfig;

  /**
   * `given`: settings by key, as text; keys the table does not have are ignored, as Kafka does.
   * @throws {ConfigException} for a value that is not legal.
   */
  constructor(file: ClusterFile, given: Texts, profile: VersionProfile = VERSION_PROFILES['4.x']) {
    this.#file = file;
    this.#static = given;
    this.brokerTable = profile.brokerConfig;
    this.topicTable = profile.topicConfig;
    this.#values = this.#parse(file.state.brokerConfigs);
  }

  /** The values in force. */
  get values(): BrokerConfig {
    return this.#values;
  }

  /** What was said about a key, at the start or later; undefined when only the table's default speaks. */
  given(key: string): { readonly value: string; readonly source: number } | undefined {
    const dynamic = this.#file.state.brokerConfigs[key];
    if (dynamic !== undefined) return { value: dynamic, source: CONFIG_SOURCES.dynamicBroker };
    const fixed = this.#static[key];
    return fixed === undefined ? undefined : { value: fixed, source: CONFIG_SOURCES.staticBroker };
  }

  /** Settings changed while running, as text. */
  get dynamic(): Texts {
    return this.#file.state.brokerConfigs;
  }

  /** @throws {ConfigException} when the broker could not run with these. */
  check(dynamic: Texts): void {
    this.#parse(dynamic);
  }

  /**
   * Replaces what was changed while running.
   * @throws {ConfigException} for a value that is not legal; nothing changes then.
   */
  change(dynamic: Texts): void {
    const values = this.#parse(dynamic);
    this.#file.update({ brokerConfigs: dynamic });
    this.#values = values;
  }

  /** Every setting with its source, in name order. */
  describe(): ConfigEntry[] {
    const values: { readonly [key: string]: unknown } = this.#values;
    return Object.entries(this.brokerTable).map(([name, row]) => {
      const synonyms = [name, ...(FALLBACKS[name] ?? [])].flatMap((key) => this.#synonymsOf(key));
      const value = values[name];
      return {
        name,
        value: value === null ? null : configText(value),
        readOnly: row.dynamic !== true,
        configSource: synonyms[0]?.source ?? CONFIG_SOURCES.default,
        isSensitive: false,
        synonyms,
        configType: CONFIG_TYPES[row.type],
        documentation: row.about,
      };
    });
  }

  #synonymsOf(name: string): ConfigSynonym[] {
    const { dynamicBroker, staticBroker, default: fromTable } = CONFIG_SOURCES;
    const candidates = [
      { value: this.#file.state.brokerConfigs[name], source: dynamicBroker },
      { value: this.#static[name], source: staticBroker },
      { value: this.brokerTable[name]?.default ?? undefined, source: fromTable },
    ];
    return candidates.flatMap(({ value, source }) => (value === undefined ? [] : [{ name, value, source }]));
  }

  #parse(dynamic: Texts): BrokerConfig {
    return parseConfig(this.brokerTable, { ...this.#static, ...dynamic }) as BrokerConfig;
  }
}
