/** Names that lead nowhere but below the folder a pack is extracted to, on every system. */

const NAME_BYTES_MAX = 1024;
const PART_BYTES_MAX = 255;
/** What Windows takes for a device, whatever the extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/** Why a name is refused, for a sentence that begins with it; undefined when it is fine. */
export function faultOfName(name: string): string | undefined {
  if (name === '') return 'has no name';
  if (Buffer.byteLength(name) > NAME_BYTES_MAX) return `has a name of more than ${NAME_BYTES_MAX} bytes`;
  if (name.includes('�')) return 'has a name that is not UTF-8';
  if (hasControlCharacter(name)) return 'has a control character in its name';
  if (name.includes('\\')) return 'has a backslash in its name';
  if (name.startsWith('/')) return 'has an absolute name';
  if (/^[a-z]:/i.test(name)) return 'has a name with a drive letter';
  for (const part of name.split('/')) {
    if (part === '..') return 'would lie outside of the pack';
    if (part === '' || part === '.') return 'has an empty part in its name';
    if (Buffer.byteLength(part) > PART_BYTES_MAX) return `has a part of more than ${PART_BYTES_MAX} bytes`;
    if (part.includes(':')) return 'has a colon in its name';
    if (/[. ]$/.test(part)) return 'has a name that ends with a dot or a space';
    if (DEVICE.test(part)) return 'has the name of a device';
  }
  return undefined;
}

function hasControlCharacter(name: string): boolean {
  for (const character of name)
    if ((character.codePointAt(0) ?? 0) < 0x20 || character === '\x7f') return true;
  return false;
}
