/**
 * Records as a file of their own: CSV with a line a record (RFC 4180), or a JSON array with an object a line. Keys and values are whole:
 * as text where they are UTF-8 without control characters other than tabs and line ends, else in base64, and the column beside says
 * which. The key of a transaction marker is its type, COMMIT or ABORT.
 */
import type { Disk } from '#core/base/disk.ts';
import { isUtf8 } from '#core/base/utf8.ts';
import { controlVerdict } from '#core/inspect/judge/transactions.ts';
import type { Damage, InspectedRecord, OpenedBatch } from '#core/inspect/read/inspected.ts';
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

type Encoding = 'utf8' | 'base64' | 'marker' | 'null';

/** Characters that are written at once, about. */
const PIECE = 256 * 1024;
/** After so many records others may have their turn. */
const RECORDS_A_TURN = 200;

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
  const wanted = segmentsOf(saved);
  work.begin('read', bytesOf(saved.files.segments));
  await surveyPartition(saved.disk, saved.files, {
    checksCrc: false,
    breathe: work.breathe,
    onBatch: ({ batch }) => work.advance(batch.size),
    onTransaction: (transaction) => outcomes.add(transaction),
  });
  work.begin('records', bytesOf(wanted));
  let lines = format === 'csv' ? `${COLUMNS.join(',')}\r\n` : '[';
  let isFirst = true;
  let sinceTurn = 0;
  for await (const batch of batchesOf(saved, wanted)) {
    for (const record of batch.records()) {
      if (!isWanted(record, saved)) continue;
      const one = savedRecord(batch, record, outcomes);
      lines += format === 'csv' ? csvLine(one) : `${isFirst ? '\n' : ',\n'}${JSON.stringify(one)}`;
      isFirst = false;
      if (lines.length >= PIECE) {
        yield Buffer.from(lines);
        lines = '';
      }
      if (++sinceTurn < RECORDS_A_TURN) continue;
      sinceTurn = 0;
      const pause = work.breathe();
      if (pause !== undefined) await pause;
    }
    work.advance(batch.size);
  }
  yield Buffer.from(format === 'json' ? `${lines}\n]\n` : lines);
}

type Segments = SurveyedFiles['segments'];

/** Those that hold something of the range. */
function segmentsOf({ files: { segments }, fromOffset, toOffset }: SavedRecords): Segments {
  return segments.filter(({ baseOffset }, i) => {
    const next = segments[i + 1]?.baseOffset ?? Infinity;
    return next > fromOffset && baseOffset < (toOffset ?? Infinity);
  });
}

function bytesOf(segments: Segments): number {
  return segments.reduce((sum, { size }) => sum + size, 0);
}

async function* batchesOf(
  { disk, toOffset, work, onDamage }: SavedRecords,
  segments: Segments,
): AsyncGenerator<OpenedBatch, void> {
  for (const { path, baseOffset } of segments) {
    const file = disk.open(path, 'read');
    try {
      const reader = new SegmentReader(file, baseOffset);
      for await (const batch of reader.openedBatches({ breathe: work.breathe })) {
        const pause = work.breathe();
        if (pause !== undefined) await pause;
        // Behind the end a log may be in the middle of being written.
        if (batch.baseOffset >= (toOffset ?? Infinity)) return;
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

function savedRecord(batch: OpenedBatch, record: InspectedRecord, outcomes: Outcomes): SavedRecord {
  const control = batch.control ? controlVerdict({ ...batch, records: [record] }) : undefined;
  const transaction = batch.control
    ? outcomes.endedAt(batch.producerId, record.offset)
    : batch.transactional
      ? outcomes.of(batch.producerId, record.offset)
      : undefined;
  const marker = MARKERS.get(control?.verdict ?? '');
  const [key, keyEncoding] = marker === undefined ? encoded(record.key) : ([marker, 'marker'] as const);
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

/** What the key of a marker says, by its verdict. */
const MARKERS: ReadonlyMap<string, string> = new Map([
  ['marker-commit', 'COMMIT'],
  ['marker-abort', 'ABORT'],
]);

/** What no text has, and what takes the place of bytes that are no UTF-8: rare, and then looked at closely. */
const DOUBTFUL = /[\p{Cc}\ufffd]/u;
const NOT_TEXT = /(?![\t\n\r])\p{Cc}/u;

function encoded(bytes: Buffer | null): readonly [string | null, Encoding] {
  if (bytes === null) return [null, 'null'];
  const text = bytes.toString('utf8');
  return DOUBTFUL.test(text) && (NOT_TEXT.test(text) || !isUtf8(bytes))
    ? [bytes.toString('base64'), 'base64']
    : [text, 'utf8'];
}

/** The cells stand in the order of COLUMNS. */
function csvLine(record: SavedRecord): string {
  const { offset, timestamp, verdict, producerId, epoch, sequence, key, value, headers } = record;
  const { transactionFirstOffset, markerOffset, keyEncoding, valueEncoding } = record;
  const said = headers.length === 0 ? '[]' : quoted(JSON.stringify(headers));
  return `${offset},${timestamp},${verdict},${producerId},${epoch},${sequence},${transactionFirstOffset ?? ''},${markerOffset ?? ''},${quoted(key ?? '')},${keyEncoding},${quoted(value ?? '')},${valueEncoding},${said}\r\n`;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
