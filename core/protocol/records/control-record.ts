/**
 * Control records: one alone in a control batch, uncompressed.
 *
 *   key    version:int16 = 0   type:int16
 *   value  version:int16 = 0   coordinatorEpoch:int32        (of the two that end transactions)
 *
 * A batch is recognised as a marker by its attributes and never by its size: 78 bytes as written, more once the log cleaner has
 * given it a delete horizon, 61 when it has been emptied. Versions above 0 are read as 0.
 * (source: ControlRecordType, EndTransactionMarker)
 */
import { ByteReader, DecodeError } from '../reader.ts';
import { buildBatch } from './batch-builder.ts';
import { openRecords } from './batch-reader.ts';
import type { RecordBatch } from './record-batch.ts';
import { NONE } from './record-batch.ts';

/** Kafka's names; the index is the number in the key. */
export const CONTROL_TYPES = [
  'ABORT',
  'COMMIT',
  'LEADER_CHANGE',
  'SNAPSHOT_HEADER',
  'SNAPSHOT_FOOTER',
  'KRAFT_VERSION',
  'KRAFT_VOTERS',
] as const;
export type ControlType = (typeof CONTROL_TYPES)[number] | 'UNKNOWN';
/** How a transaction ended. */
export type MarkerType = 'COMMIT' | 'ABORT';

const KEY_SIZE_MIN = 4;
const VALUE_SIZE = 6;

/** What a transaction marker says, and of whom. */
export interface MarkerInit {
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly type: MarkerType;
  readonly coordinatorEpoch: number;
  /** In ms. */
  readonly timestamp: number;
}

/** The control batch that ends a producer's transaction on one partition. */
export function markerBatch(marker: MarkerInit): Buffer {
  const key = Buffer.alloc(KEY_SIZE_MIN);
  key.writeInt16BE(CONTROL_TYPES.indexOf(marker.type), 2);
  const value = Buffer.alloc(VALUE_SIZE);
  value.writeInt32BE(marker.coordinatorEpoch, 2);
  return buildBatch({
    records: [{ timestamp: marker.timestamp, key, value }],
    isControl: true,
    producerState: {
      producerId: marker.producerId,
      producerEpoch: marker.producerEpoch,
      baseSequence: NONE,
      isTransactional: true,
    },
  });
}

/** What the key of a control record says. */
export interface ControlKey {
  readonly version: number;
  /** The number as it stands there; see `name`. */
  readonly type: number;
  readonly name: ControlType;
}

/** @throws {DecodeError} on a key that is null or too short, or has a negative version. */
export function readControlKey(key: Buffer | null): ControlKey {
  if (key === null || key.length < KEY_SIZE_MIN) {
    throw new DecodeError(`control record key of ${key?.length ?? 0} bytes, ${KEY_SIZE_MIN} are needed`, 0);
  }
  const version = key.readInt16BE(0);
  if (version < 0) throw new DecodeError(`control record key of version ${version}`, 0);
  const type = key.readInt16BE(2);
  return { version, type, name: CONTROL_TYPES[type] ?? 'UNKNOWN' };
}

/** The coordinator epoch in the value of an ABORT or COMMIT record. @throws {DecodeError} when it does not parse. */
export function readMarkerValue(value: Buffer | null): number {
  const reader = new ByteReader(value ?? Buffer.alloc(0));
  const version = reader.int16();
  if (version < 0) reader.fail(`marker value of version ${version}`);
  return reader.int32();
}

/** A transaction marker as it is read. */
export interface Marker {
  readonly type: MarkerType;
  readonly coordinatorEpoch: number;
}

/**
 * The marker in the batch; undefined when it is not a control batch, has been emptied by the cleaner, or controls something else.
 * @throws {DecodeError} when the record does not parse.
 */
export function readMarker(batch: RecordBatch): Marker | undefined {
  if (!batch.isControl) return undefined;
  const cursor = openRecords(batch);
  if (!cursor.next()) return undefined;
  const { name } = readControlKey(cursor.key);
  if (name !== 'COMMIT' && name !== 'ABORT') return undefined;
  return { type: name, coordinatorEpoch: readMarkerValue(cursor.value) };
}
