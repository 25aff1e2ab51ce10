/** A setting that cannot be used, in Java's words (source: ConfigException). */
export class ConfigException extends Error {
  override readonly name = 'ConfigException';
  /** The configuration key, when the trouble is with one. */
  readonly key: string | undefined;

  /** `why` completes "Invalid value V for configuration K: …". */
  static invalidValue(key: string, value: unknown, why?: string): ConfigException {
    const suffix = why === undefined ? '' : `: ${why}`;
    return new ConfigException(`Invalid value ${String(value)} for configuration ${key}${suffix}`, key);
  }

  constructor(message: string, key?: string) {
    super(message);
    this.key = key;
  }
}
