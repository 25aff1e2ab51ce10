/** Settings as somebody gives them, and what a client says to them without an error. */

/** Settings as a person gives them: text by dotted key. */
export type GivenConfig = { readonly [key: string]: string };

/** The same out of a program, where null is a value. */
export type GivenSettings = { readonly [key: string]: string | null };

/** Something that a client changes or doubts silently: a line of its log. */
export interface ConfigNote {
  readonly level: 'info' | 'warn';
  readonly sentence: string;
  /** The settings it is about. */
  readonly keys: readonly string[];
}

/** A checked configuration. */
export interface CheckedConfig<C> {
  /** The values in effect. */
  readonly values: C;
  /** What was changed silently, one sentence each: Java writes these to its log. */
  readonly notes: readonly string[];
}
