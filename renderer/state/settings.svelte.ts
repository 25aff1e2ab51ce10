/** What the person chose about the window itself. Kept by the browser, one entry; anything unreadable means the defaults. */
import type { Language } from '../text/messages.svelte.ts';
import type { Area } from './areas.ts';

export type Theme = 'system' | 'dark' | 'light';

const STORAGE_KEY = 'fencepost.window';

/** Bounds of the edges a person can drag, in pixels at 100 %. */
export const INSPECTOR_WIDTH = { min: 264, max: 560 } as const;
export const TIMELINE_HEIGHT_MIN = 96;

interface Saved {
  theme: Theme;
  language: Language;
  /** Null: as the window size asks. */
  isTimelineFolded: boolean | null;
  isInspectorHidden: boolean;
  /** By area; absent: as the window size asks. */
  inspectorWidth: { [area in Area]?: number };
  timelineHeight: { [area in Area]?: number };
}

function defaults(): Saved {
  return {
    theme: 'system',
    language: navigator.language.startsWith('ko') ? 'ko' : 'en',
    isTimelineFolded: null,
    isInspectorHidden: false,
    inspectorWidth: {},
    timelineHeight: {},
  };
}

function read(): Saved {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    return typeof saved === 'object' && saved !== null ? { ...defaults(), ...saved } : defaults();
  } catch {
    return defaults();
  }
}

export class Settings {
  readonly #saved: Saved = $state(read());
  #systemIsDark = $state(matchMedia('(prefers-color-scheme: dark)').matches);

  constructor() {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => {
      this.#systemIsDark = event.matches;
    });
  }

  get theme(): Theme {
    return this.#saved.theme;
  }

  /** The theme that is drawn. */
  get shownTheme(): 'dark' | 'light' {
    if (this.#saved.theme !== 'system') return this.#saved.theme;
    return this.#systemIsDark ? 'dark' : 'light';
  }

  get language(): Language {
    return this.#saved.language;
  }

  get isTimelineFolded(): boolean | null {
    return this.#saved.isTimelineFolded;
  }

  get isInspectorHidden(): boolean {
    return this.#saved.isInspectorHidden;
  }

  /** Turns to the other theme; the one that is not drawn now. */
  turnTheme(): void {
    this.#saved.theme = this.shownTheme === 'dark' ? 'light' : 'dark';
    this.#save();
  }

  setLanguage(language: Language): void {
    this.#saved.language = language;
    this.#save();
  }

  foldTimeline(isFolded: boolean): void {
    this.#saved.isTimelineFolded = isFolded;
    this.#save();
  }

  hideInspector(isHidden: boolean): void {
    this.#saved.isInspectorHidden = isHidden;
    this.#save();
  }

  inspectorWidth(area: Area): number | undefined {
    return this.#saved.inspectorWidth[area];
  }

  timelineHeight(area: Area): number | undefined {
    return this.#saved.timelineHeight[area];
  }

  /** Undefined goes back to what the window size asks. */
  setInspectorWidth(area: Area, width: number | undefined): void {
    if (width === undefined) delete this.#saved.inspectorWidth[area];
    else this.#saved.inspectorWidth[area] = width;
    this.#save();
  }

  setTimelineHeight(area: Area, height: number | undefined): void {
    if (height === undefined) delete this.#saved.timelineHeight[area];
    else this.#saved.timelineHeight[area] = height;
    this.#save();
  }

  #save(): void {
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(this.#saved));
    } catch {
      // A browser that keeps nothing still shows everything; the choice lasts as long as the window.
    }
  }
}
