/** How keys, values and header values are shown: text where it is text, else hexadecimal; cut to what fits a line. */
import { isUtf8 } from '#core/base/utf8.ts';

const TEXT_MAX = 64;
const HEX_BYTES_MAX = 32;

function hasControlCharacter(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte < 0x20 || byte === 0x7f) return true;
  return false;
}

/**
 * Null stays null. Valid UTF-8 without control characters, and not looking like `0x…`, is shown as text of at most 64 code points;
 * everything else as `0x` and at most 32 bytes of lower-case hexadecimal. `…` marks what was cut.
 */
export function preview(bytes: Buffer | null): string | null {
  if (bytes === null) return null;
  if (isUtf8(bytes) && !hasControlCharacter(bytes)) {
    const text = bytes.toString('utf8');
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
