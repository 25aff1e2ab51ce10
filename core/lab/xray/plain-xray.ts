/** The X-ray of a record outside any transaction: who wrote it, where it lies, who gets it. */
import { partitionName } from '#core/base/topic-partition.ts';
import type { XrayView } from '#core/lab-api/xray-views.ts';
import { addEvents } from './event-facts.ts';
import { logBytes } from './file-bytes.ts';
import type { FoundRecord, RecordTarget } from './find-record.ts';
import { boundsOf } from './xray-bounds.ts';
import { columnsOf } from './xray-columns.ts';
import { say, spanOf, XrayGraph } from './xray-graph.ts';
import type { XraySource } from './xray-source.ts';

/** Joins what the lab saw of it, where it saw something. */
export function plainXray(source: XraySource, target: RecordTarget, found: FoundRecord): XrayView {
  const graph = new XrayGraph();
  const place = partitionName(target);
  const where = { topic: target.topic, partition: target.partition };
  const wrote = graph.add({
    id: `batch ${place} ${found.batch.baseOffset}`,
    column: 'partition',
    chapter: 'write',
    atMs: found.timestampMs < 0 ? null : found.timestampMs,
    say: say('partition.wrotePlain', {
      place,
      ...spanOf({ firstOffset: found.batch.baseOffset, lastOffset: found.batch.lastOffset }),
      records: found.batch.records,
    }),
    bytes: [logBytes(where, found.place)],
    place: where,
  });
  if (!found.isControl) {
    graph.add({
      id: `plain ${place}`,
      column: 'reader',
      chapter: 'end',
      atMs: null,
      say: say('reader.plainGets', { place, offset: target.offset }),
      causes: [wrote],
      place: where,
    });
  }
  const { baseOffset: from, lastOffset: to } = found.batch;
  const bounds = boundsOf(source.lab, {
    transactionalId: null,
    producerId: found.producerId,
    epoch: found.epoch,
    partitions: new Set([place]),
    batches: new Map([[place, { from, to }]]),
    states: new Set(),
  });
  if (source.lab !== null && bounds !== undefined) addEvents(graph, source.lab, bounds);
  const { topic, partition, offset } = target;
  const { verdict, key, value } = found;
  return {
    target,
    transactionalId: null,
    producerId: found.producerId,
    epoch: found.epoch,
    markerEpoch: null,
    outcome: 'plain',
    origin: wrote,
    record: { topic, partition, offset, verdict, key, value },
    columns: columnsOf(source, {
      nodes: graph.all(),
      episode: undefined,
      plainTopic: topic,
      isSeen: bounds?.isWritingSeen ?? false,
      stories: [],
      lacking: [],
    }),
    nodes: graph.inOrder(),
  };
}
