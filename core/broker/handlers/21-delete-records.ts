/** DeleteRecords (21), v0 to v2: raises the log start of partitions; −1 means up to the high watermark. */
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { DeleteRecords } from '#core/protocol/messages/21-delete-records.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import type { Services } from '../services.ts';
import { isInternalTopic } from '../topic-names.ts';

const TO_HIGH_WATERMARK = -1;

export const deleteRecords = serve(DeleteRecords, handle);

function handle(
  request: RequestOf<typeof DeleteRecords>,
  { services }: RequestContext,
): ResponseInit<typeof DeleteRecords> {
  return {
    topics: request.topics.map(({ name, partitions }) => ({
      name,
      partitions: partitions.map(({ partitionIndex, offset }) => {
        const { error, lowWatermark } = deleteOne(services, {
          topic: name,
          partition: partitionIndex,
          offset,
        });
        return { partitionIndex, lowWatermark, errorCode: errorCode(error) };
      }),
    })),
  };
}

function deleteOne(
  { topics }: Services,
  asked: { readonly topic: string; readonly partition: number; readonly offset: number },
): { readonly error: ErrorName; readonly lowWatermark: number } {
  const refused = (error: ErrorName) => ({ error, lowWatermark: -1 });
  if (topics.get(asked.topic) === undefined) return refused('UNKNOWN_TOPIC_OR_PARTITION');
  if (isInternalTopic(asked.topic)) return refused('INVALID_TOPIC_EXCEPTION');
  const log = topics.log(asked);
  if (log === undefined) return refused('UNKNOWN_TOPIC_OR_PARTITION');
  if (!log.config['cleanup.policy'].includes('delete')) return refused('POLICY_VIOLATION');
  if (asked.offset < TO_HIGH_WATERMARK) return refused('OFFSET_OUT_OF_RANGE');
  const error = log.deleteRecordsBefore(asked.offset);
  return error === 'NONE' ? { error, lowWatermark: log.logStartOffset } : refused(error);
}
