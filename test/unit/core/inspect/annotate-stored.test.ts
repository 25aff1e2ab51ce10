import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32 } from '@node-rs/crc32';
import { describe, expect, test } from 'vitest';
import { annotateBatch } from '#core/inspect/annotate/annotate-batch.ts';
import { explainBatch } from '#core/inspect/annotate/explain-batch.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import { batchesIn } from '#core/protocol/records/batch-scanner.ts';
import { encodeStored } from '#core/protocol/schema/codec.ts';
import { OffsetCommitKey, OffsetCommitValue } from '#core/protocol/stored/offset-commit.ts';

const FIXTURES = fileURLToPath(new URL('../../../fixtures', import.meta.url));
const EXPLAIN = { shownMax: 65_536, breathe: () => undefined } as const;
const SHARE_AND_STREAMS = 10;
const PATTERN = 16;

/** The fields of every batch, compressed ones unfolded. */
async function fieldsOf(topic: string) {
  const bytes = fs.readFileSync(`${FIXTURES}/dump-goldens/data/${topic}-0/00000000000000000000.log`);
  const explained = [...batchesIn(bytes)].map(({ whole }) => explainBatch(whole, { ...EXPLAIN, topic }));
  return (await Promise.all(explained)).map(({ fields, inside }) => inside?.fields ?? fields);
}

/** A message of format version `magic`, as old brokers kept committed offsets. */
function legacyMessage(magic: 0 | 1, key: Buffer, value: Buffer): Buffer {
  const sized = (bytes: Buffer): Buffer => {
    const size = Buffer.alloc(4);
    size.writeInt32BE(bytes.length);
    return Buffer.concat([size, bytes]);
  };
  const timestamp = Buffer.alloc(magic === 0 ? 0 : 8);
  const body = Buffer.concat([Buffer.from([magic, 0]), timestamp, sized(key), sized(value)]);
  const head = Buffer.alloc(16);
  head.writeBigInt64BE(7n);
  head.writeInt32BE(body.length + 4, 8);
  head.writeUInt32BE(crc32(body) >>> 0, 12);
  return Buffer.concat([head, body]);
}

describe('the byte ruler of an internal topic', () => {
  test('has a sentence of its own for every field of transactions, offsets and consumer groups', async () => {
    const types = new Set<string>();
    const plain = new Set<string>();
    const topics = ['__transaction_state', '__consumer_offsets'];
    for (const fields of (await Promise.all(topics.map(fieldsOf))).flat()) {
      let type = 0;
      for (const { name, say, value } of fields) {
        if (/records\[\d+\]\.key\.type$/.test(name)) {
          type = Number(value);
          types.add(value);
        }
        const isOther = type >= SHARE_AND_STREAMS && type !== PATTERN;
        if (say.key === 'bytes.stored.field' && !isOther && !/\.(unknown )?tag \d+$/.test(name))
          plain.add(name);
      }
    }
    expect([...plain]).toEqual([]);
    expect(
      [...types]
        .map(Number)
        .filter((type) => type <= 8 || type === PATTERN)
        .sort((a, b) => a - b),
    ).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 16]);
  });

  test('says that it does not know a type or a version, and shows the rest as bytes', () => {
    const id = Buffer.concat([Buffer.from('00000002', 'hex'), Buffer.from('id')]);
    const said = (key: Buffer, value: Buffer) => {
      const batch = buildBatch({ records: [{ timestamp: 1, key, value, headers: [] }] });
      return annotateBatch(batch, undefined, '__transaction_state')
        .fields.filter(({ name }) => /\.(key|value)\b/.test(name) || name.endsWith('.value'))
        .map(({ name, say }) => `${name.replace('records[0].', '')} ${say.key.replace('bytes.', '')}`);
    };
    expect(said(Buffer.from('0063ffff', 'hex'), Buffer.from('0001', 'hex'))).toEqual([
      'key.type stored.unknownType',
      'key.rest stored.rest',
      'value record.value',
    ]);
    expect(said(id, Buffer.from('0009abcd', 'hex')).slice(2)).toEqual([
      'value.version stored.unknownVersion',
      'value.rest stored.rest',
    ]);
  });

  test.each([0, 1] as const)('decodes messages of format version %i too', async (magic) => {
    const row = { group: 'g', topic: 't', partition: 3 };
    const value = { offset: 42, leaderEpoch: -1, metadata: 'm', commitTimestamp: 5, expireTimestamp: 6 };
    const bytes = legacyMessage(
      magic,
      encodeStored(OffsetCommitKey, 1, row),
      encodeStored(OffsetCommitValue, 1, { ...value, topicId: 'AAAAAAAAAAAAAAAAAAAAAA' }),
    );
    const { fields, stop } = await explainBatch(bytes, { ...EXPLAIN, topic: '__consumer_offsets' });
    expect(stop).toBeNull();
    const values = Object.fromEntries(fields.map((field) => [field.name, field.value]));
    expect(values).toMatchObject({
      'key.type': '1',
      'key.group': 'g',
      'key.partition': '3',
      'value.version': '1',
      'value.offset': '42',
      'value.expireTimestamp': '6',
    });
  });
});

describe('a compressed message of an old format', () => {
  const messagesOf = (partition: string) => {
    const bytes = fs.readFileSync(
      `${FIXTURES}/log-dirs/old-formats/data/${partition}/00000000000000000000.log`,
    );
    return [...batchesIn(bytes)].map((batch) => Buffer.from(batch.whole));
  };

  test('of version 0 has offsets as they are, and a checksum of LZ4 that counts too much', async () => {
    const said = new Set<string>();
    for (const bytes of messagesOf('magic0-0')) {
      const { fields, inside } = await explainBatch(bytes, { ...EXPLAIN, topic: null });
      for (const { say } of [...fields, ...(inside?.fields ?? [])]) said.add(say.key);
    }
    expect([...said]).toEqual(
      expect.arrayContaining(['bytes.legacy.innerOffset', 'bytes.codec.headerChecksumOld']),
    );
    expect([...said]).not.toContain('bytes.legacy.relativeOffset');
    expect([...said]).not.toContain('bytes.codec.headerChecksumWrong');
  });

  test('of version 1 numbers its messages from 0, and the ruler says which offsets they have', async () => {
    const checksums = new Set<string>();
    for (const bytes of messagesOf('magic1-0')) {
      const { fields, inside } = await explainBatch(bytes, { ...EXPLAIN, topic: null });
      for (const { say } of fields) if (say.key.includes('headerChecksum')) checksums.add(say.key);
      const relative = inside?.fields.filter(({ say }) => say.key === 'bytes.legacy.relativeOffset') ?? [];
      const last = relative.at(-1)?.say.params['offset'];
      if (last !== undefined) expect(String(last)).toBe(fields[0]?.value);
    }
    expect([...checksums]).toEqual(['bytes.codec.headerChecksum']);
  });
});
