/** The byte ruler of one record batch: its header, and what follows it. */
import { codecName } from '#core/protocol/records/compression.ts';
import { BATCH_HEADER_SIZE, BATCH_LOG_OVERHEAD, RecordBatch } from '#core/protocol/records/record-batch.ts';
import { annotateCodecBlock } from './annotate-codec.ts';
import { annotateCutHeader, withCutField } from './annotate-cut.ts';
import { recordSteps } from './annotate-records.ts';
import type { Annotated, Breathe, FieldInfo, Ruler } from './ruler.ts';
import { annotate, annotateInTurns } from './ruler.ts';

/**
 * Annotates a batch of format version 2: the fields that begin within its first `shownMax` bytes. Keys and values of an internal
 * `topic` are decoded. Of a batch that is cut short: what is there, up to the field that the end cuts.
 */
export function annotateBatch(bytes: Buffer, shownMax?: number, topic: string | null = null): Annotated {
  if (bytes.length < BATCH_HEADER_SIZE) {
    const header = (ruler: Ruler): void => annotateHeader(ruler, new RecordBatch(ruler.reader.buffer));
    return annotateCutHeader(bytes, BATCH_HEADER_SIZE, (padded) => annotate(padded, header).fields);
  }
  const batch = new RecordBatch(bytes);
  const walk = (ruler: Ruler): void => {
    for (const _ of batchSteps(ruler, batch, topic));
  };
  const annotated = annotate(bytes, walk, shownMax);
  return batch.size > bytes.length ? withCutField(bytes, annotated) : annotated;
}

/** As `annotateBatch`, and the thread is given back in between. */
export async function annotateBatchInTurns(
  bytes: Buffer,
  options: { readonly shownMax: number; readonly topic: string | null; readonly breathe: Breathe },
): Promise<Annotated> {
  const { shownMax, topic } = options;
  if (bytes.length < BATCH_HEADER_SIZE) return annotateBatch(bytes, shownMax, topic);
  const batch = new RecordBatch(bytes);
  const annotated = await annotateInTurns(bytes, (ruler) => batchSteps(ruler, batch, topic), options);
  return batch.size > bytes.length ? withCutField(bytes, annotated) : annotated;
}

function* batchSteps(ruler: Ruler, batch: RecordBatch, topic: string | null): Generator<void> {
  annotateHeader(ruler, batch);
  if (batch.codec === 0) yield* recordSteps(ruler, batch, topic);
  else annotateCompressed(ruler, batch);
}

function hex(value: number): string {
  return `0x${value.toString(16).padStart(8, '0')}`;
}

function annotateHeader(ruler: Ruler, batch: RecordBatch): void {
  const kind = batch.isControl ? 'marker' : 'data';
  ruler.field(
    (r) => r.int64(),
    (value) => ({ name: 'baseOffset', type: 'int64', value, say: 'batch.baseOffset' }),
  );
  ruler.field(
    (r) => r.int32(),
    (value) => ({
      name: 'batchLength',
      type: 'int32',
      value,
      say: 'batch.batchLength',
      params: { total: value + BATCH_LOG_OVERHEAD },
    }),
  );
  ruler.field(
    (r) => r.int32(),
    (value) => ({ name: 'partitionLeaderEpoch', type: 'int32', value, say: 'batch.partitionLeaderEpoch' }),
  );
  ruler.field(
    (r) => r.int8(),
    (value) => ({ name: 'magic', type: 'int8', value, say: 'batch.magic' }),
  );
  ruler.field(
    (r) => r.uint32(),
    (value) => ({ name: 'crc', type: 'uint32', value: hex(value), ...checksumSaid(batch) }),
  );
  annotateAttributes(ruler, batch);
  ruler.field(
    (r) => r.int32(),
    (value) => ({
      name: 'lastOffsetDelta',
      type: 'int32',
      value,
      say: 'batch.lastOffsetDelta',
      params: { lastOffset: batch.lastOffset },
    }),
  );
  ruler.field(
    (r) => r.int64(),
    (value) => ({
      name: 'baseTimestamp',
      type: 'int64',
      value,
      say: batch.hasDeleteHorizon ? 'batch.deleteHorizon' : 'batch.baseTimestamp',
    }),
  );
  ruler.field(
    (r) => r.int64(),
    (value) => ({ name: 'maxTimestamp', type: 'int64', value, say: 'batch.maxTimestamp' }),
  );
  annotateProducer(ruler, batch, kind);
  ruler.field(
    (r) => r.int32(),
    (value) => ({ name: 'recordCount', type: 'int32', value, say: 'batch.recordCount' }),
  );
}

function checksumSaid(batch: RecordBatch): Pick<FieldInfo, 'say' | 'params'> {
  if (batch.size > batch.bytes.length) return { say: 'batch.crcUnread' };
  if (batch.size === batch.bytes.length && batch.isCrcValid) return { say: 'batch.crc' };
  return { say: 'batch.crcWrong', params: { computed: hex(batch.computeCrc()) } };
}

function annotateAttributes(ruler: Ruler, batch: RecordBatch): void {
  const said = batch.isTransactional ? 'batch.attributesTransactional' : 'batch.attributesPlain';
  ruler.field(
    (r) => r.int16(),
    (value) => ({
      name: 'attributes',
      type: 'int16',
      value: `0x${(value & 0xffff).toString(16).padStart(4, '0')}`,
      say: batch.isControl ? 'batch.attributesControl' : said,
      params: {
        codec: codecName(batch.codec) ?? `codec ${batch.codec}`,
        timestampType: batch.isLogAppendTime ? 'LogAppendTime' : 'CreateTime',
      },
      isDeciding: true,
    }),
  );
}

function annotateProducer(ruler: Ruler, batch: RecordBatch, kind: 'marker' | 'data'): void {
  const hasProducer = batch.hasProducerId;
  ruler.field(
    (r) => r.int64(),
    (value) => ({
      name: 'producerId',
      type: 'int64',
      value,
      say: hasProducer ? 'batch.producerId' : 'batch.noProducerId',
    }),
  );
  const epochSaid = kind === 'marker' ? 'batch.markerEpoch' : 'batch.producerEpoch';
  ruler.field(
    (r) => r.int16(),
    (value) => ({
      name: 'producerEpoch',
      type: 'int16',
      value,
      say: hasProducer ? epochSaid : 'batch.noProducerId',
      isDeciding: true,
    }),
  );
  const sequenceSaid = kind === 'marker' ? 'batch.noSequence' : 'batch.baseSequence';
  ruler.field(
    (r) => r.int32(),
    (value) => ({
      name: 'baseSequence',
      type: 'int32',
      value,
      say: hasProducer ? sequenceSaid : 'batch.noProducerId',
      params: { last: batch.lastSequence },
      isDeciding: true,
    }),
  );
}

function annotateCompressed(ruler: Ruler, batch: RecordBatch): void {
  const codec = codecName(batch.codec) ?? `codec ${batch.codec}`;
  const size = Math.min(ruler.reader.remaining, Math.max(0, batch.size - BATCH_HEADER_SIZE));
  if (annotateCodecBlock(ruler, codec, size)) return;
  ruler.field(
    (r) => r.view(size),
    (value) => ({
      name: 'records',
      type: codec,
      value: `${value.length} bytes`,
      say: 'batch.compressed',
      params: { codec, size: value.length, count: batch.recordCount },
    }),
  );
}
