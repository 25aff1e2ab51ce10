import { partitionName } from '#core/base/topic-partition.ts';
import { annotateFile } from '#core/inspect/annotate/annotate-file.ts';
import { explainBatch } from '#core/inspect/annotate/explain-batch.ts';
import { findRecord } from '#core/inspect/browse/one-record.ts';
import { type ContentsAsked, recordContents } from '#core/inspect/record-contents.ts';
import { ScanControl } from '#core/inspect/scan/scan-control.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import type { RecordContentsView } from '#core/lab-api/record-views.ts';
import type { ByteView, FileKind, PartitionView } from '#core/lab-api/views.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import { BATCH_HEADER_SIZE, RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { Lab } from '../lab.ts';
import { readWindow, readWindowBefore } from '../logs/batch-window.ts';
import { PARTITION_FILES, partitionView } from '../views/partition-view.ts';
import { type CallsOf, snapshotOf } from './calls-of.ts';

/** The most that one byte ruler shows. */
const RULER_BYTES_MAX = 64 * 1024;
/** The most that is read of a file to explain what is shown: a batch and a checksum need more than the picture has. */
const READ_BYTES_MAX = 16 * 1024 * 1024;

export function logCalls(lab: Lab): CallsOf<'log' | 'topics'> {
  const { bus, history } = lab;
  return {
    'topics.create': async ({ topic, partitions }) => {
      await lab.createTopic(topic, partitions);
      return null;
    },
    'log.partitions': () => snapshotOf(bus, () => partitionsOf(lab)),
    'log.lanes': ({ topics, recordsMax }) =>
      snapshotOf(bus, () => {
        const named = topics.length === 0 ? lab.topicNames() : topics;
        for (const topic of named) lab.watch(topic);
        return Promise.all(
          named.flatMap((topic) => lab.logsOf(topic)).map((log) => lab.lanes.read(log, recordsMax)),
        );
      }),
    'log.batches': ({ topic, partition, direction, ...asked }) =>
      snapshotOf(bus, () => {
        const read = direction === 'up' ? readWindow : readWindowBefore;
        const control = new ScanControl({ clock: lab.platform.clock });
        return read({ log: lab.log(topic, partition), history, breathe: () => control.pulse(0) }, asked);
      }),
    'log.record': ({ topic, partition, offset, bytesMax }) =>
      recordOf(lab, lab.log(topic, partition), { topic, offset, bytesMax }),
    'log.batchBytes': ({ topic, partition, baseOffset }) =>
      batchBytes(lab, lab.log(topic, partition), { topic, baseOffset }),
    'log.fileBytes': ({ topic, partition, segment, kind, position }) =>
      fileBytes(lab, lab.log(topic, partition), { segment, kind, position }),
    'log.offsetForTime': async ({ topic, partition, timestampMs }) => {
      const found = await lab.log(topic, partition).offsetForTimestamp(timestampMs, 'log-end');
      return { offset: found?.offset ?? null, timestampMs: found?.timestamp ?? -1 };
    },
  };
}

/** By topic and number. In slices: the internal topics alone are a hundred partitions, and each asks the disk for all its files. */
async function partitionsOf(lab: Lab): Promise<readonly PartitionView[]> {
  const { disk, clock } = lab.platform;
  const control = new ScanControl({ clock });
  const views: PartitionView[] = [];
  for (const log of [...lab.broker.topics.all()].flatMap((topic) => lab.logsOf(topic.name))) {
    // The topic may have been deleted meanwhile.
    if (lab.broker.topics.log(log.topicPartition) !== log) continue;
    views.push(partitionView(log, lab.history, (path) => disk.stat(path)?.size));
    const pause = control.pulse(0);
    if (pause !== undefined) await pause;
  }
  return views.sort((a, b) => (a.topic === b.topic ? a.partition - b.partition : a.topic < b.topic ? -1 : 1));
}

async function recordOf(lab: Lab, log: PartitionLog, asked: ContentsAsked): Promise<RecordContentsView> {
  const { offset } = asked;
  const control = new ScanControl({ clock: lab.platform.clock });
  const [batch] = log.batchesFrom(offset);
  const name = partitionName(log.topicPartition);
  const record = batch === undefined ? null : await findRecord(batch, offset, () => control.pulse(0));
  if (batch === undefined || record === null) throw noRecord(name, offset);
  return recordContents(record, { ...asked, isControl: batch.isControl });
}

/** There is no record at an offset. */
export function noRecord(partition: string, offset: number): Error {
  return labError(
    'NO_SUCH_RECORD',
    `${partition} has no record at offset ${offset}.`,
    'It may be a hole: see the census.',
  );
}

async function batchBytes(
  lab: Lab,
  log: PartitionLog,
  { topic, baseOffset }: { readonly topic: string; readonly baseOffset: number },
): Promise<ByteView> {
  const control = new ScanControl({ clock: lab.platform.clock });

  const place = log.locate(baseOffset);
  const [batch] = log.batchesFrom(baseOffset);
  if (place === undefined || batch?.baseOffset !== baseOffset) {
    throw labError(
      'NO_SUCH_BATCH',
      `No batch begins at offset ${baseOffset}.`,
      'It may have been deleted meanwhile.',
    );
  }
  const segment = log.segments().find((one) => one.baseOffset === place.segment);
  const bytes = batch.whole.subarray(0, RULER_BYTES_MAX);
  return {
    file: segment?.files.find((file) => file.kind === 'log')?.name ?? '',
    position: place.position,
    fileSize: segment?.sizeBytes ?? 0,
    wholeSize: batch.whole.length,
    hex: bytes.toString('hex'),
    ...(await explainBatch(batch.whole, {
      shownMax: RULER_BYTES_MAX,
      topic,
      breathe: () => control.pulse(0),
    })),
  };
}

function fileBytes(
  lab: Lab,
  log: PartitionLog,
  asked: { readonly segment: number; readonly kind: FileKind; readonly position: number },
): ByteView {
  const { segment, kind, position } = asked;
  const segmentFiles = log.segments().find((one) => one.baseOffset === segment)?.files ?? [];
  const name = [...segmentFiles, ...PARTITION_FILES].find((file) => file.kind === kind)?.name;
  const { disk } = lab.platform;
  const path = `${log.directory}/${name ?? ''}`;
  if (name === undefined || !disk.exists(path)) {
    throw labError(
      'NO_SUCH_FILE',
      `Segment ${segment} has no ${kind} file.`,
      'Kafka writes it when it is needed.',
    );
  }
  const file = disk.open(path, 'read');
  try {
    const fileSize = file.size();
    const wholeSize = Math.max(0, fileSize - position);
    const bytes = Buffer.alloc(Math.min(READ_BYTES_MAX, wholeSize));
    file.read(position, bytes, 0, bytes.length);
    const context = { baseOffset: segment, position, shownMax: RULER_BYTES_MAX };
    const hex = bytes.toString('hex', 0, Math.min(bytes.length, RULER_BYTES_MAX));
    const explained = kind === 'log' ? firstBatch(bytes) : bytes;
    return { file: name, position, fileSize, wholeSize, hex, ...annotateFile(kind, explained, context) };
  } finally {
    file.close();
  }
}

/** The batch that bytes of a `.log` begin with, as far as they have it. */
function firstBatch(bytes: Buffer): Buffer {
  if (bytes.length < BATCH_HEADER_SIZE) return bytes;
  return bytes.subarray(0, Math.max(BATCH_HEADER_SIZE, new RecordBatch(bytes).size));
}
