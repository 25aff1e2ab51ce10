/** A list of buttons as one stop for the keyboard. */
import { rowForKey } from './table-keys.ts';

/** Rows of a page: what is seen of the list is not measured. */
const PAGE = 10;

/**
 * An attachment for the element around the buttons. Tab leads to the one that is shown (`aria-current`), or else the first; arrows,
 * Page Up and Down, Home and End go on from there. What becomes the current one is scrolled to, and when the button that has the
 * keyboard goes away, the one that takes its place gets it.
 */
export function rovingButtons(list: HTMLElement): () => void {
  let focused: HTMLElement | undefined;
  let focusedIndex = 0;
  let current: HTMLElement | undefined;

  const buttons = () => [...list.querySelectorAll<HTMLElement>('button')];
  const currentOf = (all: readonly HTMLElement[]) => all.find((one) => one.ariaCurrent === 'true');

  function settle(all: readonly HTMLElement[]): void {
    const stop = focused ?? currentOf(all) ?? all[0];
    for (const one of all) one.tabIndex = one === stop ? 0 : -1;
  }

  function onFocus({ target }: FocusEvent): void {
    const all = buttons();
    const index = target instanceof HTMLElement ? all.indexOf(target) : -1;
    if (index < 0) return;
    focused = all[index];
    focusedIndex = index;
    settle(all);
  }

  /** Whether the button is only left, or taken away, is known a moment later. */
  async function onBlur({ relatedTarget }: FocusEvent): Promise<void> {
    if (relatedTarget instanceof Node && list.contains(relatedTarget)) return;
    const left = focused;
    await Promise.resolve();
    if (focused !== left) return;
    focused = undefined;
    const all = buttons();
    const hasGone = left?.isConnected === false && list.isConnected;
    if (hasGone && document.activeElement === document.body) {
      all[Math.min(focusedIndex, all.length - 1)]?.focus();
    } else settle(all);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = buttons();
    const from = event.target instanceof HTMLElement ? all.indexOf(event.target) : -1;
    const next =
      from < 0 ? undefined : rowForKey(event.key, { current: from, count: all.length, page: PAGE });
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    all[next]?.focus();
  }

  function onChange(): void {
    const all = buttons();
    settle(all);
    const now = currentOf(all);
    if (now !== current) now?.scrollIntoView({ block: 'nearest' });
    current = now;
  }

  const observer = new MutationObserver(onChange);
  observer.observe(list, { childList: true, subtree: true, attributeFilter: ['aria-current'] });
  list.addEventListener('focusin', onFocus);
  list.addEventListener('focusout', onBlur);
  list.addEventListener('keydown', onKeyDown);
  onChange();
  return () => {
    observer.disconnect();
    list.removeEventListener('focusin', onFocus);
    list.removeEventListener('focusout', onBlur);
    list.removeEventListener('keydown', onKeyDown);
  };
}
