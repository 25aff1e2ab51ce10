const decoder = new TextDecoder('utf-8', { fatal: true });

/** True when the bytes are valid UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** With the flag u, halves of pairs that stand alone. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * `text` as it is after a Java program has encoded it: half a surrogate pair becomes `?`, where JavaScript would write U+FFFD.
 * (source: String.getBytes, as StringSerializer, record headers and the strings of requests use it)
 */
export function asJavaEncodes(text: string): string {
  return text.isWellFormed() ? text : text.replace(LONE_SURROGATE, '?');
}

/** The bytes that Java's `getBytes(UTF_8)` gives. */
export function javaUtf8(text: string): Buffer {
  return Buffer.from(asJavaEncodes(text), 'utf8');
}
