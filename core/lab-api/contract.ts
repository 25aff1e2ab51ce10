/**
 * Every call between the window and the lab, declared once. `LabHandlers` makes each an obligation of the server;
 * `LabClient.call` is typed by it. Names are `area.verb`; only what is declared here can be called.
 */

import type { Json } from '#core/observe/events.ts';
import { type Call, command, query } from './call.ts';
import type { ConfigExaminationView, ExamineInput, KeyPlacesView, PlaceInput } from './config-views.ts';
import { evidenceContract } from './evidence-contract.ts';
import type { EvidenceScenario, EvidenceSelection } from './evidence-views.ts';
import type { ExperimentName, ExperimentsView } from './experiment-views.ts';
import type {
  BatchPlaceView,
  CensusView,
  KnownHolesView,
  OpenedPartitionView,
  OpenedView,
} from './opened-views.ts';
import type { RecordContentsView } from './record-views.ts';
import type { ScenarioRunView, ScenariosView, ScenarioVariant } from './scenario-views.ts';
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

type ProcessRef = { readonly process: string };
type PartitionRef = { readonly topic: string; readonly partition: number };
/** One partition, or none in particular: `topic` null. */
type MaybePartitionRef = { readonly topic: string | null; readonly partition: number };
type OpenedRef = { readonly id: string };
/** What the size of a stretch of a log is counted in. */
type StretchUnit = 'records' | 'batches';
/** A segment's base offset, and a byte position in its `.log`. */
type BatchPlace = { readonly segment: number; readonly position: number };

type RecordPlace = { readonly offset: number; readonly bytesMax: number };

export const labContract = {
  ...evidenceContract,
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

  'scenarios.list': query<null, Snapshot<ScenariosView>>(),
  /** Starts one run; `variant` null is the scenario's first. It goes on by itself, but for its question. */
  'scenarios.run': command<
    { readonly scenario: string; readonly variant: ScenarioVariant | null },
    ScenarioRunView
  >(),
  /** Runs every variant of every scenario, without questions. */
  'scenarios.runAll': command<null, null>(),
  /** Answers the question that is asked; null skips it. */
  'scenarios.answer': command<{ readonly option: string | null }, null>(),
  /** What `evidence.export` takes to keep a finished run. */
  'scenarios.evidence': query<
    { readonly run: number },
    { readonly selection: EvidenceSelection; readonly scenario: EvidenceScenario }
  >(),
  /** Ends the run under way and those that wait. */
  'scenarios.cancel': command<null, null>(),

  'experiments.describe': query<null, Snapshot<ExperimentsView>>(),
  /** Starts one; it goes on by itself. */
  'experiments.run': command<{ readonly experiment: ExperimentName }, null>(),
  'experiments.cancel': command<null, null>(),

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
  /**
   * Batches from `fromOffset` on (or up to it, newest first): whole ones, until they hold `recordsMax` records; of one with more than
   * 500 records a slice, which begins (or ends) at `fromOffset` and fits into `recordsMax`. With the unit `batches` they are
   * `recordsMax` batches without their records. Downwards, something is answered as long as something is there.
   */
  'log.batches': query<
    PartitionRef & {
      readonly fromOffset: number;
      readonly direction: 'up' | 'down';
      readonly recordsMax: number;
      readonly unit?: StretchUnit | undefined;
    },
    Snapshot<readonly BatchView[]>
  >(),
  /** The bytes of the batch at `baseOffset`, annotated. */
  'log.batchBytes': query<PartitionRef & { readonly baseOffset: number }, ByteView>(),
  /** Key, value and headers of a record, of each at most `bytesMax` bytes. */
  'log.record': query<PartitionRef & RecordPlace, RecordContentsView>(),
  /** A file of a segment, or of the partition, annotated; at most 64 KiB from `position`. */
  'log.fileBytes': query<
    PartitionRef & { readonly segment: number; readonly kind: FileKind; readonly position: number },
    ByteView
  >(),

  /** Offset of the first record whose timestamp is not before `timestampMs`; null when there is none. */
  'log.offsetForTime': query<
    PartitionRef & { readonly timestampMs: number },
    { readonly offset: number | null; readonly timestampMs: number }
  >(),

  /** What was opened from elsewhere, read only: log directories, partition directories, single files. */
  'opened.list': query<null, Snapshot<readonly OpenedView[]>>(),
  /** Opens an absolute path. Opening it again answers what is open already. */
  'opened.open': command<{ readonly path: string }, OpenedView>(),
  'opened.close': command<OpenedRef, null>(),
  /** Looks whether its files have changed; the lab does so by itself every few seconds. */
  'opened.refresh': command<OpenedRef, OpenedView>(),
  /** Waits a moment for the ends of the partitions; those that take longer come with the event `opened.changed`. */
  'opened.partitions': query<OpenedRef, Snapshot<readonly OpenedPartitionView[]>>(),
  /** Counts every offset of a partition, or of all when `topic` is null. Says how far it is by `inspect.progress`. */
  'opened.census': query<OpenedRef & MaybePartitionRef, Snapshot<CensusView>>(),
  /** Ends its census; the call that waits for it fails with CANCELLED. */
  'opened.cancel': command<OpenedRef, null>(),
  /** As log.batches. Damaged places are passed over. */
  'opened.records': query<
    OpenedRef &
      PartitionRef & {
        readonly fromOffset: number;
        readonly direction: 'up' | 'down';
        readonly recordsMax: number;
        readonly unit?: StretchUnit | undefined;
      },
    Snapshot<readonly BatchView[]>
  >(),
  /** Offset of the first record whose timestamp is not before `timestampMs`; null when there is none. */
  'opened.offsetForTime': query<
    OpenedRef & PartitionRef & { readonly timestampMs: number },
    { readonly offset: number | null; readonly timestampMs: number }
  >(),
  /** A file by its name, annotated; at most 64 KiB from `position`. `topic` null: a file of the opened folder itself. */
  'opened.fileBytes': query<
    OpenedRef & MaybePartitionRef & { readonly file: string; readonly position: number },
    ByteView
  >(),
  /** The batch at a byte position of a segment, annotated; also a damaged one. */
  'opened.batchBytes': query<OpenedRef & PartitionRef & BatchPlace, ByteView>(),
  /** As log.record, of the batch at a byte position. */
  'opened.record': query<OpenedRef & PartitionRef & BatchPlace & RecordPlace, RecordContentsView>(),
  /** Null while not all batches were read unasked, and where there is too much to keep: a census tells then. */
  'opened.holes': query<OpenedRef & PartitionRef, Snapshot<KnownHolesView | null>>(),
  /** The next batch behind a byte position that can be trusted, be it in a later segment; null when there is none. */
  'opened.nextBatch': query<OpenedRef & PartitionRef & BatchPlace, BatchPlaceView | null>(),
  /** As opened.census, of the lab's own broker; its `inspect.progress` names `lab`. */
  'census.read': query<MaybePartitionRef, Snapshot<CensusView>>(),
  'census.cancel': command<null, null>(),
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
