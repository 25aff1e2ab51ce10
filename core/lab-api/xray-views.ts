/**
 * A transaction's whole story as a graph of facts: five columns, time downwards, lines from cause to effect. A node is one fact, or
 * several equal ones folded into one; its sentence is a key of the window, under `xray.…`. Type aliases only, as in views.ts.
 */
import type { FileKind, Verdict } from './views.ts';
import type { XraySay } from './xray-says.ts';

/** What is looked at: a record, or one transaction of a transactional id. */
export type XrayTarget =
  | { readonly kind: 'record'; readonly topic: string; readonly partition: number; readonly offset: number }
  | {
      readonly kind: 'transaction';
      readonly transactionalId: string;
      readonly producerId: number;
      /** Of its data. */
      readonly epoch: number;
    };

export type XrayColumn = 'process' | 'wire' | 'coordinator' | 'partition' | 'reader';

/** Where a fact stands in the story: getting an epoch, writing, ending. */
export type XrayChapter = 'start' | 'write' | 'end';

/** A sentence of the window, under `xray.` and `key`. */
export type XraySentence = {
  readonly key: XraySay;
  readonly params: { readonly [name: string]: string | number };
};

/** The bytes behind a fact. */
export type XrayBytes =
  | { readonly kind: 'frame'; readonly frame: number; readonly side: 'request' | 'response' }
  | {
      readonly kind: 'file';
      readonly topic: string;
      readonly partition: number;
      readonly segment: number;
      readonly file: FileKind;
      readonly position: number;
      readonly size: number;
      /** First offset of the batch, when the file is a `.log`; null otherwise. */
      readonly baseOffset: number | null;
    };

export type XrayNode = {
  readonly id: string;
  readonly column: XrayColumn;
  readonly chapter: XrayChapter;
  /** Null when no source has a time for it: it stands behind its causes. */
  readonly atMs: number | null;
  /** Of the last one, when `count` equal facts were folded into this node. */
  readonly lastAtMs: number | null;
  readonly count: number;
  readonly say: XraySentence;
  readonly tone: 'normal' | 'signal' | 'good' | 'refused';
  /** Ids of the nodes that led to it; they stand before it. */
  readonly causes: readonly string[];
  readonly bytes: readonly XrayBytes[];
  /** The lab process behind it, if one is. */
  readonly process: string | null;
  readonly place: { readonly topic: string; readonly partition: number } | null;
};

export type XrayView = {
  readonly target: XrayTarget;
  readonly transactionalId: string | null;
  /** −1 for a plain record. */
  readonly producerId: number;
  /** Of the data. */
  readonly epoch: number;
  /** Of the markers; null while there are none. */
  readonly markerEpoch: number | null;
  readonly outcome: 'committed' | 'aborted' | 'open' | 'plain';
  /** The record that was asked for; null when a transaction was. */
  readonly record: {
    readonly topic: string;
    readonly partition: number;
    readonly offset: number;
    readonly verdict: Verdict;
    readonly key: string | null;
    readonly value: string | null;
  } | null;
  /** The node that the record stands in, which the X-ray was asked from; null when a transaction was asked for. */
  readonly origin: string | null;
  /** What is known of each column: everything, a part, nothing; with the reason. */
  readonly columns: readonly {
    readonly column: XrayColumn;
    readonly known: 'all' | 'part' | 'nothing';
    readonly reason: XraySentence | null;
  }[];
  /** In order of time; equal times in order of cause. */
  readonly nodes: readonly XrayNode[];
};
