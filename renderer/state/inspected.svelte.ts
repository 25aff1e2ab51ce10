/** The selected object as the lab describes it now: found in what the window has, or asked for. */
import type { BatchView, LaneView } from '#core/lab-api/views.ts';
import type { LabSession } from './lab-session.svelte.ts';
import { isSameTransaction, type PlacedBatch } from './links.ts';
import { isSamePartition, logSourceOf, type PartitionRef } from './log-source.ts';
import type { Logs } from './logs.svelte.ts';
import type { Selected, Selection } from './selection.svelte.ts';
import type { Theatre } from './theatre.svelte.ts';

type BatchRef = Extract<Selected, { kind: 'batch' }>;

export class Inspected {
  readonly #session: LabSession;
  readonly #selection: Selection;
  readonly #theatre: Theatre;
  readonly #logs: Logs;
  /** A batch that no list has, as it was when asked for. */
  #fetched: PlacedBatch | null = $state.raw(null);
  /** Key of the batch that was asked for and does not exist. */
  #missing: string | null = $state(null);

  constructor(session: LabSession, selection: Selection, theatre: Theatre, logs: Logs) {
    this.#session = session;
    this.#selection = selection;
    this.#theatre = theatre;
    this.#logs = logs;
  }

  /** The selected batch; null when something else is selected, it is not read yet, or it is gone. */
  readonly batch: PlacedBatch | null = $derived.by(() => {
    const selected = this.#selection.current;
    if (selected?.kind !== 'batch') return null;
    const batch = this.#findBatch(selected);
    if (batch !== null) return placed(selected, batch);
    const fetched = this.#fetched;
    return fetched !== null && isAt(selected, fetched) ? fetched : null;
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

  /** Asks for the selected batch when no list has it. */
  async fetchIfMissing(): Promise<void> {
    const selected = this.#selection.current;
    if (selected?.kind !== 'batch' || this.batch !== null || this.#missing === refKey(selected)) return;
    const log = logSourceOf(this.#session, selected);
    const read = await log.batches({ fromOffset: selected.baseOffset, direction: 'up', recordsMax: 1 });
    const batch = read.find((one) => one.baseOffset === selected.baseOffset);
    if (batch === undefined) this.#missing = refKey(selected);
    else this.#fetched = placed(selected, batch);
  }

  #findBatch(ref: BatchRef): BatchView | null {
    const lane: LaneView | undefined = this.#theatre.lanes.value.find((one) => isSamePartition(one, ref));
    const { open } = this.#logs;
    const isOpen = open !== null && isSamePartition(open, ref);
    const known = [...(lane?.batches ?? []), ...(isOpen ? this.#logs.batches : [])];
    // Where batches alone are listed, their records have to be asked for.
    const isComplete = ({ records, recordCount, marker }: BatchView) =>
      records.length > 0 || recordCount === 0 || marker !== null;
    return known.find((batch) => batch.baseOffset === ref.baseOffset && isComplete(batch)) ?? null;
  }
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
