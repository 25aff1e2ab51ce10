/** The language of the window, and the text every component finds in its context. */
import { en, type MessageKey } from './en.ts';
import { formatMessage } from './format.ts';
import { ko } from './ko.ts';
import type { MessageParams, Text } from './use-text.svelte.ts';

export type Language = 'en' | 'ko';

const TABLES: { readonly [L in Language]: { readonly [K in MessageKey]: string } } = { en, ko };

/** Messages in the language that `read` gives; markup that uses them is redrawn when it changes. */
export function textOf(read: () => Language): Text {
  return {
    get language() {
      return read();
    },
    t: (key: MessageKey, params?: MessageParams) => formatMessage(TABLES[read()][key], params),
  };
}

/** True when the tables have this message; for keys that the lab names. */
export function hasMessage(key: string): key is MessageKey {
  return Object.hasOwn(en, key);
}
