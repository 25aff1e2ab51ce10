/**
 * What happens in a producer's accumulator, told by the process and announced in the lab. Only where it was asked for: a load would
 * otherwise measure its own telling.
 */
import type { ClientObserver } from '#core/client/client-observer.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import type { EventOf } from '#core/observe/events.ts';

type NoticeType =
  | 'producer.batchCreated'
  | 'producer.batchClosed'
  | 'producer.batchSent'
  | 'producer.batchCompleted'
  | 'producer.memoryWaited';

/** One notice as it crosses the process's channel. */
export type BatchNotice = {
  [T in NoticeType]: { readonly type: T; readonly data: Omit<EventOf<T>, 'process'> };
}[NoticeType];

/** An observer that tells of every batch. */
export function batchObserver(tell: (notice: BatchNotice) => void): ClientObserver {
  return {
    onBatchCreated: ({ topic, partition, batch, reservedBytes }) =>
      tell({ type: 'producer.batchCreated', data: { topic, partition, batch, reservedBytes } }),
    onBatchClosed: ({ topic, partition, batch, reason, recordCount, estimatedBytes, waitedMs }) =>
      tell({
        type: 'producer.batchClosed',
        data: { topic, partition, batch, reason, recordCount, sizeBytes: estimatedBytes, waitedMs },
      }),
    onBatchSent: ({ topic, partition, batch, attempt, correlationId, recordCount, sizeBytes }) =>
      tell({
        type: 'producer.batchSent',
        data: { topic, partition, batch, attempt, correlationId, recordCount, sizeBytes },
      }),
    onBatchCompleted: ({ topic, partition, batch, error, baseOffset, attempts }) =>
      tell({
        type: 'producer.batchCompleted',
        data: { topic, partition, batch, error, baseOffset, attempts },
      }),
    onBufferMemory: ({ what, bytes, waitedMs, availableBytes, waitingCount }) => {
      if (what === 'freed') return;
      tell({ type: 'producer.memoryWaited', data: { what, bytes, waitedMs, availableBytes, waitingCount } });
    },
  };
}

/** Announces what the process told. */
export function publishNotice(bus: EventBus, process: string, { type, data }: BatchNotice): void {
  bus.publish(type, { process, ...data } as EventOf<typeof type>);
}
