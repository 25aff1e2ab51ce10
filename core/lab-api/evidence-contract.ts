/** The calls around evidence packs, comparisons and the X-ray: a part of the contract, see contract.ts. */
import { command, query } from './call.ts';
import type {
  CompareView,
  EvidencePart,
  EvidencePiece,
  EvidencePlan,
  EvidenceScenario,
  EvidenceSelection,
  EvidenceWritten,
  PackView,
  SnapshotRef,
} from './evidence-views.ts';
import type { ByteView, Snapshot, TimelineItem } from './views.ts';
import type { XrayTarget, XrayView } from './xray-views.ts';

type Job = { readonly job: string };
type PackRef = { readonly pack: string };
/** Where a file goes: a path of this machine, or null to fetch it in pieces (a browser has no paths). */
type Target = { readonly path: string | null };

export const evidenceContract = {
  /** What would go into a pack, with sizes and checks. Nothing is written. */
  'evidence.plan': query<EvidenceSelection & Target, EvidencePlan>(),
  /** Writes a pack of the running lab and verifies it; answers when that is done. */
  'evidence.export': command<
    EvidenceSelection & Target & Job & { readonly scenario: EvidenceScenario | null },
    EvidenceWritten
  >(),
  /** Writes a partition, a segment or records as a file of their own: of the running lab, or of what is opened as `opened`. */
  'evidence.save': command<
    {
      readonly topic: string;
      readonly partition: number;
      readonly opened?: string | undefined;
      readonly part: EvidencePart;
    } & Target &
      Job,
    EvidenceWritten
  >(),
  /** Ends a job. Unknown ones are over already: false. */
  'evidence.cancel': command<Job, { readonly wasRunning: boolean }>(),

  /** A piece of a file that waits to be fetched. */
  'evidence.fetch': query<{ readonly download: string; readonly position: number }, EvidencePiece>(),
  /** Lets the file go, also one that was being handed over; those of a lab that ends go by themselves. */
  'evidence.fetched': command<{ readonly download: string }, null>(),
  /** Begins to hand over a file the window has and this machine's disk does not: `evidence.receivePiece` follows, in order. */
  'evidence.receive': command<
    { readonly name: string; readonly sizeBytes: number },
    { readonly upload: string }
  >(),
  'evidence.receivePiece': command<
    { readonly upload: string; readonly position: number; readonly base64: string },
    { readonly receivedBytes: number }
  >(),

  /** Opens a pack: verified, extracted to a temporary folder, read only. Either a path or an upload. */
  'evidence.open': command<
    Job & { readonly path: string | null; readonly upload: string | null },
    PackView
  >(),
  'evidence.packs': query<null, readonly PackView[]>(),
  'evidence.close': command<PackRef, null>(),
  /** The timeline of an opened pack, as `timeline.read`. */
  'evidence.timeline': query<PackRef & { readonly sinceSeq: number }, Snapshot<readonly TimelineItem[]>>(),
  /** A frame of an opened pack, as `wire.frameBytes`. */
  'evidence.frameBytes': query<
    PackRef & { readonly frame: number; readonly side: 'request' | 'response' },
    ByteView
  >(),
  /** From a to b: what was added, decided, raised, removed. */
  'evidence.compare': query<Job & { readonly a: SnapshotRef; readonly b: SnapshotRef }, CompareView>(),

  /** The story of a record's, or a transactional id's, transaction, with what is missing. A job: large logs take long. */
  'xray.read': query<Job & { readonly source: SnapshotRef; readonly target: XrayTarget }, XrayView>(),
} as const;
