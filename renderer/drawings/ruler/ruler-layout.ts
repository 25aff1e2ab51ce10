/** Which byte belongs to which field, and how keys move between them. */
import type { ByteField, ByteView } from '#core/lab-api/views.ts';
import { formatBytes } from '../units.ts';

export const BYTES_A_LINE = 16;
const TINTS = 4;
const NO_FIELD = -1;

/** Bytes of a hex string; an odd digit at the end is left out. */
export function hexBytes(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length >> 1);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16);
  }
  return bytes;
}

/** For each byte the index of the innermost field that covers it; −1 for none. Of two equally deep fields the later one wins. */
export function fieldOwners(size: number, fields: readonly ByteField[]): Int32Array {
  const owners = new Int32Array(size).fill(NO_FIELD);
  const depths = new Int32Array(size).fill(NO_FIELD);
  fields.forEach((field, index) => {
    const end = Math.min(size, field.at + field.size);
    for (let at = Math.max(0, field.at); at < end; at++) {
      if (field.depth < (depths[at] ?? NO_FIELD)) continue;
      owners[at] = index;
      depths[at] = field.depth;
    }
  });
  return owners;
}

/**
 * The tint of each field, 1 to 4, cycling in the order of positions so that neighbours differ; 0 for a field that covers no byte of
 * its own. Tints carry no meaning.
 */
export function fieldTints(owners: Int32Array, fieldCount: number): Uint8Array {
  const tints = new Uint8Array(fieldCount);
  let next = 0;
  let last = NO_FIELD;
  for (const owner of owners) {
    if (owner === last || owner === NO_FIELD) continue;
    last = owner;
    if (tints[owner] === 0) tints[owner] = (next++ % TINTS) + 1;
  }
  return tints;
}

/** Bytes that are shown and bytes there are, when not all are shown. */
export function shownPart(bytes: ByteView): { readonly shown: string; readonly whole: string } | undefined {
  const shown = bytes.hex.length / 2;
  if (shown >= bytes.wholeSize) return undefined;
  return { shown: formatBytes(shown), whole: formatBytes(bytes.wholeSize) };
}

/** One byte as hex, two digits. */
export function hexByte(value: number): string {
  return value.toString(16).padStart(2, '0');
}

/** Position of the first byte of a line, hex, six digits or more. */
export function hexOffset(position: number): string {
  return position.toString(16).padStart(6, '0');
}

/** Digits of the widest offset of so many bytes from `position` on. */
export function offsetDigits(position: number, size: number): number {
  return hexOffset(position + Math.max(0, size - 1)).length;
}

/** The character of a byte, a dot for what is none. */
export function byteText(value: number): string {
  return value >= 0x20 && value < 0x7f ? String.fromCharCode(value) : '·';
}

/** `68–69`, or `70`. */
export function fieldPositions(field: ByteField, base: number): string {
  const first = base + field.at;
  return field.size > 1 ? `${first}–${first + field.size - 1}` : String(first);
}

/** The path to a field in front of its own name: `records[0].key.` and `type`. Short of room the path gives way first. */
export function splitName(name: string): { readonly path: string; readonly leaf: string } {
  const element = name.lastIndexOf('].') + 2;
  const end = element > 1 ? Math.max(element, name.lastIndexOf('.') + 1) : 0;
  return { path: name.slice(0, end), leaf: name.slice(end) };
}

/** The last part of a path, which is what a narrow list has room for: `key.` of `records[0].key.`. */
export function pathEnd(path: string): string {
  return path.slice(path.lastIndexOf('.', path.length - 2) + 1);
}

/** The element that a field belongs to: `records[3].`, `[3].`; empty for the fields of a header. */
function elementOf(field: ByteField | undefined): string {
  return /^[^.]*?\[\d+\]\.?/.exec(field?.name ?? '')?.[0] ?? '';
}

/** Whether a field is part of a compressed block, which can be unfolded. */
export function isPacked({ say }: ByteField): boolean {
  return say.key.startsWith('bytes.codec.') || say.key.endsWith('.compressed');
}

/** Fields that say which offset a record has. */
const RECORD_OFFSETS: ReadonlySet<string> = new Set([
  'bytes.record.offsetDelta',
  'bytes.legacy.relativeOffset',
]);

/** The first field of the record at an offset; undefined when none of the fields says that it has this one. */
export function fieldOfRecord(fields: readonly ByteField[], offset: number): number | undefined {
  const at = fields.findIndex(({ value, say: { key, params } }) => {
    if (key === 'bytes.legacy.innerOffset') return value === String(offset);
    return RECORD_OFFSETS.has(key) && params['offset'] === offset;
  });
  return at < 0 ? undefined : firstOfElement(fields, at);
}

function firstOfElement(fields: readonly ByteField[], at: number): number {
  const element = elementOf(fields[at]);
  let first = at;
  while (first > 0 && elementOf(fields[first - 1]) === element) first--;
  return first;
}

/**
 * Where a key leads in the list of fields: up and down, to both ends, by pages of `page` rows, and with left and right from record to
 * record. Undefined when it does nothing here.
 */
export function fieldForKey(
  fields: readonly ByteField[],
  key: string,
  { current, page }: { readonly current: number; readonly page: number },
): number | undefined {
  const last = fields.length - 1;
  const to = (at: number) => Math.max(0, Math.min(last, at));
  switch (key) {
    case 'ArrowDown':
      return to(current + 1);
    case 'ArrowUp':
      return to(current - 1);
    case 'PageDown':
      return to(current + page);
    case 'PageUp':
      return to(current - page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'ArrowRight': {
      const element = elementOf(fields[current]);
      const next = fields.findIndex((field, at) => at > current && elementOf(field) !== element);
      return next < 0 ? to(current) : next;
    }
    case 'ArrowLeft': {
      const first = firstOfElement(fields, to(current));
      return first < current || first === 0 ? first : firstOfElement(fields, first - 1);
    }
    default:
      return undefined;
  }
}

/** Where a key leads the byte cursor; undefined when it does nothing here. */
export function byteForKey(
  current: number,
  key: string,
  { size, perLine }: { readonly size: number; readonly perLine: number },
): number | undefined {
  const to = (at: number) => Math.max(0, Math.min(size - 1, at));
  switch (key) {
    case 'ArrowRight':
      return to(current + 1);
    case 'ArrowLeft':
      return to(current - 1);
    case 'ArrowDown':
      return current + perLine < size ? current + perLine : current;
    case 'ArrowUp':
      return current >= perLine ? current - perLine : current;
    case 'PageDown':
      return to(current + 8 * perLine);
    case 'PageUp':
      return to(current - 8 * perLine);
    case 'Home':
      return 0;
    case 'End':
      return size - 1;
    default:
      return undefined;
  }
}

/** A position as a person types it: decimal, or hex with 0x or a letter in it. Undefined when it is none. */
export function parsePosition(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase();
  if (/^\d+$/.test(trimmed)) return Number(trimmed);
  if (/^(0x)?[0-9a-f]+$/.test(trimmed)) return Number.parseInt(trimmed.replace('0x', ''), 16);
  return undefined;
}
