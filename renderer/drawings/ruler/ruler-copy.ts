/** What is shown in a byte ruler as text to take away: hex, JSON, or lines with a sentence each. */
import type { VarintBits } from '#core/lab-api/byte-views.ts';
import type { ByteField, ByteView } from '#core/lab-api/views.ts';

export type CopyForm = 'hex' | 'json' | 'text';

/** What is copied: one field, or everything that is shown. */
export interface Copied {
  readonly bytes: ByteView;
  /** Null: everything. */
  readonly field: ByteField | null;
  /** The sentence about a field, in the window's language. */
  readonly say: (field: ByteField) => string;
}

const BYTES_A_LINE = 16;

/** The text for the clipboard. Positions count from the start of the file. */
export function copyText(copied: Copied, form: CopyForm): string {
  if (form === 'hex') return hexText(copied);
  return form === 'json' ? jsonText(copied) : annotatedText(copied);
}

/** The digits of a field's bytes, as far as they are shown. */
export function hexDigits({ hex }: ByteView, { at, size }: Pick<ByteField, 'at' | 'size'>): string {
  return hex.slice(at * 2, (at + size) * 2);
}

function hexOf(view: ByteView, at: number, size: number): string {
  return (hexDigits(view, { at, size }).match(/../g) ?? []).join(' ');
}

function hexText({ bytes, field }: Copied): string {
  if (field !== null) return hexOf(bytes, field.at, field.size);
  const lines: string[] = [];
  for (let at = 0; at < bytes.hex.length / 2; at += BYTES_A_LINE) lines.push(hexOf(bytes, at, BYTES_A_LINE));
  return lines.join('\n');
}

function jsonText({ bytes, field, say }: Copied): string {
  const plain = (one: ByteField) => ({
    name: one.name,
    type: one.type,
    value: one.value,
    position: bytes.position + one.at,
    size: one.size,
    hex: hexOf(bytes, one.at, one.size),
    says: say(one),
  });
  if (field !== null) return JSON.stringify(plain(field), null, 2);
  const { file, position, hex, fields, stop } = bytes;
  const size = hex.length / 2;
  const whole = {
    file,
    position,
    size,
    fields: fields.map(plain),
    ...(stop === null ? {} : { stop: stop.reason }),
  };
  return JSON.stringify(whole, null, 2);
}

/** Columns as in the reference of the formats: position, bytes, field, value; and what it says. */
function annotatedText({ bytes, field, say }: Copied): string {
  const line = (one: ByteField): string => {
    const hex = hexOf(bytes, one.at, Math.min(one.size, BYTES_A_LINE));
    const cut = one.size > BYTES_A_LINE ? ` … ${one.size}` : '';
    const indent = '  '.repeat(one.depth);
    const place = String(bytes.position + one.at).padStart(8);
    return `${place}  ${indent}${one.name}:${one.type} = ${one.value}  [${hex}${cut}]  ${say(one)}`;
  };
  return (field === null ? bytes.fields : [field]).map(line).join('\n');
}

/** The bits of a varint, byte by byte: whether another byte follows, a point, the seven bits. */
export function bitsText({ groups }: VarintBits): string {
  return groups.map((bits, i) => `${i < groups.length - 1 ? 1 : 0}·${bits}`).join(' ');
}
