import type { Random } from '#core/base/random.ts';

/** Kafka's all-zero uuid, in Kafka's text form (base64url, 22 characters): "no topic id". */
export const ZERO_UUID = 'AAAAAAAAAAAAAAAAAAAAAA';

/** The text form of the 16 bytes at `offset`. */
export function uuidFromBytes(bytes: Buffer, offset = 0): string {
  return bytes.toString('base64url', offset, offset + 16);
}

/** @throws {RangeError} when the text is not a 22-character base64url uuid. */
export function uuidToBytes(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== 16) throw new RangeError(`not a uuid: ${text}`);
  return bytes;
}

/** A random uuid (version 4) in text form. As Kafka's, none begins with `-`, which would be hard to type. */
export function randomUuid(random: Random): string {
  const bytes = random.nextBytes(16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const id = uuidFromBytes(bytes);
  return id.startsWith('-') ? randomUuid(random) : id;
}
