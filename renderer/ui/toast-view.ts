import type { LabFailure } from '#core/lab-api/views.ts';
import type { GlyphName } from '../drawings/glyphs/glyph-name.ts';
import type { MessageKey } from '../text/en.ts';

/** What a toast says. Never for errors that need an answer. */
export interface ToastView {
  readonly id: string;
  readonly glyph: GlyphName;
  readonly title: string;
  /** Said instead of `title`, in the language of the window. */
  readonly titleKey?: MessageKey;
  /** Said instead of `title` and `text`, in the language of the window. */
  readonly failure?: Pick<LabFailure, 'says'>;
  readonly text?: string | undefined;
  readonly action?: { readonly label: string; readonly onSelect: () => void } | undefined;
}
