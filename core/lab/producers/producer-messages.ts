/** What the lab and a producer process say to each other over the process's channel. */
import type { ProducerSettings } from '#core/lab-api/views.ts';
import type { Json } from '#core/observe/events.ts';
import type { BatchNotice } from './batch-notices.ts';
import type { LoadPlan } from './load-plan.ts';
import type { PipelinePlan } from './pipeline-run.ts';

/** A record that a command names; the partitioner decides where `partition` is null. */
export type PlannedRecord = {
  readonly partition: number | null;
  readonly key: string | null;
  readonly value: string;
};

export type ProducerCommand =
  | {
      readonly kind: 'start';
      readonly id: number;
      readonly bootstrap: string;
      readonly clientId: string;
      readonly settings: ProducerSettings;
    }
  | { readonly kind: 'begin' | 'commit' | 'abort' | 'close'; readonly id: number }
  /** Done at once, also while another command is under way: it ends the wait of what that one sent. */
  | { readonly kind: 'flush'; readonly id: number }
  /** Answered with the producer's metrics by Java's names. */
  | { readonly kind: 'metrics'; readonly id: number }
  /** `records`: exactly these; null: `count` made-up ones. */
  | {
      readonly kind: 'send';
      readonly id: number;
      readonly count: number;
      readonly records: readonly PlannedRecord[] | null;
    }
  | { readonly kind: 'setRate'; readonly id: number; readonly transactionsPerSecond: number }
  /** Answered with a LoadResult when it is over. */
  | { readonly kind: 'load'; readonly id: number; readonly load: LoadPlan }
  /** One round of it; answered with a PipelineResult. */
  | { readonly kind: 'pipeline'; readonly id: number; readonly plan: PipelinePlan };

/** Why a command failed, in Kafka's words. */
export type CommandFailure = {
  /** Kafka's error code; null for misuse and for mistakes. */
  readonly code: number | null;
  readonly error: string;
  readonly exception: string;
  readonly message: string;
};

/** Where an acknowledged record lies. */
export type Acknowledged = { readonly partition: number; readonly offset: number };

export type ProducerReport =
  | {
      readonly kind: 'done';
      readonly id: number;
      readonly failure: CommandFailure | null;
      readonly acknowledged: readonly Acknowledged[];
      /** What the command answers; null for most. */
      readonly result: Json;
    }
  | {
      readonly kind: 'belief';
      readonly producerId: number;
      readonly producerEpoch: number;
      readonly state: string;
    }
  /** Something happened in its accumulator. */
  | { readonly kind: 'noticed'; readonly notice: BatchNotice }
  /** It is about to wait on its pipe: frozen without signals. */
  | { readonly kind: 'frozen' }
  /** It was thawed, after not having run for so long. */
  | { readonly kind: 'awake'; readonly pausedMs: number }
  /** It has met an error that only a new producer can get over, and closes. */
  | { readonly kind: 'fatal'; readonly exception: string };

/** A report as it crosses: it counts once so many lines of the process's output have arrived. */
export type ReportMessage = { readonly report: ProducerReport; readonly printedLines: number };
