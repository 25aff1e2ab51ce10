import type { GlyphName } from '../drawings/glyphs/glyph-name.ts';

/** What a toast says. Never for errors that need an answer. */
export interface ToastView {
  readonly id: string;
  readonly glyph: GlyphName;
  readonly title: string;
  readonly text?: string | undefined;
  readonly action?: { readonly label: string; readonly onSelect: () => void } | undefined;
}
