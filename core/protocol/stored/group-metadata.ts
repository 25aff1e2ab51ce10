import { defineStored } from '../schema/api.ts';
import { array, bytes, int32, int64, string, struct } from '../schema/field.ts';

/** Key of a classic group in __consumer_offsets: record type 2. */
export const GroupMetadataKey = defineStored({
  name: 'GroupMetadataKey',
  versions: [2, 2],
  shape: struct({
    group: string(),
  }),
});

const memberMetadata = {
  memberId: string(),
  groupInstanceId: string({ since: 3, nullable: true, default: null, ignorable: true }),
  clientId: string(),
  clientHost: string(),
  rebalanceTimeout: int32({ since: 1, default: -1, ignorable: true }),
  sessionTimeout: int32(),
  subscription: bytes(),
  assignment: bytes(),
} as const;

/** A generation of a classic group; a null value deletes the group. */
export const GroupMetadataValue = defineStored({
  name: 'GroupMetadataValue',
  versions: [0, 4],
  flexibleSince: 4,
  shape: struct({
    protocolType: string(),
    generation: int32(),
    protocol: string({ nullable: true }),
    leader: string({ nullable: true }),
    currentStateTimestamp: int64({ since: 2, default: -1, ignorable: true }),
    members: array(struct(memberMetadata)),
  }),
});
