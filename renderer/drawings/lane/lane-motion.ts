/**
 * The three motions of a lane: a record lands, a post is driven in, a refused write touches the fence and falls back. Only what
 * arrives while the lane is seen moves; when more than twenty records arrive within a second, landing is off.
 */
export type Motion = 'land' | 'drive' | 'refuse';

const BURST_RECORDS = 20;
const BURST_MS = 1000;

const MOTIONS: Readonly<
  Record<Motion, { readonly duration: string; readonly easing: string; readonly frames: Keyframe[] }>
> = {
  land: {
    duration: '--ms-3',
    easing: '--ease-out',
    frames: [{ opacity: 0, transform: 'translateY(-8px)' }, {}],
  },
  drive: {
    duration: '--ms-3',
    easing: '--ease-drive',
    frames: [{ opacity: 0, transform: 'translateY(-22px)' }, {}],
  },
  refuse: {
    duration: '--ms-4',
    easing: '--ease-inout',
    frames: [
      { opacity: 0, transform: 'translateX(90px)' },
      { opacity: 1, transform: 'translateX(-10px)', offset: 0.45 },
      { transform: 'translateX(14px)', offset: 0.6 },
      {},
    ],
  },
};

/** A CSS time in milliseconds; 0 for anything else. */
export function parseDuration(css: string): number {
  const value = Number.parseFloat(css);
  if (Number.isNaN(value)) return 0;
  return css.trim().endsWith('ms') ? value : value * 1000;
}

export class LaneMotion {
  #lane: string | undefined;
  #end = 0;
  #freshFrom = Number.POSITIVE_INFINITY;
  #knownRefusals = 0;
  #freshRefusal = false;
  #arrivals: { readonly atMs: number; readonly count: number }[] = [];
  readonly #attachments = new Map<string, (node: Element) => void>();

  /** Called before the lane is drawn again. `nowMs` is any steady clock. */
  observe(lane: {
    readonly name: string;
    readonly logEndOffset: number;
    readonly refusedCount: number;
    readonly nowMs: number;
  }): void {
    const isSame = this.#lane === lane.name && lane.logEndOffset >= this.#end;
    if (!isSame) {
      this.#attachments.clear();
      this.#arrivals = [];
    }
    const count = isSame ? lane.logEndOffset - this.#end : 0;
    if (!isSame) this.#freshFrom = Number.POSITIVE_INFINITY;
    else if (count > 0) this.#freshFrom = this.#end;
    this.#arrivals = this.#arrivals.filter((one) => lane.nowMs - one.atMs < BURST_MS);
    if (count > 0) this.#arrivals.push({ atMs: lane.nowMs, count });
    this.#freshRefusal = isSame && lane.refusedCount > this.#knownRefusals;
    this.#lane = lane.name;
    this.#end = lane.logEndOffset;
    this.#knownRefusals = lane.refusedCount;
  }

  get isBurst(): boolean {
    return this.#arrivals.reduce((sum, one) => sum + one.count, 0) > BURST_RECORDS;
  }

  /** True when an offset arrived with the last change. */
  isFresh(offset: number): boolean {
    return offset >= this.#freshFrom && !this.isBurst;
  }

  /** An attachment that moves its element once, when it is made for something that has just arrived. */
  attachment(motion: Motion, offset: number): (node: Element) => void {
    const key = `${motion}${offset}`;
    let attachment = this.#attachments.get(key);
    if (attachment === undefined) {
      attachment = (node) => {
        const isNew = motion === 'refuse' ? this.#freshRefusal : this.isFresh(offset);
        if (isNew) move(node, motion);
      };
      this.#attachments.set(key, attachment);
    }
    return attachment;
  }
}

interface Pace {
  /** Milliseconds. */
  readonly duration: number;
  readonly easing: string;
}

let paces: ReadonlyMap<Motion, Pace> | undefined;

/**
 * The paces of tokens.css. They are read once, and again when the person turns motion off or on: asking for a style while a lane
 * is being drawn makes the browser work out all of them, every time.
 */
function paceOf(motion: Motion): Pace {
  if (paces === undefined) {
    const style = getComputedStyle(document.documentElement);
    paces = new Map(
      (Object.keys(MOTIONS) as Motion[]).map((one) => {
        const { duration, easing } = MOTIONS[one];
        return [
          one,
          {
            duration: parseDuration(style.getPropertyValue(duration)),
            easing: style.getPropertyValue(easing).trim(),
          },
        ];
      }),
    );
    const forget = (): void => {
      paces = undefined;
    };
    matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', forget, { once: true });
  }
  return paces.get(motion) ?? { duration: 0, easing: 'linear' };
}

function move(node: Element, motion: Motion): void {
  const { duration, easing } = paceOf(motion);
  if (duration > 0) node.animate(MOTIONS[motion].frames, { duration, easing, fill: 'backwards' });
}
