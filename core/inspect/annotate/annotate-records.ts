/** The byte rulers of records, and of the one record of a control batch. */
import type { ByteSay } from '#core/lab-api/byte-says.ts';
import { CONTROL_TYPES } from '#core/protocol/records/control-record.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { CoordinatorRecord } from '#core/protocol/stored/coordinator-record.ts';
import { readVarint, readVarlong } from '#core/protocol/varint.ts';
import { preview } from '../preview.ts';
import { storedRecords } from '../stored/stored-record.ts';
import { annotateStored } from './annotate-stored.ts';
import type { FieldInfo, Ruler } from './ruler.ts';

/** What the records depend on. */
type RecordsOf = Pick<
  RecordBatch,
  'recordCount' | 'isControl' | 'isLogAppendTime' | 'maxTimestamp' | 'baseTimestamp' | 'baseOffset'
>;

/** Names of fields, and how deep they stand. */
interface FieldPlace {
  readonly name: (field: string) => string;
  readonly depth: number;
}

/**
 * Annotates the records of a batch, one a step, which begin at the ruler's place, uncompressed. Keys and values of an internal `topic`
 * are decoded.
 */
export function* recordSteps(ruler: Ruler, batch: RecordsOf, topic: string | null): Generator<void> {
  const known = storedRecords(topic);
  for (let i = 0; i < batch.recordCount; i++) {
    annotateRecord(ruler, batch, { index: i, known });
    yield;
  }
}

function annotateRecord(
  ruler: Ruler,
  batch: RecordsOf,
  { index, known }: { readonly index: number; readonly known: readonly CoordinatorRecord[] | undefined },
): void {
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
  else annotateContent(ruler, { name, depth, known });
  annotateHeaders(ruler, name, depth);
}

function annotateContent(
  ruler: Ruler,
  { name, depth, known }: FieldPlace & { readonly known: readonly CoordinatorRecord[] | undefined },
): void {
  let record: CoordinatorRecord | undefined;
  for (const field of ['key', 'value'] as const) {
    const size = ruler.field(readVarint, (value) => ({
      name: name(`${field}Length`),
      type: 'varint',
      value,
      ...lengthSaid(field, value, record),
      depth,
    }));
    if (size < 0) continue;
    const place = { name: (inner: string): string => name(`${field}.${inner}`), depth: depth + 1 };
    if (known !== undefined) {
      const stored = annotateStored(ruler, field, { ...place, known, record, size });
      record = stored.record;
      if (stored.isRead) continue;
    }
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

/** A null value of an internal topic deletes what a coordinator keeps under the key. */
function lengthSaid(
  field: 'key' | 'value',
  size: number,
  record: CoordinatorRecord | undefined,
): Pick<FieldInfo, 'say' | 'params'> {
  if (size >= 0) return { say: `record.${field}Length` };
  if (field === 'key' || record === undefined) return { say: `record.${field}Null` };
  return { say: 'stored.tombstone', params: { name: record.value.name.replace(/Value$/, '') } };
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
