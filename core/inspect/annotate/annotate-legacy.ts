/** The byte ruler of a message of the formats before Kafka 0.11. */
import { codecName } from '#core/protocol/records/compression.ts';
import { LegacyMessage } from '#core/protocol/records/legacy-record.ts';
import type { CoordinatorRecord } from '#core/protocol/stored/coordinator-record.ts';
import { preview } from '../preview.ts';
import { storedRecords } from '../stored/stored-record.ts';
import { annotateCodecBlock } from './annotate-codec.ts';
import { annotateStored } from './annotate-stored.ts';
import type { Annotated, FieldInfo, Ruler } from './ruler.ts';
import { annotate } from './ruler.ts';

const HEADER_SIZE = 18;

/** What the sentences about messages depend on. */
export interface MessagesContext {
  /** Fields that begin behind so many bytes are left out. */
  readonly shownMax?: number;
  /** Keys and values of an internal topic are decoded. */
  readonly topic: string | null;
}

interface MessagePlace {
  readonly prefix: string;
  readonly topic: string | null;
  /** Added to the offset of a message inside of another; null when it stands for itself. */
  readonly offsetBase: number | null;
}

/** Annotates the messages that another one wraps, one after the other. `offsetBase` is what their offsets count from; 0 of version 0. */
export function annotateMessages(
  bytes: Buffer,
  { shownMax, topic, offsetBase }: MessagesContext & { readonly offsetBase: number },
): Annotated {
  const walk = (ruler: Ruler): void => {
    for (let i = 0; ruler.reader.remaining > 0; i++)
      annotateMessage(ruler, { prefix: `messages[${i}].`, topic, offsetBase });
  };
  return annotate(bytes, walk, shownMax);
}

/** Annotates the message that `bytes` begin with. */
export function annotateLegacy(bytes: Buffer, { shownMax, topic }: MessagesContext): Annotated {
  const place = { prefix: '', topic, offsetBase: null };
  return annotate(bytes, (ruler) => annotateMessage(ruler, place), shownMax);
}

function hex(value: number): string {
  return `0x${value.toString(16).padStart(8, '0')}`;
}

function annotateMessage(ruler: Ruler, { prefix, topic, offsetBase }: MessagePlace): void {
  const { reader } = ruler;
  if (reader.remaining < HEADER_SIZE) reader.fail(`the header of a message has ${HEADER_SIZE} bytes`);
  const message = new LegacyMessage(reader.buffer, reader.offset);
  const codec = codecName(message.codec) ?? `codec ${message.codec}`;
  const name = (field: string): string => `${prefix}${field}`;
  ruler.field(
    (r) => r.int64(),
    (value) => ({ name: name('offset'), type: 'int64', value, ...offsetSaid(value, offsetBase) }),
  );
  ruler.field(
    (r) => r.int32(),
    (value) => ({ name: name('size'), type: 'int32', value, say: 'legacy.size' }),
  );
  const computed = hex(message.computeCrc());
  ruler.field(
    (r) => r.uint32(),
    (value) => ({
      name: name('crc'),
      type: 'uint32',
      value: hex(value),
      say: message.isCrcValid ? 'legacy.crc' : 'legacy.crcWrong',
      params: { computed },
    }),
  );
  ruler.field(
    (r) => r.int8(),
    (value) => ({ name: name('magic'), type: 'int8', value, say: 'legacy.magic' }),
  );
  const timestampType = message.isLogAppendTime ? 'LogAppendTime' : 'CreateTime';
  ruler.field(
    (r) => r.int8(),
    (value) => ({
      name: name('attributes'),
      type: 'int8',
      value: `0x${(value & 0xff).toString(16).padStart(2, '0')}`,
      say: 'legacy.attributes',
      params: { codec, timestampType: message.magic === 0 ? 'NoTimestampType' : timestampType },
      isDeciding: true,
    }),
  );
  if (message.magic > 0)
    ruler.field(
      (r) => r.int64(),
      (value) => ({ name: name('timestamp'), type: 'int64', value, say: 'legacy.timestamp' }),
    );
  annotateContent(ruler, { name, codec, known: storedRecords(topic) });
}

function offsetSaid(offset: number, base: number | null): Pick<FieldInfo, 'say' | 'params'> {
  if (base === null) return { say: 'legacy.offset' };
  if (base === 0) return { say: 'legacy.innerOffset' };
  return { say: 'legacy.relativeOffset', params: { offset: base + offset, base } };
}

interface ContentPlace {
  readonly name: (field: string) => string;
  readonly codec: string;
  readonly known: readonly CoordinatorRecord[] | undefined;
}

function annotateContent(ruler: Ruler, { name, codec, known }: ContentPlace): void {
  let record: CoordinatorRecord | undefined;
  for (const field of ['key', 'value'] as const) {
    const size = ruler.field(
      (r) => r.int32(),
      (value) => ({
        name: name(`${field}Size`),
        type: 'int32',
        value,
        say: value < 0 ? `record.${field}Null` : `record.${field}Length`,
      }),
    );
    if (size < 0) continue;
    const isPacked = field === 'value' && codec !== 'none';
    if (isPacked && size <= ruler.reader.remaining && annotateCodecBlock(ruler, codec, size)) continue;
    if (!isPacked && known !== undefined) {
      const place = { name: (inner: string): string => name(`${field}.${inner}`), depth: 1 };
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
        say: isPacked ? 'legacy.compressed' : `record.${field}`,
        params: { codec, size },
      }),
    );
  }
}
