/**
 * The evidence pack (`.fence`) as the window is shown it: what would go in, how writing goes on, what an opened one holds, and how
 * two snapshots differ. Type aliases only, as in views.ts. Sizes are bytes, times milliseconds since the Unix epoch.
 *
 * Long work is named by the window: `job` is any text it has not used before. Events `evidence.progressed` carry it, and
 * `evidence.cancel` ends it: the call is then rejected with code CANCELLED, and nothing of the file stays.
 */
import type { Json } from '#core/observe/events.ts';

/** What goes into a pack. The logs of a topic go in whole: what lies before a record decides over it. */
export type EvidenceSelection = {
  /** Empty, together with no transactional ids: every topic. */
  readonly topics: readonly string[];
  /** Adds the topics that their transactions wrote to. */
  readonly transactionalIds: readonly string[];
  /** Bounds of the timeline and the frames; null is no bound. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** What is written; every part when left out. `scenario` stands for the scenario and its verdicts. */
  readonly parts?: readonly EvidencePackPart[] | undefined;
};

/** The parts of a pack that can be left out. */
export const EVIDENCE_PACK_PARTS = ['logs', 'timeline', 'frames', 'scenario'] as const;
export type EvidencePackPart = (typeof EVIDENCE_PACK_PARTS)[number];

/** What a plan or an opened pack is checked for. The window has a sentence for each under `evidence.check.…`. */
export type EvidenceCheckName =
  /** `partitions`, `sizeBytes`: one turn of the broker wrote down where every log ended. */
  | 'oneTurn'
  /** The directory was closed in order; its files go in as they are. */
  | 'closedInOrder'
  /** Not closed in order: logs go in up to their last sound batch, the rest is what Kafka's recovery rebuilds. */
  | 'notClosedInOrder'
  /** `count`: transactions that are open at the point of the pack; their records stay open in it. */
  | 'openTransactions'
  /** `count`, `ids`: transactions that are decided at the point of the pack while markers are missing; see DecidedTransaction. */
  | 'decidedTransactions'
  /** `transactionalId`: nothing is known of it. */
  | 'unknownTransactionalId'
  /** `topic`: there is no such topic. */
  | 'unknownTopic'
  /** `file`, `reason`: a damaged file; it goes in as it is. In packs of before, which do not say what Kafka does with it. */
  | 'damagedFile'
  /**
   * `file`, `position`, `expected`, `found`, `clean`, `unclean`: a damaged place; it goes in as it was found. `expected` is empty where
   * no byte is to blame; `clean` and `unclean` are what Kafka does when it starts on it: each a StartUpEffect.
   */
  | 'damage'
  /** `partition`, `count`: damaged places of it that are not listed. */
  | 'damageNotListed'
  /** `topic`: its directory has no topic id, which a broker of today must have; one was made of its name. */
  | 'topicIdMade'
  /** `file`, `bytes`, `reason`: bytes behind the last sound batch that stay out. */
  | 'cutTail'
  /** `partition`, `segments`: segments behind a damaged one that stay out, as Kafka's recovery deletes them. */
  | 'segmentsLeftOut'
  /** `file`, `position`, `reason`: records behind a damaged byte that are not in the saved file. */
  | 'recordsEnd'
  /** `file`, `reason`: what no broker would read; it stays out. */
  | 'leftOut'
  /** `count`, `frames`: frames whose bytes the lab no longer keeps. */
  | 'framesForgotten'
  /** The journal no longer reaches back to the start of what was chosen. */
  | 'timelineForgotten'
  /** There are no frames and no timeline: the logs come from a directory. */
  | 'onlyLogs'
  /** `freeBytes`, `neededBytes` (of logs and frames, before compression): the volume has room. */
  | 'roomEnough'
  /** `freeBytes`, `neededBytes`: it has not. Nothing is written. */
  | 'roomMissing'
  /** `files`: every checksum of the pack was computed again and agrees. */
  | 'checksumsAgree';

/** Its key among the window's messages. */
export type EvidenceCheckKey = `evidence.check.${EvidenceCheckName}`;

export type EvidenceCheck = {
  readonly check: EvidenceCheckName;
  readonly outcome: 'good' | 'note' | 'bad';
  readonly params: { readonly [name: string]: string | number };
};

/** One partition of a pack, at its point. */
export type EvidencePartition = {
  readonly topic: string;
  readonly partition: number;
  readonly isInternal: boolean;
  readonly logStartOffset: number;
  readonly lastStableOffset: number;
  readonly highWatermark: number;
  /** The point: everything below is in the pack, nothing above. */
  readonly logEndOffset: number;
  readonly sizeBytes: number;
};

/**
 * A transaction between its decision and its markers (PrepareCommit, PrepareAbort) at the point of a pack: its records count as open
 * there, and a broker that starts on the logs completes it.
 */
export type DecidedTransaction = {
  readonly transactionalId: string;
  readonly producerId: number;
  /** The epoch that the markers will carry. */
  readonly epoch: number;
  readonly outcome: 'committed' | 'aborted';
  /** Of the pack, where no marker is yet: `orders-0`. Empty when only the record that completes it is missing. */
  readonly partitions: readonly string[];
};

