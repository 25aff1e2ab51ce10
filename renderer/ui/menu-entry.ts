import type { Icon } from './icon.ts';

/** One line of a menu. */
export type MenuEntry =
  | {
      readonly kind?: 'action';
      readonly id: string;
      readonly label: string;
      readonly icon?: Icon | undefined;
      readonly keyHint?: string | undefined;
      readonly isDanger?: boolean;
      readonly disabled?: boolean;
      readonly onSelect: () => void;
    }
  | { readonly kind: 'separator'; readonly id: string };
