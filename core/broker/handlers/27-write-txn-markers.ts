/**
 * WriteTxnMarkers (27), v1 and v2: ends a transaction on its partitions. This broker's coordinator writes its markers without the
 * wire; here it is for administrators who end a hanging transaction (KIP-664). v2 says the transaction version, under which a
 * marker must bring a greater epoch while the transaction is open. Without a producer id or epoch (−1) no marker can be made, and
 * Kafka fails over the whole request.
 */
import { groupBy } from '#core/base/group-by.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { WriteTxnMarkers } from '#core/protocol/messages/27-write-txn-markers.ts';
import { NONE } from '#core/protocol/records/record-batch.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import type { Services } from '../services.ts';
import { CONSUMER_OFFSETS } from '../topic-names.ts';

/** One partition of one marker, and what became of it. */
interface Written {
  readonly producerId: number;
  readonly topic: string;
  readonly partition: number;
  readonly error: ErrorName;
}

type WireMarker = RequestOf<typeof WriteTxnMarkers>['markers'][number];
type Response = ResponseInit<typeof WriteTxnMarkers>;

export const writeTxnMarkers = serve(WriteTxnMarkers, handle);

function handle({ markers }: RequestOf<typeof WriteTxnMarkers>, { services }: RequestContext): Response {
  const written: Written[] = [];
  for (const marker of markers) {
    const one = write(marker, services);
    // What was written before stays written, but the whole answer is the failure.
    if (one === undefined) return responseOf(markers, markers.flatMap(failed));
    written.push(...one);
  }
  return responseOf(markers, written);
}

/** Writes one marker into its partitions; undefined when no marker can be made of it and one of them would take it. */
function write(marker: WireMarker, { markers }: Services): Written[] | undefined {
  const { producerId, producerEpoch, transactionResult, coordinatorEpoch, transactionVersion } = marker;
  const partitions = partitionsOf(marker);
  const isImpossible = producerId === NONE || producerEpoch === NONE;
  const isTaken = (place: TopicPartition) => place.topic !== CONSUMER_OFFSETS && markers.exists(place);
  if (isImpossible && partitions.some(isTaken)) return undefined;
  if (isImpossible || transactionVersion === NONE) {
    return partitions.map((place) => ({
      producerId,
      ...place,
      error: markers.exists(place) ? 'UNKNOWN_SERVER_ERROR' : 'UNKNOWN_TOPIC_OR_PARTITION',
    }));
  }
  const wanted = { producerId, producerEpoch, coordinatorEpoch, transactionVersion, partitions };
  const [errors] = markers.writeMarkers([{ ...wanted, commit: transactionResult }]);
  return partitions.map((place, i) => ({
    producerId,
    ...place,
    error: errors?.[i] ?? 'UNKNOWN_SERVER_ERROR',
  }));
}

function failed(marker: WireMarker): Written[] {
  const { producerId } = marker;
  return partitionsOf(marker).map((place) => ({ producerId, ...place, error: 'UNKNOWN_SERVER_ERROR' }));
}

function partitionsOf({ topics }: WireMarker): TopicPartition[] {
  return topics.flatMap(({ name, partitionIndexes }) =>
    partitionIndexes.map((partition) => ({ topic: name, partition })),
  );
}

function responseOf(markers: readonly WireMarker[], written: readonly Written[]): Response {
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
