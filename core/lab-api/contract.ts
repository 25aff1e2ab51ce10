/**
 * Every call between the window and the lab, declared once. `LabHandlers` makes each an obligation of the server;
 * `LabClient.call` is typed by it. Names are `area.verb`; only what is declared here can be called.
 */
import type { Json } from '#core/observe/events.ts';
import type { ConfigExaminationView, ExamineInput, KeyPlacesView, PlaceInput } from './config-views.ts';
import type {
  BatchView,
  ByteView,
  FileKind,
  LabView,
  LaneView,
  PartitionView,
  ProcessView,
  ProducerSettings,
  RefusalView,
  Snapshot,
  StoryView,
  TimelineItem,
  TransactionRecordView,
  TransactionVersion,
  TransactionView,
} from './views.ts';

/** One call; the type parameters exist only for inference. */
interface Call<I extends Json, O extends Json> {
  readonly kind: 'command' | 'query';
  readonly inferred?: { readonly input: I; readonly output: O };
}

/** Changes the lab. Runs once, in arrival order. */
const command = <I extends Json, O extends Json>(): Call<I, O> => ({ kind: 'command' });
/** Reads the lab. Safe to repeat, never changes anything. */
const query = <I extends Json, O extends Json>(): Call<I, O> => ({ kind: 'query' });

type ProcessRef = { readonly process: string };
type PartitionRef = { readonly topic: string; readonly partition: number };

export const labContract = {
  'lab.describe': query<null, LabView>(),
  'lab.setTransactionVersion': command<{ readonly transactionVersion: TransactionVersion }, LabView>(),

  /** Lets time pass in the lab; answers when everything that fell due has run. */
  'clock.advance': command<{ readonly byMs: number }, { readonly nowMs: number }>(),

  'story.describe': query<null, Snapshot<StoryView>>(),
  /** Ends a running story, makes a fresh topic and transactional id, stands at step 0. */
  'story.reset': command<{ readonly transactionVersion: TransactionVersion }, StoryView>(),
  /** Does the next step and answers when it is done. */
  'story.advance': command<null, StoryView>(),
  'story.refusal': query<null, RefusalView | null>(),

  'producers.list': query<null, Snapshot<readonly ProcessView[]>>(),
  'producers.start': command<ProducerSettings, ProcessView>(),
  'producers.twin': command<ProcessRef, ProcessView>(),
  'producers.freeze': command<ProcessRef, ProcessView>(),
  'producers.thaw': command<ProcessRef, ProcessView>(),
  'producers.kill': command<ProcessRef, ProcessView>(),
  'producers.begin': command<ProcessRef, ProcessView>(),
  'producers.send': command<ProcessRef & { readonly count: number }, ProcessView>(),
  'producers.commit': command<ProcessRef, ProcessView>(),
  'producers.abort': command<ProcessRef, ProcessView>(),
  'producers.close': command<ProcessRef, ProcessView>(),
  /** Auto mode: a transaction every so often; 0 turns it off. */
  'producers.setRate': command<ProcessRef & { readonly transactionsPerSecond: number }, ProcessView>(),
  /** Takes an ended process off the stage. */
  'producers.dismiss': command<ProcessRef, null>(),

  'topics.create': command<{ readonly topic: string; readonly partitions: number }, null>(),

  'log.partitions': query<null, Snapshot<readonly PartitionView[]>>(),
  /** The newest `recordsMax` records of each partition of `topics` (all that are not internal when empty), with readers. */
  'log.lanes': query<
    { readonly topics: readonly string[]; readonly recordsMax: number },
    Snapshot<readonly LaneView[]>
  >(),
  /** Batches from `fromOffset` on (or up to it, newest first), at most `recordsMax` records of them. */
  'log.batches': query<
    PartitionRef & {
      readonly fromOffset: number;
      readonly direction: 'up' | 'down';
      readonly recordsMax: number;
    },
    Snapshot<readonly BatchView[]>
  >(),
  /** The bytes of the batch at `baseOffset`, annotated. */
  'log.batchBytes': query<PartitionRef & { readonly baseOffset: number }, ByteView>(),
  /** A file of a segment, or of the partition, annotated; at most 64 KiB from `position`. */
  'log.fileBytes': query<
    PartitionRef & { readonly segment: number; readonly kind: FileKind; readonly position: number },
    ByteView
  >(),

  'transactions.list': query<null, Snapshot<readonly TransactionView[]>>(),
  /** Records of `__transaction_state` about one id, oldest first. */
  'transactions.records': query<
    { readonly transactionalId: string },
    Snapshot<readonly TransactionRecordView[]>
  >(),

  /** What a producer makes of a .properties file, under one generation of the Java client. */
  'config.examine': query<ExamineInput, ConfigExaminationView>(),
  /** Partitions of up to 1,000 keys under the rules of several clients. */
  'keys.place': query<PlaceInput, KeyPlacesView>(),

  /** Everything on the timeline after event `sinceSeq`, oldest first, at most 5,000 items. */
  'timeline.read': query<{ readonly sinceSeq: number }, Snapshot<readonly TimelineItem[]>>(),
  /** A frame of the wire: the request's or the response's bytes, annotated. */
  'wire.frameBytes': query<{ readonly frame: number; readonly side: 'request' | 'response' }, ByteView>(),
} as const;

export type LabContract = typeof labContract;
export type CallName = keyof LabContract;
export type InputOf<N extends CallName> = LabContract[N] extends Call<infer I, Json> ? I : never;
export type OutputOf<N extends CallName> = LabContract[N] extends Call<Json, infer O> ? O : never;

/** What the lab's side implements: every call, nothing else. */
export type LabHandlers = {
  readonly [N in CallName]: (input: InputOf<N>) => Promise<OutputOf<N>> | OutputOf<N>;
};
