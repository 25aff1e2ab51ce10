/** A setting as clients are shown it: its value, where it comes from, and what would count otherwise. */

/** Where a value comes from, as DescribeConfigs says it. */
export const CONFIG_SOURCES = {
  dynamicTopic: 1,
  dynamicBroker: 2,
  dynamicDefaultBroker: 3,
  staticBroker: 4,
  default: 5,
  dynamicGroup: 8,
} as const;

/** One value and its source. */
export interface ConfigSynonym {
  readonly name: string;
  /** Null: not to be shown. */
  readonly value: string | null;
  readonly source: number;
}

/** One setting, as DescribeConfigs and CreateTopics show it. */
export interface ConfigEntry {
  readonly name: string;
  readonly value: string | null;
  readonly readOnly: boolean;
  readonly configSource: number;
  readonly isSensitive: boolean;
  readonly synonyms: readonly ConfigSynonym[];
  readonly configType: number;
  /** Null: nobody knows what it is for. */
  readonly documentation: string | null;
}

/** A parsed value as Kafka writes it. */
export function configText(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  if (value === Number.POSITIVE_INFINITY) return '9223372036854775807';
  return String(value);
}
