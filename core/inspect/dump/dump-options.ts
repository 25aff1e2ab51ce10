/** What can be asked of a dump, and where its text goes. */

/** How keys and values are shown: as text, or as the records of an internal topic. */
export type DumpDecoder = 'text' | 'offsets' | 'transaction-log';

/** The options of Apache's tool, by its names. Records are always iterated deeply and always printed. */
export interface DumpOptions {
  readonly decoder: DumpDecoder;
  /** Leave out what stands in front of key and payload; control records become empty lines. */
  readonly skipRecordMetadata: boolean;
  /** Check of an index what a broker checks when it starts, and print no entries. */
  readonly indexSanityCheck: boolean;
  /** Compare an index with its log, and print no entries. */
  readonly verifyIndexOnly: boolean;
  /** The largest batch an offset index may point to, in bytes. */
  readonly maxMessageSize: number;
  /** Read a log no further than this many bytes. */
  readonly maxBytes: number;
}

/** Kafka's defaults. */
export const DUMP_DEFAULTS: DumpOptions = {
  decoder: 'text',
  skipRecordMetadata: false,
  indexSanityCheck: false,
  verifyIndexOnly: false,
  maxMessageSize: 5 * 1024 * 1024,
  maxBytes: 2147483647,
};

/** A file to be dumped. */
export interface DumpFile {
  /** As it is named in the text. */
  readonly shown: string;
  /** As complaints name it; Kafka does not resolve `.` and `..` in it. */
  readonly absolute: string;
  /** The folder it lies in. */
  readonly directory: string;
  /** Its name there. */
  readonly name: string;
}

/** Standard output and standard error, or what stands in for them. */
export interface DumpOutput {
  /** A piece of standard output; it brings its own line ends. */
  print(text: string): void;
  /** Ends the line that was begun, if one was. */
  endLine(): void;
  /** A line of standard error. */
  complain(line: string): void;
  /** True when so much waits that `taken` should be awaited. */
  readonly isFull: boolean;
  /** Resolves when the reader has taken what was waiting. */
  taken(): Promise<void>;
}

/** The dump ends here: where Apache's tool dies of an exception. The message says what, where and why. */
export class DumpFailure extends Error {
  override readonly name: string = 'DumpFailure';
}
