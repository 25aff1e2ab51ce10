/** Names of the files of a partition, and what Kafka makes of those that are not as they should be. */

/** The kinds of files that belong to a segment, by suffix. */
export type SegmentFileKind = 'log' | 'index' | 'timeindex' | 'txnindex' | 'snapshot';

/** What the name of a segment's file says. */
export interface SegmentFileName {
  /** Twenty digits. */
  readonly base: string;
  readonly kind: SegmentFileKind;
}

const SEGMENT_FILE = /^([0-9]{20})\.(log|index|timeindex|txnindex|snapshot)$/;
/** What Kafka takes for a file of a segment, and then parses what stands in front of the first dot. */
const TAKEN_FOR_ONE = /\.(log|index|timeindex|txnindex|snapshot|cleaned|swap)$/;
const OFFSET_MAX = '9223372036854775807';
const DIGITS = 20;

/** True when twenty digits are more than a Java long holds. */
export function isBeyondOffsets(base: string): boolean {
  return base > OFFSET_MAX.padStart(DIGITS, '0');
}

/** Undefined for a name that is none of a segment's. */
export function segmentFileName(name: string): SegmentFileName | undefined {
  const [, base, kind] = SEGMENT_FILE.exec(name) ?? [];
  if (base === undefined || isBeyondOffsets(base)) return undefined;
  return { base, kind: kind as SegmentFileKind };
}

/**
 * What Kafka does with a file whose name it takes for a segment's although it has not twenty digits, as a clause; undefined for other
 * names. Tried with Kafka 4.3.1. (source: LogLoader.loadSegmentFiles, LogFileUtils.offsetFromFileName)
 */
export function nameFault(name: string): string | undefined {
  const kind = TAKEN_FOR_ONE.exec(name)?.[1];
  if (kind === undefined || segmentFileName(name) !== undefined) return undefined;
  const offset = javaLong(name.slice(0, name.indexOf('.')));
  if (offset === undefined)
    return 'its name does not begin with an offset: Kafka ends with a NumberFormatException and does not start';
  // A snapshot is read under any name that is an offset; what the cleaner left is removed or put in place.
  if (kind === 'snapshot' || kind === 'cleaned' || kind === 'swap') return undefined;
  if (kind !== 'log') return `its name has not ${DIGITS} digits: Kafka does not read it`;
  const proper = properName(offset);
  return proper === name
    ? `Kafka takes it for a segment at offset ${offset}, before every offset there can be`
    : `Kafka takes it for offset ${offset}, does not read it and makes an empty ${proper}`;
}

/** As Java's Long.parseLong, for the digits of ASCII. */
function javaLong(text: string): bigint | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) return undefined;
  const value = BigInt(text.replace('+', ''));
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

function properName(offset: bigint): string {
  const digits = String(offset < 0n ? -offset : offset).padStart(DIGITS, '0');
  return `${offset < 0n ? '-' : ''}${digits}.log`;
}
