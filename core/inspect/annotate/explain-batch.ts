/** A batch explained whole: its ruler, and where it is compressed, the ruler of what is inside. */
import type { ByteStop } from '#core/lab-api/byte-views.ts';
import type { ByteField, ByteView } from '#core/lab-api/views.ts';
import { DecodeError } from '#core/protocol/reader.ts';
import { recordBytesAsync } from '#core/protocol/records/batch-reader.ts';
import { CODEC, codecName, decompress } from '#core/protocol/records/compression.ts';
import { decompressLz4 } from '#core/protocol/records/compression-lz4.ts';
import { LegacyMessage, wrappedOffsetBase } from '#core/protocol/records/legacy-record.ts';
import { BATCH_HEADER_SIZE, RecordBatch } from '#core/protocol/records/record-batch.ts';
import { annotateBatchInTurns } from './annotate-batch.ts';
import { annotateLegacy, annotateMessages } from './annotate-legacy.ts';
import { recordSteps } from './annotate-records.ts';
import { annotateInTurns, type Breathe } from './ruler.ts';

const MAGIC_AT = 16;
/** What is unfolded for a picture of 64 KiB: far more than a real batch, far less than a bomb. */
const INSIDE_BYTES_MAX = 64 * 1024 * 1024;

export interface ExplainOptions {
  /** Fields that begin behind so many bytes are left out. */
  readonly shownMax: number;
  /** Keys and values of `__transaction_state` and `__consumer_offsets` are decoded. */
  readonly topic: string | null;
  /** The thread is given back after records. */
  readonly breathe: Breathe;
}

/** What a ruler shows besides the bytes themselves. */
export interface Explained {
  readonly fields: readonly ByteField[];
  readonly stop: ByteStop | null;
  readonly inside?: ByteView | undefined;
}

/** Explains the batch that `bytes` begin with, of any format version; they may have less or more than it. */
export async function explainBatch(bytes: Buffer, options: ExplainOptions): Promise<Explained> {
  const isLegacy = bytes.length > MAGIC_AT && (bytes[MAGIC_AT] as number) < 2;
  if (isLegacy) {
    const explained = annotateLegacy(bytes, options);
    return explained.stop === null ? withInside(explained, insideMessage(bytes, options)) : explained;
  }
  const batch = bytes.length < BATCH_HEADER_SIZE ? undefined : new RecordBatch(bytes);
  const isWhole = batch !== undefined && batch.size >= BATCH_HEADER_SIZE && batch.size <= bytes.length;
  const explained = await annotateBatchInTurns(isWhole ? batch.whole : bytes, options);
  if (!isWhole || batch.codec === CODEC.none) return explained;
  return withInside(explained, await insideBatch(batch, options));
}

function withInside(explained: Explained, inside: ByteView | undefined): Explained {
  return inside === undefined ? explained : { ...explained, inside };
}

/** The records of a compressed batch; undefined when they do not decompress: the batch itself shows what there is. */
async function insideBatch(
  batch: RecordBatch,
  { shownMax, topic, breathe }: ExplainOptions,
): Promise<ByteView | undefined> {
  try {
    const records = await recordBytesAsync(batch, INSIDE_BYTES_MAX);
    if (records.length === 0) return undefined;
    const explained = await annotateInTurns(records, (ruler) => recordSteps(ruler, batch, topic), {
      shownMax,
      breathe,
    });
    return viewOf(records, { ...explained, shownMax, codec: batch.codec });
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return undefined;
  }
}

/** The messages of a compressed one. */
function insideMessage(bytes: Buffer, { shownMax, topic }: ExplainOptions): ByteView | undefined {
  try {
    const message = new LegacyMessage(bytes);
    const { value } = message.content();
    if (message.codec === CODEC.none || message.codec === CODEC.zstd || value === null) return undefined;
    const messages =
      message.codec === CODEC.lz4
        ? decompressLz4(value, INSIDE_BYTES_MAX, { lenientHeader: message.magic === 0 })
        : decompress(message.codec, value, INSIDE_BYTES_MAX);
    const offsetBase = wrappedOffsetBase(message, messages);
    const explained = annotateMessages(messages, { shownMax, topic, offsetBase });
    return viewOf(messages, { ...explained, shownMax, codec: message.codec });
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return undefined;
  }
}

function viewOf(
  bytes: Buffer,
  { shownMax, codec, ...explained }: Explained & { readonly shownMax: number; readonly codec: number },
): ByteView {
  return {
    file: codecName(codec) ?? `codec ${codec}`,
    position: 0,
    fileSize: bytes.length,
    wholeSize: bytes.length,
    hex: bytes.toString('hex', 0, Math.min(bytes.length, shownMax)),
    ...explained,
  };
}
