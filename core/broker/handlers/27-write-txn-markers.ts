/**
 * WriteTxnMarkers (27), v1 and v2: ends a transaction on its partitions. This broker's coordinator writes its markers without the
 * wire; here it is for administrators who end a hanging transaction (KIP-664). v2 says the transaction version, under which a
 * marker must bring a greater epoch.
 */
import { groupBy } from '#core/base/group-by.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { WriteTxnMarkers } from '#core/protocol/messages/27-write-txn-markers.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';

/** One partition of one marker, and what became of it. */
interface Written {
  readonly producerId: number;
  readonly topic: string;
  readonly partition: number;
  readonly error: ErrorName;
}

export const writeTxnMarkers = serve(WriteTxnMarkers, handle);

function handle(
  { markers }: RequestOf<typeof WriteTxnMarkers>,
  { services }: RequestContext,
): ResponseInit<typeof WriteTxnMarkers> {
  const written = markers.flatMap((marker): Written[] => {
    const { producerId, producerEpoch, transactionResult, coordinatorEpoch, transactionVersion } = marker;
    const partitions = marker.topics.flatMap(({ name, partitionIndexes }) =>
      partitionIndexes.map((partition) => ({ topic: name, partition })),
    );
    const [errors] = services.markers.writeMarkers([
      {
        producerId,
        producerEpoch,
        commit: transactionResult,
        coordinatorEpoch,
        transactionVersion,
        partitions,
      },
    ]);
    return partitions.map((place, i) => ({
      producerId,
      ...place,
      error: errors?.[i] ?? 'UNKNOWN_SERVER_ERROR',
    }));
  });
  // One entry a producer id, however many of its transactions are ended.
  const byProducer = groupBy(written, ({ producerId }) => producerId);
  const producerIds = new Set(markers.map(({ producerId }) => producerId));
  return {
    markers: [...producerIds].map((producerId) => ({
      producerId,
      topics: topicsOf(byProducer.get(producerId) ?? []),
    })),
  };
}

function topicsOf(written: readonly Written[]) {
  return [...groupBy(written, ({ topic }) => topic)].map(([name, entries]) => ({
    name,
    partitions: entries.map(({ partition, error }) => ({
      partitionIndex: partition,
      errorCode: errorCode(error),
    })),
  }));
}
