/** Where in the files of a partition the bytes of a fact lie. */
import type { SidePartition } from '#core/evidence/compare/snapshot-side.ts';
import type { XrayBytes } from '#core/lab-api/xray-views.ts';
import type { BatchFact } from './partition-story.ts';

/** The bytes of a batch. */
export function logBytes(
  { topic, partition }: { readonly topic: string; readonly partition: number },
  batch: Pick<BatchFact, 'segment' | 'position' | 'size' | 'baseOffset'>,
): XrayBytes {
  const { segment, position, size, baseOffset } = batch;
  return { kind: 'file', topic, partition, segment, file: 'log', position, size, baseOffset };
}

/** The bytes of an entry beside a log. */
export function sideBytes(
  { topic, partition }: SidePartition,
  place: {
    readonly segment: number;
    readonly file: 'txnindex' | 'snapshot';
    readonly position: number;
    readonly size: number;
  },
): XrayBytes {
  return { kind: 'file', topic, partition, ...place, baseOffset: null };
}
