/**
 * The text of a `.log` (and of a KRaft snapshot, which has the same format): a line a batch, a line a record.
 * (source: DumpLogSegments.dumpLog)
 */
import type { Disk } from '#core/base/disk.ts';
import { codecName } from '#core/protocol/records/compression.ts';
import { BATCH_HEADER_SIZE, BATCH_LOG_OVERHEAD, RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { DumpedRecord } from './batch-records.ts';
import { recordsOf } from './batch-records.ts';
import type { BatchPlace } from './batch-stream.ts';
import { BatchStream, isCurrent } from './batch-stream.ts';
import type { LongPairs } from './complaints.ts';
import { controlText } from './control-text.ts';
import type { DumpFile, DumpOptions, DumpOutput } from './dump-options.ts';
import { DUMP_DEFAULTS, DumpFailure } from './dump-options.ts';
import { baseOffsetOf, opened, pathOf } from './files.ts';
import { incrementSequence, optionalLong } from './java-text.ts';
import { LegacyView, type TimestampType } from './legacy-view.ts';
import type { RecordParser } from './record-parser.ts';

const PRODUCER_ID_AT = 43;
const BASE_TIMESTAMP_AT = 27;
const MAX_TIMESTAMP_AT = 35;

/** What of a batch shows in the lines of its records. */
interface BatchTraits {
  readonly timestampType: TimestampType;
  readonly isControl: boolean;
}

export class LogDump {
  readonly #output: DumpOutput;
  readonly #options: DumpOptions;
  readonly #parser: RecordParser;
  readonly #gaps: () => LongPairs;
  #lastOffset = -1n;

  /** `gaps` takes offsets of records that do not follow each other. */
  constructor(output: DumpOutput, options: DumpOptions, parser: RecordParser, gaps: () => LongPairs) {
    this.#output = output;
    this.#options = options;
    this.#parser = parser;
    this.#gaps = gaps;
  }

  /** @throws {DumpFailure} and {DecodeError} where Kafka's tool ends with an exception. */
  async print(disk: Disk, source: DumpFile): Promise<void> {
    const { name } = source;
    this.#output.print(`${title(name)}\n`);
    await opened(disk, pathOf(source), async (file) => {
      const stream = new BatchStream(file);
      const { maxBytes } = this.#options;
      const end = Math.min(stream.size, maxBytes);
      let position = 0;
      for (let place = stream.batchAt(0, end); place !== undefined; place = stream.batchAt(position, end)) {
        const traits = this.#printBatch(stream, place);
        await this.#printRecords(await recordsOf(stream, place), traits);
        position += place.size;
      }
      if (end > position && maxBytes === DUMP_DEFAULTS.maxBytes) {
        this.#output.print(`Found ${end - position} invalid bytes at the end of ${name}\n`);
      }
    });
  }

  #printBatch(stream: BatchStream, place: BatchPlace): BatchTraits {
    if (!isCurrent(place)) {
      this.#output.print(`offset: ${place.offset}`);
      if (place.magic < 0) {
        throw new DumpFailure(`the message at byte ${place.position} has magic ${place.magic}`);
      }
      const message = new LegacyView(stream.bytes(place).subarray(BATCH_LOG_OVERHEAD));
      const { timestampType, timestamp, codec, crc, isValid } = message;
      this.#printRest(place, { timestampType, maxTimestamp: timestamp, codec, crc, isValid });
      return { timestampType, isControl: false };
    }
    const header = stream.header(place);
    this.#output.print(headerText(header, stream.lastOffset(place)));
    const timestampType = header.isLogAppendTime ? 'LogAppendTime' : 'CreateTime';
    this.#printRest(place, {
      timestampType,
      maxTimestamp: header.bytes.readBigInt64BE(header.start + MAX_TIMESTAMP_AT),
      codec: header.codec,
      crc: header.crc,
      isValid: place.size >= BATCH_HEADER_SIZE && new RecordBatch(stream.bytes(place)).isCrcValid,
    });
    return { timestampType, isControl: header.isControl };
  }

  #printRest(
    { position, size, magic }: BatchPlace,
    batch: {
      readonly timestampType: TimestampType;
      readonly maxTimestamp: bigint;
      readonly codec: number;
      readonly crc: number;
      readonly isValid: boolean;
    },
  ): void {
    const codec = codecName(batch.codec);
    if (codec === undefined) {
      throw new DumpFailure(`the batch at byte ${position} has codec ${batch.codec}, which is not defined`);
    }
    this.#output.print(
      ` position: ${position} ${batch.timestampType}: ${batch.maxTimestamp} size: ${size} magic: ${magic}` +
        ` compresscodec: ${codec} crc: ${batch.crc} isvalid: ${batch.isValid}\n`,
    );
  }

  async #printRecords(records: Iterable<DumpedRecord>, traits: BatchTraits): Promise<void> {
    for (const record of records) {
      if (record.offset !== this.#lastOffset + 1n) this.#gaps().add(this.#lastOffset, record.offset);
      this.#lastOffset = record.offset;
      this.#printRecord(record, traits);
      if (this.#output.isFull) await this.#output.taken();
    }
  }

  #printRecord(record: DumpedRecord, { timestampType, isControl }: BatchTraits): void {
    const output = this.#output;
    let prefix = ' ';
    if (this.#options.skipRecordMetadata) {
      prefix = '| ';
    } else {
      output.print(
        `| offset: ${record.offset} ${timestampType}: ${record.timestamp} keySize: ${record.keySize} valueSize: ${record.valueSize}`,
      );
      const { current, legacy } = record;
      if (current !== undefined) {
        output.print(` sequence: ${current.sequence} headerKeys: [${current.headerKeys.join(',')}]`);
      }
      if (legacy !== undefined) output.print(` isValid: ${legacy.isValid} crc: ${legacy.crc}`);
      if (isControl) output.print(controlText(record.key, record.value));
    }
    if (!isControl) {
      const { key, payload } = this.#parser(record);
      if (key !== undefined) {
        output.print(`${prefix}key: `);
        output.print(key);
        prefix = ' ';
      }
      if (payload !== undefined) {
        output.print(`${prefix}payload: `);
        output.print(payload);
      }
    }
    output.print('\n');
  }
}

