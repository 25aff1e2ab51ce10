/**
 * The keyboard of the whole window. Single letters act only where no text is typed and no dialog is open; Space always does the
 * story's next step, except on a control that was reached with Tab.
 */
import { AREAS } from './areas.ts';
import type { LabWindow } from './lab-window.svelte.ts';
import { neighbourOf, selectedOf } from './timeline-links.ts';

/** Focus order of the window; F6 goes through it. */
const REGIONS = '[data-region]';
const FOCUSABLE = 'button:not(:disabled):not([tabindex="-1"]), a[href], input:not(:disabled), [tabindex="0"]';
/** Kill needs K twice within this. */
const TWICE_MS = 1000;

type Action = () => void;

export class Keys {
  readonly #window: LabWindow;
  #cameByTab = false;
  #killAtMs = 0;

  constructor(labWindow: LabWindow) {
    this.#window = labWindow;
  }

  /** A pointer means that focus no longer says where the keyboard is. */
  onPointerDown(target: EventTarget | null): void {
    this.#cameByTab = false;
    this.#pausePlay(target);
  }

  onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Tab' || event.key === 'F6') this.#cameByTab = true;
    const action = this.#pausePlay(event.target) ? () => undefined : this.#actionFor(event);
    if (action === undefined) return;
    if (event.key !== 'Tab' && event.key !== 'Escape') event.preventDefault();
    action();
  }

  /** While the story plays, any key or click stops it. */
  #pausePlay(target: EventTarget | null): boolean {
    const { story } = this.#window;
    if (!story.isPlaying) return false;
    if (target instanceof Element && target.closest('[data-play]') !== null) return false;
    story.pause();
    return true;
  }

  #actionFor(event: KeyboardEvent): Action | undefined {
    const { panels, opener } = this.#window;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      return () => panels.turnPalette();
    }
    if (event.key === 'F6') return () => this.#cycleRegions(event.shiftKey ? -1 : 1);
    if (event.altKey && event.key === 'ArrowLeft') return () => this.#window.selection.back();
    if (event.altKey && event.key === 'ArrowRight') return () => this.#window.selection.forward();
    if (event.ctrlKey || event.metaKey || event.altKey || panels.isAnyOpen || opener.isAsking)
      return undefined;
    if (event.target instanceof Element && isTyping(event.target)) return undefined;
    return this.#storyAction(event) ?? this.#plainAction(event);
  }

  #storyAction(event: KeyboardEvent): Action | undefined {
    const { story, theatre, area } = this.#window;
    if (area !== 'theatre' || theatre.mode !== 'story') return undefined;
    const isFree = !(event.target instanceof Element) || !ownsArrows(event.target);
    const isOwn = this.#cameByTab && event.target instanceof Element && ownsSpace(event.target);
    if (event.key === ' ' && !isOwn) return () => void this.#window.doStoryStep();
    if (event.key === 'ArrowLeft' && isFree) return () => story.back();
    if (event.key === 'ArrowRight' && isFree && story.isLookingBack) return () => void story.advance();
    return undefined;
  }

  #plainAction(event: KeyboardEvent): Action | undefined {
    const area = AREAS[Number(event.key) - 1];
    if (area !== undefined) return () => this.#window.goTo(area);
    return event.shiftKey ? this.#shiftedAction(event.key) : this.#letterAction(event.key.toLowerCase());
  }

  #shiftedAction(key: string): Action | undefined {
    const { panels } = this.#window;
    if (key === 'T') return () => panels.turnEventList();
    if (key === '?') return () => panels.openKeys();
    return undefined;
  }

  #letterAction(key: string): Action | undefined {
    const { panels, settings, frame, logs } = this.#window;
    const letters: { [key: string]: Action } = {
      '/': () => this.#focusFilter(),
      '`': () => settings.foldTimeline(!frame.isTimelineFolded),
      '?': () => panels.openKeys(),
      escape: () => this.#escape(),
      x: () => void this.#window.openXray(),
      i: () => settings.hideInspector(!settings.isInspectorHidden),
      p: () => this.#window.frame.turnPresenting(),
      b: () => void this.#window.openSelection(),
      l: () => void this.#window.openLane(),
      '[': () => this.#stepEvent(-1),
      ']': () => this.#stepEvent(1),
    };
    if (this.#window.area === 'logs') letters['o'] = () => logs.turnOrder();
    return letters[key] ?? (this.#window.area === 'theatre' ? this.#processAction(key) : undefined);
  }

  /** Leaves the X-ray, or clears the selection. */
  #escape(): void {
    if (this.#window.xray.isOpen) this.#window.leaveXray();
    else this.#window.selection.clear();
  }

  #processAction(key: string): Action | undefined {
    const { selection, panels, theatre } = this.#window;
    if (key === 'n' && theatre.mode === 'lab') return () => panels.openAddProducer();
    const selected = selection.current;
    if (selected?.kind !== 'process') return undefined;
    const { process } = selected;
    if (key === 'f') return () => void this.#window.processAction(process, 'freeze');
    if (key === 't') return () => void this.#window.processAction(process, 'thaw');
    if (key === 'k') return () => this.#killOnSecond(process);
    return undefined;
  }

  #killOnSecond(process: string): void {
    const nowMs = performance.now();
    if (nowMs - this.#killAtMs < TWICE_MS) void this.#window.processAction(process, 'kill');
    this.#killAtMs = nowMs;
  }

  #stepEvent(step: -1 | 1): void {
    const { timeline, selection } = this.#window;
    const item = neighbourOf(timeline.items, selection.current, step);
    if (item !== null) selection.select(selectedOf(item));
  }

  /** The filter of the list on the stage, or the palette where there is none. */
  #focusFilter(): void {
    const filter = document.querySelector<HTMLInputElement>('[data-filter] input');
    if (filter === null) this.#window.panels.turnPalette();
    else filter.focus();
  }

  #cycleRegions(step: -1 | 1): void {
    const regions = [...document.querySelectorAll<HTMLElement>(REGIONS)];
    const at = regions.findIndex((region) => region.contains(document.activeElement));
    const from = at < 0 && step < 0 ? 0 : at;
    const region = regions[(from + step + regions.length) % regions.length];
    (region?.querySelector<HTMLElement>(FOCUSABLE) ?? region)?.focus();
  }
}

function isTyping(element: Element): boolean {
  return element.closest('input, textarea, select, [contenteditable="true"], [role="combobox"]') !== null;
}

/** Controls that Space belongs to once the keyboard has gone there. */
function ownsSpace(element: Element): boolean {
  return element.closest('button:not([data-primary]), [role="gridcell"], [role="radio"], a') !== null;
}

/** Places where arrow keys walk. */
function ownsArrows(element: Element): boolean {
  return (
    element.closest(
      '[role="grid"], [role="radiogroup"], [role="tablist"], [role="separator"], table, nav',
    ) !== null
  );
}
