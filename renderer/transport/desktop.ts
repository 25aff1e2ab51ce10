/** What the desktop application's preload offers beyond the port; a browser has none of it. */

export interface Desktop {
  /** Path of a file that was dropped or chosen; empty when it has none. */
  readonly pathOf: (file: File) => string;
  /** The system's own dialog; null when the person closed it. */
  readonly choosePath: (kind: 'file' | 'directory') => Promise<string | null>;
  /** Where a new file goes; null when the person closed the dialog. */
  readonly chooseTarget: (name: string) => Promise<string | null>;
  /** Hears of a path that the menu, the system or another start wants opened. */
  readonly onOpen: (listener: (path: string) => void) => void;
  /** Menu and dialogs speak the language of the window. */
  readonly setLanguage: (language: 'en' | 'ko') => void;
}

declare global {
  interface Window {
    readonly fencepost?: Desktop;
  }
}

export const desktop: Desktop | undefined = globalThis.window?.fencepost;
