/** What the inspector reads out of a log, before any verdict. */

/** A record as it lies in a log; offsets absolute, timestamps as a consumer sees them. */
export interface InspectedRecord {
  readonly offset: number;
  /** In ms; −1 when it has none. */
  readonly timestamp: number;
  /** −1 without a producer id, and for control records. */
  readonly sequence: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: readonly { readonly key: string; readonly value: Buffer | null }[];
}

/** A batch (or a message of an old format) as it lies in a log, with its records. */
export interface InspectedBatch {
  /** Base offset of the segment. */
  readonly segment: number;
  /** Byte position in the `.log`. */
  readonly position: number;
  readonly size: number;
  readonly magic: number;
  readonly baseOffset: number;
  readonly lastOffset: number;
  /** As the header says; 0 for a batch that the cleaner emptied. */
  readonly count: number;
  readonly codec: string;
  readonly timestampType: 'CreateTime' | 'LogAppendTime' | 'NoTimestampType';
  readonly maxTimestamp: number;
  readonly leaderEpoch: number;
  readonly producerId: number;
  readonly epoch: number;
  readonly sequence: number;
  readonly transactional: boolean;
  readonly control: boolean;
  readonly deleteHorizonMs: number | null;
  readonly records: readonly InspectedRecord[];
}

/** A batch whose records can be read, and are, one after the other. */
export interface OpenedBatch extends Omit<InspectedBatch, 'records'> {
  records(): Iterable<InspectedRecord>;
}

/** Where reading a file stopped. */
export interface Damage {
  readonly file: string;
  /** Byte position of the first byte that could not be used. */
  readonly position: number;
  readonly reason: string;
}
