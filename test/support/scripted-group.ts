/** A log of ten records in each partition of `t`, and what a group has committed: for consumers of a scripted broker. */
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import type { ClientWorld } from './client-world.ts';
import type { Message } from './scripted-broker.ts';

export interface ScriptedGroup {
  /** Offset and leader epoch by partition. */
  readonly committed: Map<number, { readonly offset: number; readonly leaderEpoch: number }>;
}

function batch(baseOffset: number, count: number): Buffer {
  const records = Array.from({ length: count }, (_, i) => ({
    timestamp: 1,
    key: null,
    value: Buffer.from(`${baseOffset + i}`),
  }));
  return buildBatch({ records, baseOffset, partitionLeaderEpoch: 0 });
}

/** Has the broker keep offsets and answer fetches. */
export function scriptGroup({ broker, clock }: ClientWorld): ScriptedGroup {
  const committed: ScriptedGroup['committed'] = new Map();
  broker.on('OffsetCommit', ({ topics }) => ({
    topics: topics.map(({ name, partitions }: Message) => ({
      name,
      partitions: partitions.map(({ partitionIndex, committedOffset, committedLeaderEpoch }: Message) => {
        committed.set(partitionIndex, { offset: committedOffset, leaderEpoch: committedLeaderEpoch });
        return { partitionIndex, errorCode: 0 };
      }),
    })),
  }));
  broker.on('OffsetFetch', ({ groups }) => ({
    groups: groups.map(({ groupId, topics }: Message) => ({
      groupId,
      errorCode: 0,
      topics: topics.map(({ name, partitionIndexes }: Message) => ({
        name,
        partitions: partitionIndexes.map((partitionIndex: number) => ({
          partitionIndex,
          committedOffset: committed.get(partitionIndex)?.offset ?? -1,
          committedLeaderEpoch: committed.get(partitionIndex)?.leaderEpoch ?? -1,
          metadata: '',
          errorCode: 0,
        })),
      })),
    })),
  }));
  broker.on('ListOffsets', ({ topics }) => ({
    topics: topics.map(({ name, partitions }: Message) => ({
      name,
      partitions: partitions.map(({ partitionIndex, timestamp }: Message) => ({
        partitionIndex,
        errorCode: 0,
        offset: timestamp === -2 ? 0 : 10,
      })),
    })),
  }));
  broker.on('OffsetForLeaderEpoch', ({ topics }) => ({
    topics: topics.map(({ topic, partitions }: Message) => ({
      topic,
      partitions: partitions.map(({ partition }: Message) => ({
        partition,
        errorCode: 0,
        leaderEpoch: 0,
        endOffset: 10,
      })),
    })),
  }));
  broker.on('Fetch', ({ topics }) => {
    const asked = topics.flatMap(({ partitions }: Message) => partitions);
    const answer = {
      sessionId: 0,
      responses: topics.map(({ topic, topicId, partitions }: Message) => ({
        topic,
        topicId,
        partitions: partitions.map(({ partition, fetchOffset }: Message) => ({
          partitionIndex: partition,
          errorCode: 0,
          highWatermark: 10,
          lastStableOffset: 10,
          abortedTransactions: null,
          records: fetchOffset < 10 ? batch(0, 10) : Buffer.alloc(0),
        })),
      })),
    };
    const hasData = asked.some(({ fetchOffset }: Message) => fetchOffset < 10);
    return hasData ? answer : new Promise((resolve) => void clock.schedule(500, () => resolve(answer)));
  });
  return { committed };
}
