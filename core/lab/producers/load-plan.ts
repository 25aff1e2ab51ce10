/** A load that a producer process is told to make, and what it says of it afterwards. Both cross the process's channel. */
import type { LatencySummary } from './latency-histogram.ts';

export type LoadPlan = {
  /** The process's own topic when left out. */
  readonly topic?: string;
  /** So many records … */
  readonly count?: number;
  /** … or as many as fit into this time. One of the two is given; with both, whichever comes first. */
  readonly durationMs?: number;
  /** Records sent before `count` and the clocks start, so that a new process is not measured warming up. */
  readonly warmupCount?: number;
  /** `sequential`: each its own. `distinct`: so many keys in turn. */
  readonly keys: 'none' | 'sequential' | { readonly distinct: number };
  /** Bytes of a record's value. */
  readonly valueSize: number;
  /** `json`: orders, which compress as such data does. `random`: bytes that do not compress. `repeated`: one letter. */
  readonly valueKind: 'json' | 'random' | 'repeated';
  /** Records a second; 0 is as fast as it can. */
  readonly ratePerSecond: number;
  /** Records that may wait for their acknowledgement at once. */
  readonly inFlightMax: number;
  /**
   * Records sent in one go, the next go when all of them are acknowledged, as an application does that answers requests: what is put
   * together depends on settings alone, never on how fast the machine is. One after the other when left out. The rate has no say then.
   */
  readonly burst?: number;
  /** Where they go; the partitioner decides when left out. */
  readonly partition?: number;
};

/** What a load came to. Times in milliseconds, of the load after its warm-up. */
export type LoadResult = {
  readonly acknowledged: number;
  readonly failed: number;
  /** How often each error came, by Java's name of it. */
  readonly errors: { readonly [error: string]: number };
  /** From the first send to the last acknowledgement. */
  readonly elapsedMs: number;
  /** Of the process, all its threads. */
  readonly cpuUserMs: number;
  readonly cpuSystemMs: number;
  /** From send() to the acknowledgement of the record. */
  readonly latencyMs: LatencySummary;
  /** Of keys and values. */
  readonly bytes: number;
  /** Produce requests on the wire, and their sizes together. */
  readonly requests: number;
  readonly requestBytes: number;
};
