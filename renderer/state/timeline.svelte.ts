/** Everything that happened, oldest first, read on from the newest event the window has. */
import type { FrameView, TimelineItem } from '#core/lab-api/views.ts';
import type { LabSession } from './lab-session.svelte.ts';

/** One answer carries at most so many items; a full one means there are more. */
const ANSWER_ITEMS = 5000;
/** What the window keeps; older items stay in the lab. */
const ITEMS_MAX = 20_000;
const READ_EVERY_MS = 80;

export class Timeline {
  items: readonly TimelineItem[] = $state.raw([]);
  /** Number of the newest event that is included. */
  seq = 0;

  readonly #session: LabSession;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReading = false;
  #isStale = false;

  constructor(session: LabSession) {
    this.#session = session;
  }

  /** The newest exchanges that are wanted, newest last. */
  lastFrames(count: number, untilMs: number, isWanted: (frame: FrameView) => boolean): readonly FrameView[] {
    const frames: FrameView[] = [];
    for (let i = this.items.length - 1; i >= 0 && frames.length < count; i--) {
      const item = this.items[i];
      if (item?.kind === 'frame' && item.atMs <= untilMs && isWanted(item.frame)) frames.unshift(item.frame);
    }
    return frames;
  }

  touch(): void {
    this.#isStale = true;
    if (this.#timer !== undefined || this.#isReading) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#readOn();
    }, READ_EVERY_MS);
  }

  /** Reads everything anew. */
  async reload(): Promise<number> {
    this.seq = 0;
    this.items = [];
    await this.#readOn();
    return this.seq;
  }

  async #readOn(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    this.#isStale = false;
    try {
      let isMore = true;
      while (isMore) {
        const answer = await this.#session.call('timeline.read', { sinceSeq: this.seq });
        isMore = answer.value.length >= ANSWER_ITEMS;
        // A full answer ends at its last item; what came after it is asked for next.
        this.seq = isMore ? (answer.value.at(-1)?.seq ?? answer.seq) : answer.seq;
        if (answer.value.length > 0) this.items = [...this.items, ...answer.value].slice(-ITEMS_MAX);
      }
    } catch {
      this.#isStale = false;
    } finally {
      this.#isReading = false;
    }
    if (this.#isStale) this.touch();
  }
}
