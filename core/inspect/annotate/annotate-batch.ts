/** The byte ruler of one record batch: its header, and its records or marker. */

import type { ByteSay } from '#core/lab-api/byte-says.ts';
import { codecName } from '#core/protocol/records/compression.ts';
import { CONTROL_TYPES } from '#core/protocol/records/control-record.ts';
import { BATCH_HEADER_SIZE, BATCH_LOG_OVERHEAD, RecordBatch } from '#core/protocol/records/record-batch.ts';
import { readVarint, readVarlong } from '#core/protocol/varint.ts';
import { preview } from '../preview.ts';
import type { Annotated, Ruler } from './ruler.ts';
import { annotate } from './ruler.ts';

/** Annotates a whole batch of format version 2: the fields that begin within its first `shownMax` bytes. */
export function annotateBatch(bytes: Buffer, shownMax?: number): Annotated {
  const walk = (ruler: Ruler): void => {
    if (bytes.length < BATCH_HEADER_SIZE) ruler.reader.fail(`a batch header has ${BATCH_HEADER_SIZE} bytes`);
    const batch = new RecordBatch(bytes);
    annotateHeader(ruler, batch);
    if (batch.codec === 0) annotateRecords(ruler, batch);
    else annotateCompressed(ruler, batch);
  };
  return annotate(bytes, walk, shownMax);
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
  const isIntact = batch.size === batch.bytes.length && batch.isCrcValid;
  ruler.field(
    (r) => r.uint32(),
    (value) => ({
      name: 'crc',
      type: 'uint32',
      value: hex(value),
      say: isIntact ? 'batch.crc' : 'batch.crcWrong',
      params: isIntact ? {} : { computed: batch.size <= batch.bytes.length ? hex(batch.computeCrc()) : '?' },
    }),
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
  ruler.field(
    (r) => r.view(Math.min(r.remaining, batch.size - BATCH_HEADER_SIZE)),
    (value) => ({
      name: 'records',
      type: codec,
      value: `${value.length} bytes`,
      say: 'batch.compressed',
      params: { codec, size: value.length, count: batch.recordCount },
    }),
  );
}

function annotateRecords(ruler: Ruler, batch: RecordBatch): void {
  for (let i = 0; i < batch.recordCount; i++) annotateRecord(ruler, batch, i);
}

function annotateRecord(ruler: Ruler, batch: RecordBatch, index: number): void {
  const depth = 1;
  const name = (field: string): string => `records[${index}].${field}`;
  ruler.field(readVarint, (value) => ({
    name: name('length'),
    type: 'varint',
    value,
    say: 'record.length',
    depth,
  }));
  ruler.field(
    (r) => r.int8(),
    (value) => ({ name: name('attributes'), type: 'int8', value, say: 'record.attributes', depth }),
  );
  ruler.field(readVarlong, (value) => ({
    name: name('timestampDelta'),
    type: 'varlong',
    value,
    say: 'record.timestampDelta',
    params: { timestamp: batch.isLogAppendTime ? batch.maxTimestamp : batch.baseTimestamp + value },
    depth,
  }));
  ruler.field(readVarint, (value) => ({
    name: name('offsetDelta'),
    type: 'varint',
    value,
    say: 'record.offsetDelta',
    params: { offset: batch.baseOffset + value },
    depth,
  }));
  if (batch.isControl) annotateControl(ruler, name, depth);
  else annotateContent(ruler, name, depth);
  annotateHeaders(ruler, name, depth);
}

function annotateContent(ruler: Ruler, name: (field: string) => string, depth: number): void {
  for (const field of ['key', 'value'] as const) {
    const size = ruler.field(readVarint, (value) => ({
      name: name(`${field}Length`),
      type: 'varint',
      value,
      say: value < 0 ? `record.${field}Null` : `record.${field}Length`,
      depth,
    }));
    if (size < 0) continue;
    ruler.field(
      (r) => r.view(size),
      (bytes) => ({
        name: name(field),
        type: 'bytes',
        value: preview(bytes) ?? 'null',
        say: `record.${field}`,
        depth,
      }),
    );
  }
}

function annotateControl(ruler: Ruler, name: (field: string) => string, depth: number): void {
  ruler.field(readVarint, (value) => ({
    name: name('keyLength'),
    type: 'varint',
    value,
    say: 'record.keyLength',
    depth,
  }));
  ruler.field(
    (r) => r.int16(),
    (value) => ({ name: name('key.version'), type: 'int16', value, say: 'control.keyVersion', depth }),
  );
  const type = ruler.field(
    (r) => r.int16(),
    (value) => ({
      name: name('key.type'),
      type: 'int16',
      value,
      say: controlSaid(value),
      params: { name: CONTROL_TYPES[value] ?? 'UNKNOWN' },
      isDeciding: true,
      depth,
    }),
  );
  const size = ruler.field(readVarint, (value) => ({
    name: name('valueLength'),
    type: 'varint',
    value,
    say: value < 0 ? 'record.valueNull' : 'record.valueLength',
    depth,
  }));
  if (type > 1 || size < 0) {
    if (size > 0)
      ruler.field(
        (r) => r.view(size),
        () => ({ name: name('value'), type: 'bytes', value: `${size} bytes`, say: 'record.value', depth }),
      );
    return;
  }
  ruler.field(
    (r) => r.int16(),
    (value) => ({ name: name('value.version'), type: 'int16', value, say: 'control.valueVersion', depth }),
  );
  ruler.field(
    (r) => r.int32(),
    (value) => ({
      name: name('value.coordinatorEpoch'),
      type: 'int32',
      value,
      say: 'control.coordinatorEpoch',
      isDeciding: true,
      depth,
    }),
  );
}

function controlSaid(type: number): ByteSay {
  if (type === 0) return 'control.abort';
  return type === 1 ? 'control.commit' : 'control.other';
}

function annotateHeaders(ruler: Ruler, name: (field: string) => string, depth: number): void {
  const count = ruler.field(readVarint, (value) => ({
    name: name('headerCount'),
    type: 'varint',
    value,
    say: 'record.headerCount',
    depth,
  }));
  for (let i = 0; i < count; i++) {
    const header = (field: string): string => name(`headers[${i}].${field}`);
    const keySize = ruler.field(readVarint, (value) => ({
      name: header('keyLength'),
      type: 'varint',
      value,
      say: 'record.headerKeyLength',
      depth,
    }));
    ruler.field(
      (r) => r.view(keySize),
      (bytes) => ({
        name: header('key'),
        type: 'utf8',
        value: preview(bytes) ?? '',
        say: 'record.headerKey',
        depth,
      }),
    );
    const valueSize = ruler.field(readVarint, (value) => ({
      name: header('valueLength'),
      type: 'varint',
      value,
      say: 'record.headerValueLength',
      depth,
    }));
    if (valueSize < 0) continue;
    ruler.field(
      (r) => r.view(valueSize),
      (bytes) => ({
        name: header('value'),
        type: 'bytes',
        value: preview(bytes) ?? 'null',
        say: 'record.headerValue',
        depth,
      }),
    );
  }
}
