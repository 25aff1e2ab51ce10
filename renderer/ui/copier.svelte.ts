/** Puts text on the clipboard and remembers for 1.2 s which of several things was copied. */
const SHOWN_MS = 1200;

export class Copier {
  #key = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether the thing named `key` was copied just now. */
  isCopied(key: string): boolean {
    return this.#key === key;
  }

  async copy(text: string, key: string): Promise<void> {
    await navigator.clipboard.writeText(text);
    this.#key = key;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#key = null;
    }, SHOWN_MS);
  }
}