/** What would go into a pack, and what was checked before anything is written. */
export type EvidencePlan = {
  readonly selection: EvidenceSelection;
  readonly atMs: number;
  readonly partitions: readonly EvidencePartition[];
  /** Files of the log directory. */
  readonly fileCount: number;
  /** Before compression. */
  readonly logBytes: number;
  readonly timelineEvents: number;
  readonly frameCount: number;
  readonly frameBytes: number;
  readonly checks: readonly EvidenceCheck[];
};

/** A scenario and what came of it, put into the pack as they are given. */
export type EvidenceScenario = {
  readonly id: string;
  readonly definition: Json;
  readonly verdicts: readonly Json[];
};

/** A file that was written, and then read again and verified. */
export type EvidenceWritten = {
  /** Null when it waits to be fetched in pieces. */
  readonly path: string | null;
  /** For `evidence.fetch`; null when it was written to a path. */
  readonly download: string | null;
  readonly name: string;
  readonly sizeBytes: number;
  readonly checks: readonly EvidenceCheck[];
};

/** One piece of a file that crosses to or from a window, at most 256 KiB before base64. */
export type EvidencePiece = {
  readonly position: number;
  readonly base64: string;
  readonly sizeBytes: number;
  readonly isLast: boolean;
};

/** A partition, a segment or records as a file of their own. `toOffset` is exclusive; null is the log end. */
export type EvidencePart =
  | { readonly kind: 'partition' }
  | { readonly kind: 'segment'; readonly baseOffset: number }
  | {
      readonly kind: 'records';
      readonly format: 'csv' | 'json';
      readonly fromOffset: number;
      readonly toOffset: number | null;
    };

/** How many records of each verdict a partition has. */
export type VerdictCounts = { readonly [verdict: string]: number };

/** A pack that was opened: extracted, verified, read only. Gone, with its files, after `evidence.close` or with the lab. */
export type PackView = {
  readonly pack: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** The log directory it was extracted to: what inspector, X-ray and compare read. */
  readonly directory: string;
  readonly writtenBy: string;
  readonly createdAtMs: number;
  readonly clusterId: string;
  /** `turn`: taken from a running lab in one turn. `closed`, `crashed`: from a directory that was, or was not, closed in order. */
  readonly point: 'turn' | 'closed' | 'crashed';
  readonly selection: EvidenceSelection;
  readonly partitions: readonly (EvidencePartition & { readonly verdicts: VerdictCounts })[];
  readonly timeline: {
    readonly events: number;
    readonly firstMs: number | null;
    readonly lastMs: number | null;
    readonly byType: { readonly [type: string]: number };
  };
  readonly frames: { readonly count: number; readonly byApi: { readonly [api: string]: number } };
  readonly scenario: EvidenceScenario | null;
  readonly checks: readonly EvidenceCheck[];
  readonly decided: readonly DecidedTransaction[];
};

/** Where a snapshot is: the running lab, a log directory, or a pack that was opened. */
export type SnapshotRef =
  | { readonly kind: 'lab' }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'pack'; readonly pack: string };

/** One side of a comparison, for one partition. */
export type ComparedPartition = {
  readonly logStartOffset: number;
  readonly lastStableOffset: number;
  readonly logEndOffset: number;
  /** Without those of control batches. */
  readonly records: number;
  /** Of transactions. */
  readonly markers: number;
  readonly sizeBytes: number;
  readonly segments: readonly number[];
};

/** A transaction of one partition whose records have another verdict now. */
export type VerdictChange = {
  readonly producerId: number;
  readonly epoch: number;
  readonly firstOffset: number;
  readonly lastOffset: number;
  readonly records: number;
  readonly from: string;
  readonly to: string;
  readonly markerOffset: number | null;
};

export type EpochChange = {
  readonly producerId: number;
  /** −1: not known on that side. */
  readonly from: number;
  readonly to: number;
};

export type PartitionDifference = {
  readonly topic: string;
  readonly partition: number;
  readonly isInternal: boolean;
  readonly change: 'same' | 'changed' | 'added' | 'removed';
  readonly a: ComparedPartition | null;
  readonly b: ComparedPartition | null;
  /** Records of b that a does not have, markers included; and the other way round. */
  readonly recordsAdded: number;
  readonly recordsRemoved: number;
  /** Records at one offset with other bytes on each side: no later state of the same log. */
  readonly recordsAltered: number;
  readonly verdicts: readonly VerdictChange[];
  readonly epochs: readonly EpochChange[];
  readonly segmentsAdded: readonly number[];
  readonly segmentsRemoved: readonly number[];
};

/** What __transaction_state says of one id on each side; null where it says nothing. */
export type TransactionalIdDifference = {
  readonly transactionalId: string;
  readonly a: { readonly state: string; readonly producerId: number; readonly epoch: number } | null;
  readonly b: { readonly state: string; readonly producerId: number; readonly epoch: number } | null;
};

/** Two snapshots compared. Differences come first; lists are cut to what a person reads, the totals count everything. */
export type CompareView = {
  readonly a: { readonly label: string };
  readonly b: { readonly label: string };
  /** `unknown`: one of them at least does not say (it lacks `meta.properties`). */
  readonly cluster: 'same' | 'different' | 'unknown';
  readonly partitions: readonly PartitionDifference[];
  readonly transactionalIds: readonly TransactionalIdDifference[];
  readonly totals: {
    readonly partitionsChanged: number;
    readonly recordsAdded: number;
    readonly recordsRemoved: number;
    readonly recordsAltered: number;
    readonly verdictsChanged: number;
    readonly epochsRaised: number;
    readonly segmentsRemoved: number;
  };
};
