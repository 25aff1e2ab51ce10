/** `by-delegate`: by what chooses between the consumers of the two group protocols (source: ConsumerDelegateCreator). */
type Wrapping = boolean | 'by-delegate';

/** How Java throws what is thrown here. */
interface JavaThrow {
  /** Fully qualified; ConfigException unless given. */
  readonly javaClass?: string;
  /** Thrown inside the constructor of the client, which wraps it in a KafkaException of its own; or what chooses the constructor does. */
  readonly isWrapped?: Wrapping;
  /** Message of a KafkaException that the constructor wraps, and that wraps this one. */
  readonly through?: string;
}

/** A setting that cannot be used, in Java's words (source: ConfigException). */
export class ConfigException extends Error {
  override readonly name = 'ConfigException';
  /** The configuration key, when the trouble is with one. */
  readonly key: string | undefined;
  /** Class that Java throws. */
  readonly javaClass: string;
  /** Whether a Java client wraps it: "Failed to construct kafka producer". */
  readonly isWrapped: Wrapping;
  /** Message of the KafkaException in between, if there is one. */
  readonly through: string | undefined;

  /** `why` completes "Invalid value V for configuration K: …". */
  static invalidValue(key: string, value: unknown, why?: string): ConfigException {
    const suffix = why === undefined ? '' : `: ${why}`;
    return new ConfigException(`Invalid value ${String(value)} for configuration ${key}${suffix}`, key);
  }

  constructor(message: string, key?: string, java: JavaThrow = {}) {
    super(message);
    this.key = key;
    this.javaClass = java.javaClass ?? 'org.apache.kafka.common.config.ConfigException';
    this.isWrapped = java.isWrapped ?? false;
    this.through = java.through;
  }
}
