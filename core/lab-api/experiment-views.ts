/**
 * What experiments measured. Every figure comes with its runs: a median without its spread says nothing. Times are milliseconds,
 * sizes bytes. Type aliases only, as in views.ts.
 */
import type { RulesOf } from './scenario-views.ts';

/** The experiments there are, by name. */
export const EXPERIMENTS = ['partitioner', 'batching', 'codecs', 'acks', 'idempotence'] as const;
export type ExperimentName = (typeof EXPERIMENTS)[number];

/** Where it was measured: no figure means anything without it. */
export type MachineView = {
  readonly cpuModel: string;
  readonly cores: number;
  readonly memoryBytes: number;
  /** e.g. `Node 24.1.0`. */
  readonly runtime: string;
  /** e.g. `linux x64`. */
  readonly system: string;
};

/** How far an experiment is. */
export type ExperimentProgress = {
  /** Runs that are over, of `total`. */
  readonly done: number;
  readonly total: number;
  /** The contender under way. */
  readonly label: string;
};

export type Spread = { readonly median: number; readonly min: number; readonly max: number };

/** One run of one contender. */
export type RunFigures = {
  readonly acknowledged: number;
  readonly failed: number;
  readonly elapsedMs: number;
  readonly recordsPerSecond: number;
  /** Keys and values, 10^6 bytes a second. */
  readonly megabytesPerSecond: number;
  /** From send() to the acknowledgement. */
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Of the producer process, user and system, all threads. */
  readonly cpuMs: number;
  /** Produce requests. */
  readonly requests: number;
  /** Batches that the broker wrote. */
  readonly batches: number;
  readonly recordsPerBatch: number;
  /** Of the batches, in the segments. */
  readonly bytesOnDisk: number;
  /** Bytes of keys and values for each byte on disk. */
  readonly ratio: number;
  /** Records that each partition got, by its number. */
  readonly recordsByPartition: readonly number[];
};

/** Figures of a run that are summed up. */
export type FigureName = Exclude<keyof RunFigures, 'recordsByPartition'>;

/** One side of an experiment, and all its runs. */
export type ContenderView = {
  readonly id: string;
  /** The producer.properties in which it differs. */
  readonly config: { readonly [key: string]: string };
  readonly profile: RulesOf;
  /** The one release it follows, where the generation does not say it; else null. */
  readonly release: string | null;
  readonly runs: readonly RunFigures[];
  readonly summary: { readonly [F in FigureName]: Spread };
};

/** C19: what an acknowledgement costs. */
export type AcksResult = {
  /** As fast as it can. */
  readonly throughput: readonly ContenderView[];
  /** At a rate that every one of them keeps up with. */
  readonly latency: readonly ContenderView[];
};

/** C25: one producer with and one without, measured in pairs. */
export type IdempotenceResult = {
  readonly idempotent: ContenderView;
  readonly plain: ContenderView;
  /** Throughput lost by idempotence in each pair, percent; negative: it was faster. */
  readonly costPercent: Spread;
  /** What idempotence added to the producer's processor time for a record in each pair, percent. */
  readonly cpuPercent: Spread;
  readonly pairs: readonly number[];
};

/** C05, C07: the same records without keys, placed by each partitioner. */
export type PartitionersResult = {
  readonly partitions: number;
  /** Brokers that the producers see; the lab's one broker stands behind all of them. */
  readonly brokers: number;
  /** `roundRobin`, `sticky` (2.4 to 3.2), `builtIn` (since 3.3). */
  readonly contenders: readonly ContenderView[];
  /** How much lower than with round robin the median p50 is, percent, by contender. */
  readonly p50LowerPercent: { readonly [id: string]: number };
  /** The same of the processor time of the producer. */
  readonly cpuLowerPercent: { readonly [id: string]: number };
};

/** C08: the same, while one broker answers late. */
export type SlowBrokerResult = {
  readonly delayMs: number;
  readonly brokers: number;
  readonly contenders: readonly ContenderView[];
  /** Share of the records, 0 to 1, that went to the slow broker. */
  readonly slowShare: { readonly [id: string]: Spread };
};

/** One cell of the grid of C15. */
export type BatchingCell = {
  readonly batchSize: number;
  readonly lingerMs: number;
  /** As fast as it can. */
  readonly throughput: ContenderView;
  /** At a rate. */
  readonly latency: ContenderView;
};
export type BatchingResult = { readonly cells: readonly BatchingCell[] };

/** One codec of C16. */
export type CodecRow = {
  readonly codec: string;
  /** Uncompressed for each compressed byte of the block. */
  readonly ratio: number;
  /** Microseconds to compress and to decompress one block. */
  readonly compressMicros: Spread;
  readonly decompressMicros: Spread;
  /** A producer that uses it, at a rate. */
  readonly producer: ContenderView;
};
export type CodecsResult = { readonly blockBytes: number; readonly codecs: readonly CodecRow[] };

/** The result of each experiment, by its name. */
export type ExperimentResults = {
  readonly partitioner: { readonly race: PartitionersResult; readonly slowBroker: SlowBrokerResult };
  readonly batching: BatchingResult;
  readonly codecs: CodecsResult;
  readonly acks: AcksResult;
  readonly idempotence: IdempotenceResult;
};

/** What an experiment has measured, by its name. */
export type ExperimentMeasured = {
  readonly [E in ExperimentName]: { readonly experiment: E; readonly result: ExperimentResults[E] };
}[ExperimentName];

/** The newest result of an experiment. */
export type ExperimentResultView = ExperimentMeasured & { readonly atMs: number; readonly tookMs: number };

export type ExperimentsView = {
  readonly machine: MachineView;
  readonly running: {
    readonly experiment: ExperimentName;
    readonly startedAtMs: number;
    readonly progress: ExperimentProgress;
  } | null;
  readonly results: readonly ExperimentResultView[];
  /** The last one ended without a result, and nobody wanted that. */
  readonly failure: { readonly experiment: ExperimentName; readonly reason: string } | null;
};
