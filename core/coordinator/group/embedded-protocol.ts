/**
 * What consumers of the classic protocol tell each other through JoinGroup and SyncGroup. The broker reads it to know which topics a
 * group reads, and to turn a group into one of the consumer protocol and back. (source: ConsumerProtocol)
 */
import { DecodeError } from '#core/protocol/reader.ts';
import type { StoredDefinition, StoredOf } from '#core/protocol/schema/api.ts';
import { decodeStored, encodeStored } from '#core/protocol/schema/codec.ts';
import {
  ConsumerProtocolAssignment,
  ConsumerProtocolSubscription,
} from '#core/protocol/stored/consumer-protocol.ts';

const VERSION_BYTES = 2;

export type Subscription = StoredOf<typeof ConsumerProtocolSubscription>;
export type EmbeddedAssignment = StoredOf<typeof ConsumerProtocolAssignment>;

/** Undefined when the bytes do not parse. Versions that are newer than the newest known are read as that one. */
export function readSubscription(bytes: Buffer): Subscription | undefined {
  return read(ConsumerProtocolSubscription, bytes);
}

/** As `readSubscription`. */
export function readEmbeddedAssignment(bytes: Buffer): EmbeddedAssignment | undefined {
  return read(ConsumerProtocolAssignment, bytes);
}

/** The topics of a subscription of whatever version: they stand first. Undefined when the bytes do not parse. */
export function readSubscribedTopics(bytes: Buffer): readonly string[] | undefined {
  return read(ConsumerProtocolSubscription, bytes, 0)?.topics;
}

/** An assignment in the version in which the member wrote its subscription. */
export function writeEmbeddedAssignment(
  subscription: Buffer,
  assignedPartitions: EmbeddedAssignment['assignedPartitions'],
): Buffer {
  const [, newest] = ConsumerProtocolAssignment.versions;
  const version = Math.min(subscription.readInt16BE(0), newest);
  return encodeStored(ConsumerProtocolAssignment, version, { assignedPartitions });
}

function read<D extends StoredDefinition>(
  definition: D,
  bytes: Buffer,
  versionMax: number = definition.versions[1],
): StoredOf<D> | undefined {
  if (bytes.length < VERSION_BYTES) return undefined;
  const copy = Buffer.from(bytes);
  copy.writeInt16BE(Math.min(copy.readInt16BE(0), versionMax), 0);
  try {
    return decodeStored(definition, copy).value;
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}
