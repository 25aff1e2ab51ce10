/** Names that lead nowhere but below the folder a pack is extracted to, on every system. */

const NAME_BYTES_MAX = 1024;
const PART_BYTES_MAX = 255;
/** What Windows takes for a device, whatever the extension, and with spaces before it. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)/i;
const CONTROL = /\p{Cc}/u;
/** What nobody sees, or what turns the direction of the rest: a name would look like another one. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const NOT_ON_WINDOWS = /[<>"|?*]/;
/** `logs/` and the folder of a partition. Kafka takes topics that differ in case for two. */
const PARTITION_FOLDER = /^logs\/[A-Za-z0-9._-]+-[0-9]+\//;

/** Why a name is refused, for a sentence that begins with it; undefined when it is fine. */
export function faultOfName(name: string): string | undefined {
  if (name === '') return 'has no name';
  if (Buffer.byteLength(name) > NAME_BYTES_MAX) return `has a name of more than ${NAME_BYTES_MAX} bytes`;
  if (name.includes('�')) return 'has a name that is not UTF-8';
  if (CONTROL.test(name)) return 'has a control character in its name';
  if (UNSEEN.test(name)) return 'has an invisible or directing character in its name';
  if (name.includes('\\')) return 'has a backslash in its name';
  if (name.startsWith('/')) return 'has an absolute name';
  if (/^[a-z]:/i.test(name)) return 'has a name with a drive letter';
  for (const part of name.split('/')) {
    if (part === '..') return 'would lie outside of the pack';
    if (part === '' || part === '.') return 'has an empty part in its name';
    if (Buffer.byteLength(part) > PART_BYTES_MAX) return `has a part of more than ${PART_BYTES_MAX} bytes`;
    if (part.includes(':')) return 'has a colon in its name';
    if (NOT_ON_WINDOWS.test(part)) return 'has a character in its name that Windows does not take';
    if (/[. ]$/.test(part)) return 'has a name that ends with a dot or a space';
    if (DEVICE.test(part)) return 'has the name of a device';
  }
  return undefined;
}

/**
 * The same for two names that some disk takes for one: those of Macs and of Windows mind neither case nor how an accent is composed.
 * Only between folders of partitions case counts, as it does for Kafka; a disk that cannot tell them apart is found out when it
 * is written to.
 */
export function nameOnAnyDisk(name: string): string {
  const [folder = ''] = PARTITION_FOLDER.exec(name) ?? [];
  return folder + name.slice(folder.length).normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC');
}
