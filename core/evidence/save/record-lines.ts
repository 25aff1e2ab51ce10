/**
 * Records as a file of their own: CSV with a line a record (RFC 4180), or a JSON array with an object a line. Keys and values are whole:
 * as text where they are UTF-8, else in base64, and the column beside says which.
 */
import type { Disk } from '#core/base/disk.ts';
import { isUtf8 } from '#core/base/utf8.ts';
import { controlVerdict } from '#core/inspect/judge/transactions.ts';
import type { Damage, InspectedBatch, InspectedRecord } from '#core/inspect/read/inspected.ts';
import { SegmentReader } from '#core/inspect/read/segment-reader.ts';
import { Outcomes } from '../survey/outcomes.ts';
import { type SurveyedFiles, surveyPartition } from '../survey/survey-partition.ts';
import type { Work } from '../work.ts';

export interface SavedRecords {
  readonly disk: Disk;
  readonly files: SurveyedFiles;
  readonly format: 'csv' | 'json';
  readonly fromOffset: number;
  /** Exclusive; null is the log end. */
  readonly toOffset: number | null;
  /** Timestamps, both inclusive; null, or left out, is no bound. */
  readonly fromMs?: number | null;
  readonly toMs?: number | null;
  readonly work: Work;
  /** Is told where the records end before the log does: what lies behind is not in the file. */
  readonly onDamage?: (damage: Damage) => void;
}

interface SavedRecord {
  readonly offset: number;
  readonly timestamp: number;
  readonly verdict: string;
  readonly producerId: number;
  readonly epoch: number;
  readonly sequence: number;
  readonly transactionFirstOffset: number | null;
  readonly markerOffset: number | null;
  readonly key: string | null;
  readonly keyEncoding: Encoding;
  readonly value: string | null;
  readonly valueEncoding: Encoding;
  readonly headers: readonly (readonly [string, string | null, Encoding])[];
}

type Encoding = 'utf8' | 'base64' | 'null';

const COLUMNS = [
  'offset',
  'timestamp',
  'verdict',
  'producerId',
  'epoch',
  'sequence',
  'transactionFirstOffset',
  'markerOffset',
  'key',
  'keyEncoding',
  'value',
  'valueEncoding',
  'headers',
] as const satisfies readonly (keyof SavedRecord)[];

function isWanted(
  { offset, timestamp }: Pick<InspectedRecord, 'offset' | 'timestamp'>,
  { fromOffset, toOffset, fromMs, toMs }: SavedRecords,
): boolean {
  if (offset < fromOffset || offset >= (toOffset ?? Infinity)) return false;
  return timestamp >= (fromMs ?? -Infinity) && timestamp <= (toMs ?? Infinity);
}

/** The file, piece by piece. Ends at the first byte that cannot be used. Rejects with WorkCancelled or the platform's error. */
export async function* recordLines(saved: SavedRecords): AsyncGenerator<Buffer, void> {
  const { format, work } = saved;
  const outcomes = new Outcomes();
  await surveyPartition(saved.disk, saved.files, {
    checksCrc: false,
    breathe: work.breathe,
    onTransaction: (transaction) => outcomes.add(transaction),
  });
  yield Buffer.from(format === 'csv' ? `${COLUMNS.join(',')}\r\n` : '[');
  let isFirst = true;
  for await (const batch of batchesOf(saved)) {
    const lines: string[] = [];
    for (const record of batch.records) {
      if (!isWanted(record, saved)) continue;
      const one = savedRecord(batch, record, outcomes);
      lines.push(format === 'csv' ? csvLine(one) : `${isFirst ? '\n' : ',\n'}${JSON.stringify(one)}`);
      isFirst = false;
    }
    work.advance(batch.size);
    if (lines.length > 0) yield Buffer.from(lines.join(''));
  }
  if (format === 'json') yield Buffer.from('\n]\n');
}

async function* batchesOf({
  disk,
  files,
  fromOffset,
  toOffset,
  work,
  onDamage,
}: SavedRecords): AsyncGenerator<InspectedBatch, void> {
  for (const [i, { path, baseOffset }] of files.segments.entries()) {
    const next = files.segments[i + 1]?.baseOffset ?? Infinity;
    if (next <= fromOffset || baseOffset >= (toOffset ?? Infinity)) continue;
    const file = disk.open(path, 'read');
    try {
      const reader = new SegmentReader(file, baseOffset);
      for await (const batch of reader.batches()) {
        const pause = work.breathe();
        if (pause !== undefined) await pause;
        yield batch;
      }
      if (reader.refusal !== null) throw reader.refusal;
      if (reader.damage !== null) {
        onDamage?.(reader.damage);
        return;
      }
    } finally {
      file.close();
    }
  }
}

function savedRecord(batch: InspectedBatch, record: InspectedRecord, outcomes: Outcomes): SavedRecord {
  const control = controlVerdict(batch);
  const transaction = batch.control
    ? outcomes.endedAt(batch.producerId, record.offset)
    : batch.transactional
      ? outcomes.of(batch.producerId, record.offset)
      : undefined;
  const [key, keyEncoding] = encoded(record.key);
  const [value, valueEncoding] = encoded(record.value);
  return {
    offset: record.offset,
    timestamp: record.timestamp,
    verdict: control?.verdict ?? transaction?.outcome ?? 'plain',
    producerId: batch.producerId,
    epoch: batch.epoch,
    sequence: record.sequence,
    transactionFirstOffset: transaction?.firstOffset ?? null,
    markerOffset: batch.control ? record.offset : (transaction?.markerOffset ?? null),
    key,
    keyEncoding,
    value,
    valueEncoding,
    headers: record.headers.map((header) => [header.key, ...encoded(header.value)] as const),
  };
}

function encoded(bytes: Buffer | null): readonly [string | null, Encoding] {
  if (bytes === null) return [null, 'null'];
  return isUtf8(bytes) ? [bytes.toString('utf8'), 'utf8'] : [bytes.toString('base64'), 'base64'];
}

function csvLine(record: SavedRecord): string {
  const cells = COLUMNS.map((column) => {
    const value = record[column];
    if (value === null) return '';
    return quoted(typeof value === 'object' ? JSON.stringify(value) : String(value));
  });
  return `${cells.join(',')}\r\n`;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
