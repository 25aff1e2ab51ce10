/** What is in a record, whole or its beginning. */

import type { StoredContents } from './stored-says.ts';

/** A key, a value or a header as it is, or the beginning of it. */
export type ContentView = {
  /** `hex`: no valid UTF-8; two digits a byte. */
  readonly form: 'text' | 'hex';
  readonly text: string;
  readonly sizeBytes: number;
  readonly shownBytes: number;
};

/** What is in a record; null is null. */
export type RecordContentsView = {
  readonly offset: number;
  readonly key: ContentView | null;
  readonly value: ContentView | null;
  readonly headers: readonly { readonly key: string; readonly value: ContentView | null }[];
  /** Of a record of an internal topic. */
  readonly stored?: StoredContents | undefined;
};
