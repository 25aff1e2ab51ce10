/** The byte rulers of the files beside a `.log`. Entries are read until the bytes end, or make no sense. */
import { crc32c } from '@node-rs/crc32';
import type { ByteSay } from '#core/lab-api/byte-says.ts';
import type { OpenedFileKind } from '#core/lab-api/opened-views.ts';
import { annotateBatch } from './annotate-batch.ts';
import {
  annotateCleanShutdown,
  annotateLeaderEpochs,
  annotateOffsetCheckpoint,
  annotatePartitionMetadata,
  annotateProperties,
} from './annotate-text.ts';
import type { Annotated, Ruler } from './ruler.ts';
import { annotate } from './ruler.ts';

const SNAPSHOT_CRC_FROM = 6;

/** What the sentences need to know of the file. */
export interface FileContext {
  /** Base offset of the segment. */
  readonly baseOffset: number;
  /** The bytes begin this far into the file; 0 for all of it. Must be the start of an entry. */
  readonly position: number;
}

/**
 * Annotates the bytes of a file: the fields that begin within the first `shownMax`. `.log` bytes must be one batch; those of another
 * file may end in the middle of an entry that begins behind `shownMax`.
 */
export function annotateFile(
  kind: OpenedFileKind,
  bytes: Buffer,
  context: FileContext & { readonly shownMax?: number },
): Annotated {
  const { shownMax } = context;
  if (kind === 'log') return annotateBatch(bytes, shownMax);
  return annotate(bytes, (ruler) => walkFile(kind, ruler, context), shownMax);
}

function walkFile(kind: Exclude<OpenedFileKind, 'log'>, ruler: Ruler, context: FileContext): void {
  switch (kind) {
    case 'index':
      eachEntry(ruler, 8, (i) => annotateIndexEntry(ruler, i, context));
      break;
    case 'timeindex':
      eachEntry(ruler, 12, (i) => annotateTimeIndexEntry(ruler, i, context));
      break;
    case 'txnindex':
      eachEntry(ruler, 34, (i) => annotateTransactionIndexEntry(ruler, i));
      break;
    case 'snapshot':
      annotateSnapshot(ruler, context);
      break;
    case 'leader-epoch-checkpoint':
      annotateLeaderEpochs(ruler);
      break;
    case 'partition-metadata':
      annotatePartitionMetadata(ruler);
      break;
    case 'offset-checkpoint':
      annotateOffsetCheckpoint(ruler);
      break;
    case 'meta-properties':
      annotateProperties(ruler);
      break;
    case 'clean-shutdown':
      annotateCleanShutdown(ruler);
      break;
  }
}

function eachEntry(ruler: Ruler, size: number, entry: (index: number) => void): void {
  for (let i = 0; ruler.reader.remaining > 0; i++) {
    if (ruler.reader.remaining < size)
      ruler.reader.fail(`an entry has ${size} bytes, ${ruler.reader.remaining} are left`);
    entry(i);
  }
}

function annotateIndexEntry(ruler: Ruler, index: number, { baseOffset }: FileContext): void {
  ruler.field(
    (r) => r.int32(),
    (value) => ({
      name: `[${index}].relativeOffset`,
      type: 'int32',
      value,
      say: 'index.relativeOffset',
      params: { offset: baseOffset + value },
    }),
  );
  ruler.field(
    (r) => r.int32(),
    (value) => ({ name: `[${index}].position`, type: 'int32', value, say: 'index.position' }),
  );
}

function annotateTimeIndexEntry(ruler: Ruler, index: number, { baseOffset }: FileContext): void {
  ruler.field(
    (r) => r.int64(),
    (value) => ({ name: `[${index}].timestamp`, type: 'int64', value, say: 'timeindex.timestamp' }),
  );
  ruler.field(
    (r) => r.int32(),
    (value) => ({
      name: `[${index}].relativeOffset`,
      type: 'int32',
      value,
      say: 'timeindex.relativeOffset',
      params: { offset: baseOffset + value },
    }),
  );
}

