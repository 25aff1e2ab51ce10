import type { StoredPhrase } from '#core/lab-api/stored-says.ts';
import type { RecordView } from '#core/lab-api/views.ts';
import type { Text } from './use-text.svelte.ts';

/** The key or the value of a record as a table has it: of an internal topic in words. Null is null. */
export function sayPart(record: RecordView, part: 'key' | 'value', text: Text): string | null {
  const phrase = record.stored?.[part];
  return phrase ? sayStored(phrase, text) : record[part];
}

/** A phrase about a record of an internal topic, in the language of the window. */
export function sayStored({ key, params }: StoredPhrase, text: Text): string {
  return text.t(key, params);
}
