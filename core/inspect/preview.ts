/** How keys, values and header values are shown: text where it is text, else hexadecimal; cut to what fits a line. */
import { isUtf8 } from '#core/base/utf8.ts';

const TEXT_MAX = 64;
const HEX_BYTES_MAX = 32;
/** As far as a table looks: more than it shows. */
const WHITESPACE_BYTES_MAX = 512;
/** What tells text from bytes: a value of many MiB is not gone through for one line. */
const TOLD_BYTES_MAX = 16 * 1024;
const CONTINUATION_MASK = 0xc0;
const CONTINUATION = 0x80;

function hasControlCharacter(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte < 0x20 || byte === 0x7f) return true;
  return false;
}

/** As much of it as tells whether it is text; no character is cut. */
function beginning(bytes: Buffer): Buffer {
  let end = TOLD_BYTES_MAX;
  if (bytes.length <= end) return bytes;
  while (end > TOLD_BYTES_MAX - 4 && ((bytes[end] as number) & CONTINUATION_MASK) === CONTINUATION) end--;
  return bytes.subarray(0, end);
}

/**
 * Null stays null. Valid UTF-8 without control characters, and not looking like `0x…`, is shown as text of at most 64 code points;
 * everything else as `0x` and at most 32 bytes of lower-case hexadecimal. `…` marks what was cut. The first 16 KiB tell.
 */
export function preview(bytes: Buffer | null): string | null {
  if (bytes === null) return null;
  const told = beginning(bytes);
  if (isUtf8(told) && !hasControlCharacter(told)) {
    const text = told.toString('utf8');
    if (!text.startsWith('0x')) {
      if (text.length <= TEXT_MAX) return text;
      // A code point takes two units at most.
      const points = [...text.slice(0, 2 * TEXT_MAX + 2)];
      return points.length > TEXT_MAX ? `${points.slice(0, TEXT_MAX).join('')}…` : text;
    }
  }
  const hex = bytes.toString('hex', 0, HEX_BYTES_MAX);
  return `0x${hex}${bytes.length > HEX_BYTES_MAX ? '…' : ''}`;
}

const WHITESPACE = /[\t\n\r]/g;
/** U+2400 and on: pictures of control characters. */
const PICTURES = 0x2400;

/** As `preview`, for a table: text with tabs and line ends is text, these drawn as pictures. */
export function tablePreview(bytes: Buffer | null): string | null {
  const start = bytes?.subarray(0, WHITESPACE_BYTES_MAX);
  if (
    bytes === null ||
    start === undefined ||
    !start.some((byte) => byte === 0x09 || byte === 0x0a || byte === 0x0d)
  )
    return preview(bytes);
  if (!isUtf8(beginning(bytes))) return preview(bytes);
  const text = start
    .toString('utf8')
    .replaceAll(WHITESPACE, (one) => String.fromCharCode(PICTURES + one.charCodeAt(0)));
  const points = [...text];
  const drawn = preview(Buffer.from(points.slice(0, TEXT_MAX).join('')));
  const isCut = points.length > TEXT_MAX || bytes.length > start.length;
  if (drawn === null || drawn.startsWith('0x')) return preview(bytes);
  return isCut && !drawn.endsWith('…') ? `${drawn}…` : drawn;
}
