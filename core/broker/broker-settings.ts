/**
 * The broker's settings: what the table says, what was given at the start, and what was changed while running.
 * (source: KafkaConfig, DynamicBrokerConfig)
 */
import { own } from '#core/base/own.ts';
import { checkBrokerConfig } from '#core/config/broker-checks.ts';
import type { BrokerConfig } from '#core/config/broker-config.ts';
import { BROKER_ELSEWHERE } from '#core/config/broker-elsewhere.ts';
import type { ConfigTable } from '#core/config/config-def.ts';
import { CONFIG_TYPES, parseConfig, parseValue } from '#core/config/config-def.ts';
import type { ClusterFile } from './cluster-file.ts';
import type { ConfigEntry, ConfigSynonym } from './config-entry.ts';
import { CONFIG_SOURCES, configText } from './config-entry.ts';
import type { VersionProfile } from './version-profile.ts';
import { VERSION_PROFILES } from './version-profile.ts';

type Texts = { readonly [key: string]: string };

/** Settings that can be changed while the broker runs: of this broker only, or the defaults of all brokers of the cluster. */
export type DynamicSettings = 'brokerConfigs' | 'brokerDefaultConfigs';

/** A change while the broker runs. What is given here replaces all settings of its kind; a kind that is absent stays as it is. */
export type SettingsChange = { readonly [whose in DynamicSettings]?: Texts };

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
   * @throws {ConfigException} for a value that is not legal, or contradicts another.
   */
  constructor(file: ClusterFile, given: Texts, profile: VersionProfile = VERSION_PROFILES['4.x']) {
    this.#file = file;
    this.#static = given;
    this.brokerTable = profile.brokerConfig;
    this.topicTable = profile.topicConfig;
    this.#values = this.#parse({});
    checkBrokerConfig(this.#values);
  }

  /** The values in force. */
  get values(): BrokerConfig {
    return this.#values;
  }

  /** The value that was given for a key, at the start or while running; undefined when the table's default counts. */
  given(key: string): string | undefined {
    const { brokerConfigs, brokerDefaultConfigs } = this.#file.state;
    return brokerConfigs[key] ?? brokerDefaultConfigs[key] ?? this.#static[key];
  }

  /**
   * Every value a setting has under any of its names, the one in force first: changed for this broker, changed for all brokers,
   * given at the start, the table's default. As in Kafka, entries before the first one of `names[0]` are left out.
   * (source: ConfigHelper.configSynonyms)
   */
  synonyms(names: readonly string[]): ConfigSynonym[] {
    const { brokerConfigs, brokerDefaultConfigs } = this.#file.state;
    const { dynamicBroker, dynamicDefaultBroker, staticBroker, default: fromTable } = CONFIG_SOURCES;
    const all = [
      { source: dynamicBroker, of: (name: string) => own(brokerConfigs, name) },
      { source: dynamicDefaultBroker, of: (name: string) => own(brokerDefaultConfigs, name) },
      { source: staticBroker, of: (name: string) => own(this.#static, name) },
      { source: fromTable, of: (name: string) => own(this.brokerTable, name)?.default ?? undefined },
    ].flatMap(({ source, of }) =>
      names.flatMap((name) => {
        const value = of(name);
        return value === undefined ? [] : [{ name, value, source }];
      }),
    );
    const first = all.findIndex(({ name }) => name === names[0]);
    return first < 0 ? [] : all.slice(first);
  }

  /** Settings changed while running, as text: this broker's own, or those of every broker. */
  changed(whose: DynamicSettings): Texts {
    return this.#file.state[whose];
  }

  /** @throws {ConfigException} when the broker could not run with these. */
  check(changes: SettingsChange): void {
    checkBrokerConfig(this.#parse(changes));
  }

  /**
   * Replaces what was changed while running.
   * @throws {ConfigException} for a value that is not legal; nothing changes then.
   */
  change(changes: SettingsChange): void {
    const values = this.#parse(changes);
    this.#file.update(changes);
    this.#values = values;
  }

  /** Every setting with its source, in name order; also what was given while running and means nothing here. */
  describe(): ConfigEntry[] {
    const entries = [...this.#describeTable(), ...this.#describeOthers()];
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  #describeTable(): ConfigEntry[] {
    const values: { readonly [key: string]: unknown } = this.#values;
    return Object.entries(this.brokerTable).map(([name, row]) => {
      const synonyms = this.synonyms([name, ...(FALLBACKS[name] ?? [])]);
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

  /** Kafka does not show the value of a setting that it does not know: it could be a password. */
  #describeOthers(): ConfigEntry[] {
    const { brokerConfigs, brokerDefaultConfigs } = this.#file.state;
    const names = new Set([...Object.keys(brokerConfigs), ...Object.keys(brokerDefaultConfigs)]);
    return [...names].flatMap((name) => {
      if (Object.hasOwn(this.brokerTable, name)) return [];
      const row = own(BROKER_ELSEWHERE, name);
      const synonyms = this.synonyms([name]).map((each) =>
        row === undefined ? { ...each, value: null } : each,
      );
      const text = synonyms[0]?.value ?? null;
      return {
        name,
        value: row === undefined || text === null ? null : configText(parseValue(name, row, text)),
        readOnly: row === undefined,
        configSource: synonyms[0]?.source ?? CONFIG_SOURCES.default,
        isSensitive: row === undefined,
        synonyms,
        configType: row === undefined ? 0 : CONFIG_TYPES[row.type],
        documentation: row?.about ?? null,
      };
    });
  }

  /** Settings that every broker was given while running. */
  describeDefaults(): ConfigEntry[] {
    const source = CONFIG_SOURCES.dynamicDefaultBroker;
    const changed = this.#file.state.brokerDefaultConfigs;
    return this.describe().flatMap((entry) => {
      const text = own(changed, entry.name);
      if (text === undefined) return [];
      const value = entry.isSensitive ? null : text;
      return [{ ...entry, value, configSource: source, synonyms: [{ name: entry.name, value, source }] }];
    });
  }

  #parse(changes: SettingsChange): BrokerConfig {
    const { brokerConfigs, brokerDefaultConfigs } = { ...this.#file.state, ...changes };
    const dynamic = { ...brokerDefaultConfigs, ...brokerConfigs };
    for (const [key, text] of Object.entries(dynamic)) {
      const row = own(BROKER_ELSEWHERE, key);
      if (row !== undefined) parseValue(key, row, text);
    }
    const texts = { ...this.#static, ...dynamic };
    return parseConfig(this.brokerTable, texts) as BrokerConfig;
  }
}
