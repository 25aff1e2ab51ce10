/** Walks the batches of a partition from a place on, as far as someone wants to know, with progress. */
import type { SidePartition } from '#core/evidence/compare/snapshot-side.ts';
import { type Place, type WalkedBatch, walkBatches } from '#core/inspect/browse/batch-walk.ts';
import { placeFor } from '#core/inspect/browse/locate.ts';
import type { ScanControl } from '#core/inspect/scan/scan-control.ts';
import type { SegmentScanner } from '#core/inspect/scan/segment-scanner.ts';
import { DecodeError } from '#core/protocol/reader.ts';
import { type Marker, readMarker } from '#core/protocol/records/control-record.ts';
import type { XraySource } from './xray-source.ts';

export type WalkSource = Pick<XraySource, 'disk' | 'pace'>;

/** Headers only, up to where the snapshot was cut; damaged places are passed over. Each batch is good until the next is asked for. */
export async function* walkFrom(
  { disk, pace }: WalkSource,
  files: SidePartition,
  from: Place | undefined,
  onDamage: () => void = () => undefined,
): AsyncGenerator<WalkedBatch, void> {
  if (from === undefined) return;
  pace.expect(bytesFrom(files, from));
  const control = { pulse: () => pace.pulse(0) };
  const options = { from, depth: 'headers', control, isCut: true, onDamage } as const;
  for await (const walked of walkBatches(disk, files, options)) {
    const { size } = walked.scanner.head;
    yield walked;
    const pause = pace.pulse(size);
    if (pause !== undefined) await pause;
  }
}

/** Where to begin for an offset; the start of the log for one below it. */
export function placeOf({ disk }: WalkSource, files: SidePartition, offset: number): Place | undefined {
  return placeFor(disk, files, offset);
}

/** The control of a search that may have to go through all of a partition's segments. */
export function controlOfSearch(
  { pace }: WalkSource,
  { segments }: SidePartition,
): Pick<ScanControl, 'pulse'> {
  pace.expect(segments.reduce((sum, { size }) => sum + size, 0));
  return { pulse: (bytes) => pace.pulse(bytes) };
}

function bytesFrom({ segments }: SidePartition, { segment, position }: Place): number {
  let bytes = -position;
  for (const { baseOffset, size } of segments) if (baseOffset >= segment) bytes += size;
  return Math.max(0, bytes);
}

/** What the batch of the scanner's head says of a transaction's end; undefined when it says nothing that can be read. */
export function markerIn(scanner: SegmentScanner): Marker | undefined {
  if (!scanner.head.isControl || scanner.head.count === 0) return undefined;
  try {
    return readMarker(scanner.batch());
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return undefined;
  }
}
