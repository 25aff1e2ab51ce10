/** The mark that some editors put at the start of a file: as UTF-8 has it, and as it looks to who reads it byte by byte (ISO 8859-1). */
const MARK = /^(?:\ufeff|\u00ef\u00bb\u00bf)/;

/** Whether a key begins with it: `java.util.Properties` takes it for a letter. */
export function startsWithMark(key: string): boolean {
  return MARK.test(key);
}

export function withoutMark(key: string): string {
  return key.replace(MARK, '');
}
