/** OffsetDelete (47), v0: takes committed offsets of a group away, except for topics that a member of it reads. */
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { OffsetDelete } from '#core/protocol/messages/47-offset-delete.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';

export const offsetDelete = serve(OffsetDelete, handle);

function handle(
  { groupId, topics }: RequestOf<typeof OffsetDelete>,
  { services }: RequestContext,
): ResponseInit<typeof OffsetDelete> {
  const asked = topics.map(({ name, partitions }) =>
    partitions.map(({ partitionIndex }) => ({ topic: name, partition: partitionIndex })),
  );
  const known = asked.flat().filter((place) => services.topics.log(place) !== undefined);
  const { error, errors } = services.groups.deleteOffsets(groupId, known);
  if (error !== 'NONE') return { errorCode: errorCode(error), topics: [] };
  const errorOf = (place: (typeof known)[number]): ErrorName => {
    const index = known.indexOf(place);
    return index < 0 ? 'UNKNOWN_TOPIC_OR_PARTITION' : (errors[index] ?? 'UNKNOWN_SERVER_ERROR');
  };
  return {
    errorCode: 0,
    topics: topics.map(({ name }, t) => ({
      name,
      partitions: (asked[t] ?? []).map((place) => ({
        partitionIndex: place.partition,
        errorCode: errorCode(errorOf(place)),
      })),
    })),
  };
}
