/** What the size of the window asks of its layout: widths of the edges, density, and what has to give way. */
import type { Area } from './areas.ts';
import { INSPECTOR_WIDTH, type Settings, TIMELINE_HEIGHT_MIN } from './settings.svelte.ts';

export type Density = 'compact' | 'normal' | 'roomy';

/** Below this width the inspector covers the stage and the rail has icons only. */
const NARROW = 1100;
const TIMELINE_FOLDED = 32;
const TIMELINE_SHARE_MAX = 0.5;
/** Presenter mode draws everything larger by this. */
export const PRESENTER_ZOOM = 1.3;

export class FrameSize {
  width = $state(innerWidth);
  height = $state(innerHeight);
  isPresenting = $state(false);
  /** The X-ray is a timeline itself: while it is on the stage, the other one is folded. */
  isXrayShown = $state(false);

  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Follows the window; returns what stops it. */
  follow(): () => void {
    const resized = (): void => {
      this.width = innerWidth;
      this.height = innerHeight;
    };
    addEventListener('resize', resized);
    return () => removeEventListener('resize', resized);
  }

  readonly zoom = $derived(this.isPresenting ? PRESENTER_ZOOM : 1);
  readonly isNarrow = $derived(this.width / this.zoom < NARROW);

  readonly density: Density = $derived.by(() => {
    const height = this.height / this.zoom;
    if (height < 860 || this.isNarrow) return 'compact';
    return height > 1000 && this.width / this.zoom >= 1600 ? 'roomy' : 'normal';
  });

  readonly railWidth = $derived(this.isNarrow ? 56 : this.width / this.zoom <= 1360 ? 72 : 76);

  /** Width of the inspector, 0 when it is hidden. */
  inspectorWidth(area: Area): number {
    if (this.#settings.isInspectorHidden || this.isPresenting) return 0;
    return this.#settings.inspectorWidth(area) ?? this.#inspectorDefault();
  }

  /** Height of the timeline with its head. */
  timelineHeight(area: Area): number {
    if (this.isTimelineFolded) return TIMELINE_FOLDED;
    return this.#settings.timelineHeight(area) ?? this.#timelineDefault();
  }

  get isTimelineFolded(): boolean {
    return this.isPresenting || this.isXrayShown || (this.#settings.isTimelineFolded ?? this.isNarrow);
  }

  turnPresenting(): void {
    this.isPresenting = !this.isPresenting;
  }

  dragInspector(area: Area, width: number): void {
    const { min, max } = INSPECTOR_WIDTH;
    this.#settings.setInspectorWidth(area, Math.round(Math.min(max, Math.max(min, width))));
  }

  dragTimeline(area: Area, height: number): void {
    const max = (this.height / this.zoom) * TIMELINE_SHARE_MAX;
    this.#settings.setTimelineHeight(area, Math.round(Math.min(max, Math.max(TIMELINE_HEIGHT_MIN, height))));
  }

  #inspectorDefault(): number {
    const width = this.width / this.zoom;
    if (width <= 1360) return 288;
    return this.density === 'roomy' ? 400 : 336;
  }

  #timelineDefault(): number {
    return { compact: 136, normal: 168, roomy: 208 }[this.density];
  }
}
