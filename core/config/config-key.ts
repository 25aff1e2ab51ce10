/** One row of a table of settings. (source: ConfigDef.ConfigKey) */

/** What a type's values are in memory. Longs are checked numbers; Long.MAX_VALUE is Infinity. */
export interface ValueOf {
  boolean: boolean;
  string: string;
  int: number;
  short: number;
  long: number;
  double: number;
  list: readonly string[];
  class: string;
  password: string;
}

/** Kafka's types of values. */
export type ConfigType = keyof ValueOf;

/** One key. */
export interface ConfigKey<T extends ConfigType = ConfigType, V = ValueOf[T] | null> {
  readonly type: T;
  /** As Kafka writes it in text; null when there is none. */
  readonly default: string | null;
  /** One sentence: what it does. */
  readonly about: string;
  /** Least and greatest legal number. */
  readonly min?: number;
  readonly max?: number;
  /** Java writes the limits without a fraction, though the values have one. */
  readonly hasWholeLimits?: boolean;
  /** The only legal values. */
  readonly oneOf?: readonly string[];
  /** The only legal values are written in capitals here, but may be given in any case. */
  readonly isAnyCase?: boolean;
  /** An empty string is not legal. */
  readonly isNonEmpty?: boolean;
  /** `distinct`: repeated items are dropped with a warning, empty ones are not legal. `filled`: likewise, and not empty. */
  readonly list?: 'distinct' | 'filled' | 'non-null';
  /** A check of its own, after all others. */
  readonly check?: (key: string, value: unknown) => void;
  /** Java demands it. */
  readonly isRequired?: boolean;
  /** This generation of the client does not know it: what is given is ignored, and `default` is how it behaves. */
  readonly isAbsent?: boolean;
  /** A running broker can change it. */
  readonly dynamic?: boolean;
  /** Never present at run time. */
  readonly inferred?: V;
}