function annotateTransactionIndexEntry(ruler: Ruler, index: number): void {
  const name = (field: string): string => `[${index}].${field}`;
  ruler.field(
    (r) => {
      const version = r.int16();
      if (version !== 0) r.fail(`entry of version ${version}`);
      return version;
    },
    (value) => ({ name: name('version'), type: 'int16', value, say: 'txnindex.version' }),
  );
  ruler.field(
    (r) => r.int64(),
    (value) => ({
      name: name('producerId'),
      type: 'int64',
      value,
      say: 'txnindex.producerId',
      isDeciding: true,
    }),
  );
  ruler.field(
    (r) => r.int64(),
    (value) => ({
      name: name('firstOffset'),
      type: 'int64',
      value,
      say: 'txnindex.firstOffset',
      isDeciding: true,
    }),
  );
  ruler.field(
    (r) => r.int64(),
    (value) => ({
      name: name('lastOffset'),
      type: 'int64',
      value,
      say: 'txnindex.lastOffset',
      isDeciding: true,
    }),
  );
  ruler.field(
    (r) => r.int64(),
    (value) => ({ name: name('lastStableOffset'), type: 'int64', value, say: 'txnindex.lastStableOffset' }),
  );
}

function annotateSnapshot(ruler: Ruler, { position }: FileContext): void {
  const { buffer } = ruler.reader;
  let count = Number.POSITIVE_INFINITY;
  if (position === 0) {
    ruler.field(
      (r) => {
        const version = r.int16();
        if (version !== 1) r.fail(`producer snapshot of version ${version}`);
        return version;
      },
      (value) => ({ name: 'version', type: 'int16', value, say: 'snapshot.version' }),
    );
    const computed = crc32c(buffer.subarray(SNAPSHOT_CRC_FROM)) >>> 0;
    ruler.field(
      (r) => r.uint32(),
      (value) => ({
        name: 'crc',
        type: 'uint32',
        value: `0x${value.toString(16).padStart(8, '0')}`,
        say: value === computed ? 'snapshot.crc' : 'snapshot.crcWrong',
        params: { computed: `0x${computed.toString(16).padStart(8, '0')}` },
      }),
    );
    count = ruler.field(
      (r) => r.int32(),
      (value) => ({ name: 'producerEntries', type: 'int32', value, say: 'snapshot.count' }),
    );
  }
  for (let i = 0; i < count && ruler.reader.remaining > 0; i++) annotateSnapshotEntry(ruler, i);
}

function annotateSnapshotEntry(ruler: Ruler, index: number): void {
  /** `none` says what a value below 0 stands for. */
  const long = (field: string, say: ByteSay, none = say): void => {
    ruler.field(
      (r) => r.int64(),
      (value) => ({
        name: `[${index}].${field}`,
        type: 'int64',
        value,
        say: value < 0 ? none : say,
        depth: 1,
      }),
    );
  };
  const int = (field: string, say: ByteSay, none = say): void => {
    ruler.field(
      (r) => r.int32(),
      (value) => ({
        name: `[${index}].${field}`,
        type: 'int32',
        value,
        say: value < 0 ? none : say,
        depth: 1,
      }),
    );
  };
  long('producerId', 'snapshot.producerId');
  ruler.field(
    (r) => r.int16(),
    (value) => ({
      name: `[${index}].producerEpoch`,
      type: 'int16',
      value,
      say: 'snapshot.producerEpoch',
      isDeciding: true,
      depth: 1,
    }),
  );
  int('lastSequence', 'snapshot.lastSequence', 'snapshot.noSequence');
  long('lastOffset', 'snapshot.lastOffset', 'snapshot.noOffset');
  int('offsetDelta', 'snapshot.offsetDelta');
  long('timestamp', 'snapshot.timestamp', 'snapshot.noTimestamp');
  int('coordinatorEpoch', 'snapshot.coordinatorEpoch', 'snapshot.noMarker');
  ruler.field(
    (r) => r.int64(),
    (value) => ({
      name: `[${index}].currentTxnFirstOffset`,
      type: 'int64',
      value,
      say: value < 0 ? 'snapshot.noTransaction' : 'snapshot.currentTxnFirstOffset',
      isDeciding: true,
      depth: 1,
    }),
  );
}
