import { defineStored } from '../schema/api.ts';
import { array, bytes, int32, string, struct } from '../schema/field.ts';

/** What a classic consumer tells the group leader, inside JoinGroup. */
export const ConsumerProtocolSubscription = defineStored({
  name: 'ConsumerProtocolSubscription',
  versions: [0, 3],
  shape: struct({
    topics: array(string()),
    userData: bytes({ nullable: true, default: null }),
    ownedPartitions: array(
      struct({
        topic: string(),
        partitions: array(int32()),
      }),
      { since: 1, ignorable: true },
    ),
    generationId: int32({ since: 2, default: -1, ignorable: true }),
    rackId: string({ since: 3, nullable: true, default: null, ignorable: true }),
  }),
});

/** What the group leader assigns, inside SyncGroup. */
export const ConsumerProtocolAssignment = defineStored({
  name: 'ConsumerProtocolAssignment',
  versions: [0, 3],
  shape: struct({
    assignedPartitions: array(
      struct({
        topic: string(),
        partitions: array(int32()),
      }),
    ),
    userData: bytes({ nullable: true, default: null }),
  }),
});
