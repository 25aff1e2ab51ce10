/** The language of the window, and the text every component finds in its context. */
import type { Said } from '#core/lab-api/said.ts';
import { en, type MessageKey } from './en.ts';
import { formatMessage } from './format.ts';
import { ko } from './ko.ts';
import type { MessageParams, Text } from './use-text.svelte.ts';

export type Language = 'en' | 'ko';

const TABLES: { readonly [L in Language]: { readonly [K in MessageKey]: string } } = { en, ko };

/** Messages in the language that `read` gives; markup that uses them is redrawn when it changes. */
export function textOf(read: () => Language): Text {
  const t = (key: MessageKey, params?: MessageParams): string => formatMessage(TABLES[read()][key], params);
  const say = ({ key, params }: Said): string =>
    t(
      key,
      Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value : say(value)]),
      ),
    );
  return {
    get language() {
      return read();
    },
    t,
    say,
  };
}

/** True when the tables have this message; for keys that the lab names. */
export function hasMessage(key: string): key is MessageKey {
  return Object.hasOwn(en, key);
}
