import type { FrameView, ProcessState, TimelineItem } from '#core/lab-api/views.ts';
import type { AnyEvent, LabEvent } from '#core/observe/event-bus.ts';
import { ERRORS, errorName } from '#core/protocol/errors.ts';

type ProcessOf = (clientId: string | null) => string | null;

/** What an event puts on the timeline: mostly one mark, or none; a refused Produce one on each lane besides its frame. */
export function timelineItems(event: AnyEvent, processOf: ProcessOf): readonly TimelineItem[] {
  const { seq, atMs } = event;
  const id = `e${seq}`;
  switch (event.type) {
    case 'process.started':
      return [{ kind: 'process', id, seq, atMs, process: event.data.process, state: 'starting' }];
    case 'process.stateChanged': {
      const { process, state } = event.data;
      return [{ kind: 'process', id, seq, atMs, process, state: state as ProcessState }];
    }
    case 'frame.exchanged':
      return frameItems(event, processOf);
    case 'txn.stateChanged': {
      const { transactionalId, to, producerEpoch, producerId, cause } = event.data;
      return [
        { kind: 'state', id, seq, atMs, transactionalId, state: to, epoch: producerEpoch, producerId, cause },
      ];
    }
    case 'log.appended':
      return [appendItem(event)];
    case 'log.duplicate': {
      const { topic, partition, baseOffset, producerId, producerEpoch } = event.data;
      const place = { topic, partition, baseOffset, lastOffset: baseOffset };
      return [{ kind: 'append', id, seq, atMs, ...place, producerId, producerEpoch, mark: 'duplicate' }];
    }
    default:
      return [];
  }
}

function appendItem({ seq, atMs, data }: LabEvent<'log.appended'>): TimelineItem {
  const { topic, partition, baseOffset, lastOffset, producerId, producerEpoch, marker, isTransactional } =
    data;
  const mark =
    marker === 'COMMIT'
      ? 'marker-commit'
      : marker === 'ABORT'
        ? 'marker-abort'
        : isTransactional
          ? 'transactional'
          : 'plain';
  const place = { topic, partition, baseOffset, lastOffset };
  return { kind: 'append', id: `e${seq}`, seq, atMs, ...place, producerId, producerEpoch, mark };
}

function frameItems(event: LabEvent<'frame.exchanged'>, processOf: ProcessOf): readonly TimelineItem[] {
  const { seq, atMs, data } = event;
  const items: TimelineItem[] = [
    { kind: 'frame', id: `e${seq}`, seq, atMs: data.receivedAtMs, frame: frameView(event, processOf) },
  ];
  if (data.api !== 'Produce') return items;
  for (const { topic, partition, errorCode } of data.partitionErrors) {
    if (ERRORS[errorName(errorCode)].retriable) continue;
    const { producerId, producerEpoch } = data;
    const place = { topic, partition, baseOffset: -1, lastOffset: -1 };
    const mark = 'refused';
    const id = `e${seq}-${topic}-${partition}`;
    items.push({ kind: 'append', id, seq, atMs, ...place, producerId, producerEpoch, mark });
  }
  return items;
}

/** The row of the wire. A code inside the answer counts when there is none at its top. */
function frameView({ data }: LabEvent<'frame.exchanged'>, processOf: ProcessOf): FrameView {
  return {
    frame: data.frame,
    atMs: data.receivedAtMs,
    tookMs: data.tookMs,
    connection: data.connection,
    clientId: data.clientId,
    process: processOf(data.clientId),
    apiKey: data.apiKey,
    api: data.api,
    version: data.version,
    correlationId: data.correlationId,
    requestSize: data.requestSize,
    responseSize: data.responseSize,
    errorCode: data.errorCode !== 0 ? data.errorCode : (data.partitionErrors[0]?.errorCode ?? 0),
    transactionalId: data.transactionalId,
    producerId: data.producerId,
    producerEpoch: data.producerEpoch,
    partitions: data.partitions,
  };
}
