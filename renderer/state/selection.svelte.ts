/** The one selected object of the window, what is pointed at, and the way back to what was selected before. */
import type { ClaimId } from '#core/lab-api/scenario-views.ts';
import type { FrameView, TimelineItem } from '#core/lab-api/views.ts';

export type StateItem = Extract<TimelineItem, { kind: 'state' }>;

export type Selected =
  | { readonly kind: 'process'; readonly process: string }
  | { readonly kind: 'claim'; readonly claim: ClaimId }
  | { readonly kind: 'frame'; readonly frame: FrameView }
  | { readonly kind: 'state'; readonly state: StateItem }
  | { readonly kind: 'transaction'; readonly transactionalId: string }
  | {
      readonly kind: 'batch';
      readonly topic: string;
      readonly partition: number;
      /** Id of what was opened; left out for the lab's own. */
      readonly opened?: string | undefined;
      readonly baseOffset: number;
      /** The record pointed at; the base offset of a marker. */
      readonly offset: number;
    }
  | { readonly kind: 'pack'; readonly pack: string }
  /** A fact of the X-ray that is open. */
  | { readonly kind: 'xrayNode'; readonly node: string }
  | { readonly kind: 'refusal'; readonly topic: string; readonly partition: number; readonly atMs: number }
  | {
      readonly kind: 'rung';
      readonly transactionalId: string;
      readonly producerId: number;
      readonly epoch: number;
    };

const HISTORY_MAX = 100;

/** Equal for the same object, however it was selected. */
export function keyOf(selected: Selected): string {
  switch (selected.kind) {
    case 'process':
      return `process ${selected.process}`;
    case 'claim':
      return `claim ${selected.claim}`;
    case 'frame':
      return `frame ${selected.frame.frame}`;
    case 'state':
      return `state ${selected.state.id}`;
    case 'transaction':
      return `transaction ${selected.transactionalId}`;
    case 'batch':
      return `batch ${selected.opened ?? ''} ${selected.topic}-${selected.partition} ${selected.baseOffset}`;
    case 'xrayNode':
      return `xray ${selected.node}`;
    case 'pack':
      return `pack ${selected.pack}`;
    case 'refusal':
      return `refusal ${selected.topic}-${selected.partition} ${selected.atMs}`;
    case 'rung':
      return `rung ${selected.transactionalId} ${selected.producerId} ${selected.epoch}`;
  }
}

export class Selection {
  current: Selected | null = $state.raw(null);
  hovered: Selected | null = $state.raw(null);
  #history: readonly Selected[] = $state.raw([]);
  #at = $state(-1);

  get canGoBack(): boolean {
    return this.#at > 0;
  }

  get canGoForward(): boolean {
    return this.#at < this.#history.length - 1;
  }

  select(selected: Selected): void {
    const isSame = this.current !== null && keyOf(this.current) === keyOf(selected);
    this.current = selected;
    if (isSame) return;
    this.#history = [...this.#history.slice(0, this.#at + 1), selected].slice(-HISTORY_MAX);
    this.#at = this.#history.length - 1;
  }

  clear(): void {
    this.current = null;
  }

  /** Drops what is no longer there, also from the way back. */
  forget(isGone: (selected: Selected) => boolean): void {
    const { current } = this;
    if (current !== null && isGone(current)) this.current = null;
    this.#at -= this.#history.slice(0, this.#at + 1).filter(isGone).length;
    this.#history = this.#history.filter((one) => !isGone(one));
  }

  back(): void {
    if (this.canGoBack) this.#goTo(this.#at - 1);
  }

  forward(): void {
    if (this.canGoForward) this.#goTo(this.#at + 1);
  }

  #goTo(at: number): void {
    this.#at = at;
    this.current = this.#history[at] ?? null;
  }
}