function title(name: string): string {
  if (name.endsWith('.log')) return `Log starting offset: ${baseOffsetOf(name)}`;
  if (name === 'bootstrap.checkpoint') return 'KRaft bootstrap snapshot';
  const [, offset, epoch] = /^([0-9]{20})-([0-9]{10})\.checkpoint$/.exec(name) ?? [];
  if (offset === undefined || epoch === undefined) {
    throw new DumpFailure('its name is not that of a snapshot: 20 digits, "-", 10 digits, ".checkpoint"');
  }
  return `Snapshot end offset: ${BigInt(offset)}, epoch: ${BigInt(epoch)}`;
}

function headerText(header: RecordBatch, lastOffset: bigint): string {
  const { bytes, start, baseSequence, lastOffsetDelta } = header;
  const lastSequence = baseSequence === -1 ? -1 : incrementSequence(baseSequence, lastOffsetDelta);
  const deleteHorizon = header.hasDeleteHorizon ? bytes.readBigInt64BE(start + BASE_TIMESTAMP_AT) : undefined;
  return (
    `baseOffset: ${bytes.readBigInt64BE(start)} lastOffset: ${lastOffset} count: ${header.recordCount}` +
    ` baseSequence: ${baseSequence} lastSequence: ${lastSequence}` +
    ` producerId: ${bytes.readBigInt64BE(start + PRODUCER_ID_AT)} producerEpoch: ${header.producerEpoch}` +
    ` partitionLeaderEpoch: ${header.partitionLeaderEpoch} isTransactional: ${header.isTransactional}` +
    ` isControl: ${header.isControl} deleteHorizonMs: ${optionalLong(deleteHorizon)}`
  );
}
