/** Which events belong to what the timeline is narrowed to. */
import type { TimelineItem } from '#core/lab-api/views.ts';
import type { TimelineFilter } from './timeline-target.ts';

interface Scope {
  readonly hasProcess: (process: string) => boolean;
  readonly hasFrame: (item: TimelineItem & { kind: 'frame' }) => boolean;
  readonly hasTransactionalId: (transactionalId: string, producerId: number) => boolean;
  readonly hasAppend: (item: TimelineItem & { kind: 'append' }) => boolean;
}

/** The items a filter lets through, in the same order. What is only linked (the process of a frame) comes along. */
export function filterItems(items: readonly TimelineItem[], filter: TimelineFilter): readonly TimelineItem[] {
  if (filter.kind === 'everything') return items;
  const scope = scopeOf(items, filter);
  return items.filter((item) => isInScope(item, scope));
}

function isInScope(item: TimelineItem, scope: Scope): boolean {
  switch (item.kind) {
    case 'process':
      return scope.hasProcess(item.process);
    case 'frame':
      return scope.hasFrame(item);
    case 'state':
      return scope.hasTransactionalId(item.transactionalId, item.producerId);
    case 'append':
      return scope.hasAppend(item);
  }
}

function partitionOf(item: TimelineItem & { kind: 'append' }): string {
  return `${item.topic}-${item.partition}`;
}

function scopeOf(items: readonly TimelineItem[], filter: TimelineFilter): Scope {
  const producerIds = new Set<number>();
  const isOwnFrame = frameTest(filter);
  const processes = new Set<string>();
  const ids = new Set<string>();
  for (const item of items) {
    if (item.kind === 'frame' && isOwnFrame(item)) {
      if (item.frame.process !== null) processes.add(item.frame.process);
      if (item.frame.transactionalId !== null) ids.add(item.frame.transactionalId);
      if (item.frame.producerId >= 0) producerIds.add(item.frame.producerId);
    }
  }
  if (filter.kind === 'process') processes.add(filter.process);
  if (filter.kind === 'producerId') producerIds.add(filter.producerId);
  if (filter.kind === 'transactionalId') {
    for (const item of items) {
      if (item.kind === 'state' && item.transactionalId === filter.transactionalId) {
        producerIds.add(item.producerId);
      }
    }
  }
  const isPartition = filter.kind === 'partition';
  return {
    hasProcess: (process) => processes.has(process),
    hasFrame: isOwnFrame,
    hasTransactionalId: (transactionalId, producerId) => {
      if (filter.kind === 'transactionalId') return transactionalId === filter.transactionalId;
      if (filter.kind === 'producerId') return producerId === filter.producerId;
      return ids.has(transactionalId);
    },
    hasAppend: (item) =>
      isPartition ? partitionOf(item) === filter.partition : producerIds.has(item.producerId),
  };
}

function frameTest(filter: TimelineFilter): (item: TimelineItem & { kind: 'frame' }) => boolean {
  switch (filter.kind) {
    case 'everything':
      return () => true;
    case 'transactionalId':
      return ({ frame }) => frame.transactionalId === filter.transactionalId;
    case 'producerId':
      return ({ frame }) => frame.producerId === filter.producerId;
    case 'partition':
      return ({ frame }) => frame.partitions.includes(filter.partition);
    case 'connection':
      return ({ frame }) => frame.connection === filter.connection;
    case 'process':
      return ({ frame }) => frame.process === filter.process;
  }
}
