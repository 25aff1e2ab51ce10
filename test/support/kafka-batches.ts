import { readFileSync } from 'node:fs';

/** One batch of a segment that Kafka wrote, as Kafka's own classes read it. */
export interface ExpectedBatch {
  readonly position: number;
  readonly size: number;
  readonly magic: number;
  readonly baseOffset: number;
  readonly lastOffset: number;
  readonly count: number;
  readonly codec: string;
  readonly timestampType: string;
  readonly maxTimestamp: number;
  readonly leaderEpoch: number;
  readonly producerId: number;
  readonly epoch: number;
  readonly sequence: number;
}

/** One record; key, value and header values as previews. */
export interface ExpectedRecord {
  readonly offset: number;
  readonly timestamp: number;
  readonly sequence: number;
  readonly keySize: number;
  readonly valueSize: number;
  readonly key: string | null;
  readonly value: string | null;
  readonly headers: readonly (readonly [string, string | null])[];
}

/** A segment's bytes and what they hold. */
export interface KafkaSegment {
  readonly name: string;
  readonly bytes: Buffer;
  readonly batches: readonly ExpectedBatch[];
  readonly records: readonly ExpectedRecord[];
}

/** The segments of test/fixtures/records/`set`. */
export function kafkaSegments(set: 'plain' | 'old-formats'): KafkaSegment[] {
  const folder = new URL(`../fixtures/records/${set}/`, import.meta.url);
  const expected = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')) as {
    readonly [name: string]: Pick<KafkaSegment, 'batches' | 'records'>;
  };
  return Object.entries(expected).map(([name, { batches, records }]) => ({
    name,
    bytes: readFileSync(new URL(`${name}.log`, folder)),
    batches,
    records,
  }));
}

const TEXT_MAX = 64;
const HEX_MAX = 32;

/** The preview of a key or value as the fixtures write it: text cut to 64 code points, or hexadecimal cut to 32 bytes. */
export function preview(bytes: Buffer | null): string | null {
  if (bytes === null) return null;
  const text = bytes.toString('utf8');
  const isText = Buffer.from(text).equals(bytes) && !text.startsWith('0x') && !/\p{Cc}/u.test(text);
  if (!isText) {
    return `0x${bytes.toString('hex', 0, HEX_MAX)}${bytes.length > HEX_MAX ? '…' : ''}`;
  }
  const points = [...text];
  return points.length > TEXT_MAX ? `${points.slice(0, TEXT_MAX).join('')}…` : text;
}
