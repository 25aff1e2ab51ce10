/** The words of the window, reached by every component through context. */
import { getContext, setContext } from 'svelte';
import type { Said } from '#core/lab-api/said.ts';
import type { MessageKey } from './en.ts';

/** Values put in the `{placeholders}` of a message. */
export type MessageParams = { readonly [name: string]: string | number };

/** Looks up one message; reads the chosen language, so templates follow when it changes. */
export type Translate = (key: MessageKey, params?: MessageParams) => string;

export interface Text {
  readonly language: 'en' | 'ko';
  readonly t: Translate;
  /** A sentence of the lab. */
  readonly say: (said: Said) => string;
}

const KEY = Symbol('text');

export function setText(text: Text): void {
  setContext(KEY, text);
}

export function useText(): Text {
  return getContext<Text>(KEY);
}
