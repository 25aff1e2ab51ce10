import { defineStored } from '../schema/api.ts';
import { array, int16, int32, int64, string, struct, uint16, uuid } from '../schema/field.ts';

const voters = array(struct({ voterId: int32(), voterDirectoryId: uuid({ since: 1 }) }));

/** Value of a LEADER_CHANGE control record, in __cluster_metadata. */
export const LeaderChangeMessage = defineStored({
  name: 'LeaderChangeMessage',
  versions: [0, 1],
  flexibleSince: 0,
  shape: struct({ version: int16(), leaderId: int32(), voters, grantingVoters: voters }),
});

/** First record of a KRaft snapshot. */
export const SnapshotHeaderRecord = defineStored({
  name: 'SnapshotHeaderRecord',
  versions: [0, 0],
  flexibleSince: 0,
  shape: struct({ version: int16(), lastContainedLogTimestamp: int64() }),
});

/** Last record of a KRaft snapshot. */
export const SnapshotFooterRecord = defineStored({
  name: 'SnapshotFooterRecord',
  versions: [0, 0],
  flexibleSince: 0,
  shape: struct({ version: int16() }),
});

/** The kraft.version in force from here on. */
export const KRaftVersionRecord = defineStored({
  name: 'KRaftVersionRecord',
  versions: [0, 0],
  flexibleSince: 0,
  shape: struct({ version: int16(), kRaftVersion: int16() }),
});

/** The voters of the quorum from here on. */
export const VotersRecord = defineStored({
  name: 'VotersRecord',
  versions: [0, 0],
  flexibleSince: 0,
  shape: struct({
    version: int16(),
    voters: array(
      struct({
        voterId: int32(),
        voterDirectoryId: uuid(),
        endpoints: array(struct({ name: string(), host: string(), port: uint16() })),
        kRaftVersionFeature: struct({ minSupportedVersion: int16(), maxSupportedVersion: int16() }),
      }),
    ),
  }),
});
