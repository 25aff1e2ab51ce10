/** The selected object as the lab describes it now: found in what the window has, or asked for. */
import type { BatchView, LaneView } from '#core/lab-api/views.ts';
import { tellsAround } from './batch-slices.ts';
import type { LabSession } from './lab-session.svelte.ts';
import { isSameTransaction, type PlacedBatch } from './links.ts';
import { isSamePartition, logSourceOf, type PartitionRef } from './log-source.ts';
import type { Logs } from './logs.svelte.ts';
import type { Selected, Selection } from './selection.svelte.ts';
import type { Theatre } from './theatre.svelte.ts';

/** Records of a large batch that are known on either side of the selected one. */
const RECORDS_BESIDE = 30;

type BatchRef = Extract<Selected, { kind: 'batch' }>;

export class Inspected {
  readonly #session: LabSession;
  readonly #selection: Selection;
  readonly #theatre: Theatre;
  readonly #logs: Logs;
  /** The selected batch as a list had it last, or as it was when asked for: it stays when the lists have moved on. */
  #seen: PlacedBatch | null = $state.raw(null);
  /** Key of the batch that was asked for and does not exist. */
  #missing: string | null = $state(null);

  constructor(session: LabSession, selection: Selection, theatre: Theatre, logs: Logs) {
    this.#session = session;
    this.#selection = selection;
    this.#theatre = theatre;
    this.#logs = logs;
    // As long as the window lives.
    $effect.root(() => {
      $effect(() => {
        if (this.#listed !== null) this.#seen = this.#listed;
      });
    });
  }

  readonly #listed: PlacedBatch | null = $derived.by(() => {
    const selected = this.#selection.current;
    const batch = selected?.kind === 'batch' ? this.#findBatch(selected) : null;
    return selected?.kind === 'batch' && batch !== null ? placed(selected, batch) : null;
  });

  /** The selected batch; null when something else is selected, it is not read yet, or it is gone. */
  readonly batch: PlacedBatch | null = $derived.by(() => {
    const selected = this.#selection.current;
    if (selected?.kind !== 'batch') return null;
    if (this.#listed !== null) return this.#listed;
    const seen = this.#seen;
    return seen !== null && isAt(selected, seen) ? seen : null;
  });

  /** True when the selected batch was asked for and is not there. */
  readonly isGone: boolean = $derived.by(() => {
    const selected = this.#selection.current;
    return selected?.kind === 'batch' && this.batch === null && this.#missing === refKey(selected);
  });

  /** True for the other batches of the selected one's transaction. */
  isLinked(place: PartitionRef, batch: BatchView): boolean {
    const selected = this.batch;
    if (selected === null || selected.opened !== place.opened || this.isSelected(place, batch)) return false;
    // Of files that somebody else wrote, nothing says that an epoch served one transaction only.
    const isVersion2 = selected.opened === undefined && this.#session.lab?.transactionVersion === 2;
    return isSameTransaction(selected, { ...place, batch }, isVersion2);
  }

  isSelected(place: PartitionRef, batch: BatchView): boolean {
    const selected = this.#selection.current;
    return selected?.kind === 'batch' && isAt(selected, { ...place, batch });
  }

  /** The selected batch when no list has it: another object when an open transaction may have ended meanwhile. */
  readonly sought: { readonly ref: BatchRef; readonly lastStableOffset: number | undefined } | null =
    $derived.by(() => {
      const ref = this.#selection.current;
      if (ref?.kind !== 'batch' || this.#listed !== null) return null;
      return { ref, lastStableOffset: this.#logs.partition?.lastStableOffset };
    });

  /** Asks for a batch that is not known, that was open when it was seen last, or of which other records were seen. */
  async fetch(ref: BatchRef): Promise<void> {
    const { batch } = this;
    const isKnown = (one: BatchView) => one.verdict !== 'open' && tellsOf(one, ref);
    if (batch === null ? this.#missing === refKey(ref) : isKnown(batch.batch)) return;
    const log = logSourceOf(this.#session, ref);
    const read = await log.batches({
      fromOffset: Math.max(ref.baseOffset, ref.offset - RECORDS_BESIDE),
      direction: 'up',
      recordsMax: 2 * RECORDS_BESIDE + 1,
    });
    const found = read.find((one) => one.baseOffset === ref.baseOffset);
    if (found === undefined) this.#missing = refKey(ref);
    else this.#seen = placed(ref, found);
  }

  #findBatch(ref: BatchRef): BatchView | null {
    const lane: LaneView | undefined = this.#theatre.lanes.value.find((one) => isSamePartition(one, ref));
    const { open } = this.#logs;
    const isOpen = open !== null && isSamePartition(open, ref);
    const known = [...(lane?.batches ?? []), ...(isOpen ? this.#logs.batches : [])];
    // Where batches alone are listed, or other records of them, those have to be asked for.
    const isComplete = (batch: BatchView) =>
      batch.recordCount === 0 || batch.marker !== null || (batch.records.length > 0 && tellsOf(batch, ref));
    return known.find((batch) => batch.baseOffset === ref.baseOffset && isComplete(batch)) ?? null;
  }
}

function tellsOf(batch: BatchView, { offset }: BatchRef): boolean {
  return tellsAround(batch, offset, RECORDS_BESIDE);
}

function refKey(ref: BatchRef): string {
  return `${ref.opened ?? ''} ${ref.topic}-${ref.partition}@${ref.baseOffset}`;
}

function placed({ topic, partition, opened }: BatchRef, batch: BatchView): PlacedBatch {
  return { topic, partition, opened, batch };
}

function isAt(ref: BatchRef, place: PlacedBatch): boolean {
  return isSamePartition(ref, place) && ref.baseOffset === place.batch.baseOffset;
}
