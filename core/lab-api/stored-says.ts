/** What a record of an internal topic says, in words. The window has a sentence for each in every language, under `stored.…`. */
export type StoredSay =
  | 'key.transaction'
  | 'key.offset'
  | 'key.group'
  | 'key.groupRecord'
  | 'key.memberRecord'
  | 'key.pattern'
  | 'key.unknownType'
  | 'key.unreadable'
  | 'value.transaction'
  | 'value.offset'
  | 'value.offsetMetadata'
  | 'value.group'
  | 'value.emptyGroup'
  | 'value.fields'
  | 'value.tombstone'
  | 'value.unknownVersion'
  | 'value.unreadable';

/** Its key among the window's messages. */
export type StoredSayKey = `stored.${StoredSay}`;

/** One sentence, and what stands in it. */
export type StoredPhrase = {
  readonly key: StoredSayKey;
  readonly params: { readonly [name: string]: string | number };
};

/** The key and the value of a record in words; a value is null where its key does not say how it is read. */
export type StoredWords = { readonly key: StoredPhrase; readonly value: StoredPhrase | null };

/** A record of an internal topic, decoded. */
export type StoredContents = {
  readonly words: StoredWords;
  /** Indented JSON with the fields of the stored format, 64-bit numbers exact; null where it cannot be read, or is null itself. */
  readonly key: string | null;
  readonly value: string | null;
};
