import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { annotateBatch } from '#core/inspect/annotate/annotate-batch.ts';
import { annotateFile } from '#core/inspect/annotate/annotate-file.ts';
import { annotateFrame } from '#core/inspect/annotate/annotate-frame.ts';
import { explainBatch } from '#core/inspect/annotate/explain-batch.ts';
import type { Annotated } from '#core/inspect/annotate/ruler.ts';
import { varintBits } from '#core/lab-api/varint-bits.ts';
import { writeRequestHeader, writeResponseHeader } from '#core/protocol/headers.ts';
import { EndTxn } from '#core/protocol/messages/26-end-txn.ts';
import { batchesIn } from '#core/protocol/records/batch-scanner.ts';
import { requestCodec, responseCodec } from '#core/protocol/schema/codec.ts';
import { ByteWriter } from '#core/protocol/writer.ts';
import { bytesEn } from '../../../../renderer/text/bytes-en.ts';

const LOG_DIRS = fileURLToPath(new URL('../../../fixtures/log-dirs', import.meta.url));

/** Fields in order, without gap or overlap, from the first byte to the last. */
function coverage({ fields }: Annotated): {
  readonly from: number;
  readonly to: number;
  readonly isTiled: boolean;
} {
  let at = 0;
  let isTiled = true;
  for (const field of fields) {
    if (field.at !== at) isTiled = false;
    at = field.at + field.size;
  }
  return { from: fields[0]?.at ?? -1, to: at, isTiled };
}

function fieldValue({ fields }: Annotated, name: string): string | undefined {
  return fields.find((field) => field.name === name)?.value;
}

const LOGS = ['plain/data/plain-0', 'txn-basic/data/orders-0', 'txn-basic/data/__consumer_offsets-42'].map(
  (directory) => `${LOG_DIRS}/${directory}/00000000000000000000.log`,
);

describe('a batch', () => {
  test.each(LOGS)('of %s is explained to the last byte, and every sentence exists', (path) => {
    for (const batch of batchesIn(fs.readFileSync(path))) {
      const annotated = annotateBatch(batch.whole);
      expect(annotated.stop).toBeNull();
      expect(coverage(annotated)).toEqual({ from: 0, to: batch.size, isTiled: true });
      expect(annotated.fields.filter(({ say }) => bytesEn[say.key] === undefined)).toEqual([]);
    }
  });

  test('that is damaged says so at its checksum; one that is cut says where it ends', () => {
    const [batch] = batchesIn(fs.readFileSync(LOGS[1] as string));
    const bytes = Buffer.from(batch?.whole ?? []);
    bytes[bytes.length - 2] = (bytes[bytes.length - 2] as number) ^ 1;
    expect(annotateBatch(bytes).fields.find(({ name }) => name === 'crc')?.say.key).toBe(
      'bytes.batch.crcWrong',
    );
    expect(annotateBatch(bytes.subarray(0, 70)).stop).not.toBeNull();
  });

  test('that is cut within its header has the fields that are there, names the cut one and those that are missing', () => {
    const [batch] = batchesIn(fs.readFileSync(LOGS[1] as string));
    const whole = annotateBatch(batch?.whole ?? Buffer.alloc(0)).fields;
    const { fields, stop } = annotateBatch((batch?.whole ?? Buffer.alloc(0)).subarray(0, 30));
    const names = fields.map(({ name }) => name);
    expect(names).toEqual(whole.slice(0, names.length).map(({ name }) => name));
    expect(fields.at(-1)).toMatchObject({ name: 'baseTimestamp', at: 27, size: 3, type: 'int64' });
    expect(fields.at(-1)?.say).toEqual({
      key: 'bytes.batch.cutField',
      params: { there: 3, size: 8, name: 'baseTimestamp' },
    });
    expect(fields.find(({ name }) => name === 'crc')?.say.key).toBe('bytes.batch.crcUnread');
    expect(stop).toMatchObject({
      at: 27,
      expected: { key: 'lab.damage.header', params: { size: '61' } },
      found: {
        key: 'lab.damage.cutFieldWithout',
        params: { count: '30', field: 'baseTimestamp', there: '3', size: '8' },
      },
    });
    expect(stop?.found.params['fields']).toBe(
      'maxTimestamp, producerId, producerEpoch, baseSequence, recordCount',
    );
  });

  test.each(LOGS)('of %s that is cut anywhere: no byte is left out, and every sentence exists', (path) => {
    const [batch] = batchesIn(fs.readFileSync(path));
    const bytes = batch?.whole ?? Buffer.alloc(0);
    for (let size = 1; size < bytes.length; size++) {
      const { fields, stop } = annotateBatch(bytes.subarray(0, size));
      expect({ size, ...coverage({ fields, stop }) }).toEqual({ size, from: 0, to: size, isTiled: true });
      expect({ size, key: stop?.found.key }).not.toEqual({ size, key: 'lab.words' });
      expect(stop?.at).toBeLessThanOrEqual(size);
      expect(fields.filter(({ say }) => bytesEn[say.key] === undefined)).toEqual([]);
    }
  });

  test('of which only the beginning is shown is whole: no stop, and the last field has its full size', () => {
    const whole = [...batchesIn(fs.readFileSync(LOGS[0] as string))].find(
      ({ recordCount }) => recordCount > 1,
    )?.whole as Buffer;
    const full = annotateBatch(whole);
    for (let shown = 62; shown < whole.length; shown++) {
      const { fields, stop } = annotateBatch(whole, shown);
      expect(stop).toBeNull();
      expect(fields).toEqual(full.fields.filter(({ at }) => at < shown));
    }
  });

  test('whose record is a marker names the decision and the coordinator', () => {
    const marker = [...batchesIn(fs.readFileSync(LOGS[1] as string))].find(({ isControl }) => isControl);
    const annotated = annotateBatch(marker?.whole ?? Buffer.alloc(0));
    expect(annotated.fields.map(({ say }) => say.key)).toContain('bytes.control.commit');
    expect(fieldValue(annotated, 'records[0].value.coordinatorEpoch')).toBe('0');
  });
});

describe('a file beside the log', () => {
  const directory = `${LOG_DIRS}/rolled/data`;
  const files = fs
    .readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) =>
      /\.(index|timeindex|txnindex|snapshot)$|leader-epoch-checkpoint$|partition\.metadata$/.test(name),
    );

  test.each(files)('%s is explained to the last byte', (name) => {
    const kind = name.endsWith('metadata') ? 'partition-metadata' : (/([a-z-]+)$/.exec(name)?.[1] ?? '');
    const bytes = fs.readFileSync(`${directory}/${name}`);
    const annotated = annotateFile(kind as 'index', bytes, { baseOffset: 0, position: 0 });
    expect(annotated.stop).toBeNull();
    expect(coverage(annotated)).toEqual({
      from: bytes.length === 0 ? -1 : 0,
      to: bytes.length,
      isTiled: true,
    });
  });

  test('a value below 0 in a snapshot is said in a sentence of its own', () => {
    // Version, checksum, number of producers; then one that wrote a marker and nothing else.
    const bytes = Buffer.alloc(10 + 50);
    bytes.writeInt16BE(1);
    bytes.writeInt32BE(1, 6);
    bytes.writeInt32BE(-1, 10 + 10);
    bytes.writeBigInt64BE(-1n, 10 + 14);
    bytes.writeInt32BE(-1, 10 + 34);
    bytes.writeBigInt64BE(-1n, 10 + 38);
    const { fields } = annotateFile('snapshot', bytes, { baseOffset: 0, position: 0 });
    const below = fields.filter(({ value }) => value === '-1').map(({ say }) => say.key);
    expect(below).toEqual([
      'bytes.snapshot.noSequence',
      'bytes.snapshot.noOffset',
      'bytes.snapshot.noMarker',
      'bytes.snapshot.noTransaction',
    ]);
  });

  test('a transaction index entry of another version stops the reading there', () => {
    const bytes = Buffer.alloc(34);
    bytes.writeInt16BE(1);
    expect(annotateFile('txnindex', bytes, { baseOffset: 0, position: 0 }).stop?.reason).toContain(
      'version 1',
    );
  });
});

describe('a frame', () => {
  test('is explained by the table of its message, header and body', () => {
    const request = new ByteWriter();
    writeRequestHeader(request, EndTxn, { apiVersion: 5, correlationId: 7, clientId: 'A' });
    requestCodec(EndTxn, 5).write(request, {
      transactionalId: 't',
      producerId: 1000,
      producerEpoch: 1,
      committed: true,
    });
    const bytes = request.toBuffer();
    const annotated = annotateFrame(bytes, { apiKey: 26, version: 5, side: 'request' });
    expect(coverage(annotated)).toEqual({ from: 0, to: bytes.length, isTiled: true });
    expect(fieldValue(annotated, 'producerEpoch')).toBe('1');
  });

  test('names the error it carries', () => {
    const response = new ByteWriter();
    writeResponseHeader(response, EndTxn, 5, 7);
    responseCodec(EndTxn, 5).write(response, { errorCode: 90 });
    const annotated = annotateFrame(response.toBuffer(), { apiKey: 26, version: 5, side: 'response' });
    expect(fieldValue(annotated, 'errorCode')).toBe('90 PRODUCER_FENCED');
  });

  test('that is cut says where it ends; one of an unknown API says so', () => {
    expect(annotateFrame(Buffer.alloc(3), { apiKey: 26, version: 5, side: 'request' }).stop).not.toBeNull();
    expect(
      annotateFrame(Buffer.alloc(9), { apiKey: 999, version: 0, side: 'request' }).stop?.reason,
    ).toContain('999');
  });
});

/** The batches of every log of Kafka's in the fixtures, of any format. */
function* everyBatch(): Generator<{ readonly name: string; readonly topic: string; readonly bytes: Buffer }> {
  for (const name of fs.readdirSync(LOG_DIRS, { recursive: true, encoding: 'utf8' })) {
    const topic = /([^/]+)-[0-9]+\/[0-9]{20}\.log$/.exec(name)?.[1];
    if (topic === undefined) continue;
    const log = fs.readFileSync(`${LOG_DIRS}/${name}`);
    for (const { whole, start } of batchesIn(log)) yield { name: `${name} at ${start}`, topic, bytes: whole };
  }
}

describe('a batch explained whole', () => {
  test('of any format, codec and topic: no byte is left out, outside and inside, and every sentence exists', async () => {
    const codecs = new Set<string>();
    for (const { name, topic, bytes } of everyBatch()) {
      const { inside, ...outside } = await explainBatch(bytes, {
        shownMax: 65536,
        topic,
        breathe: () => undefined,
      });
      for (const ruler of inside === undefined ? [outside] : [outside, inside]) {
        const size = ruler === outside ? bytes.length : Math.min(65536, inside?.wholeSize ?? 0);
        expect({ name, stop: ruler.stop }).toEqual({ name, stop: null });
        const { from, to, isTiled } = coverage(ruler);
        expect({ name, from, isTiled, isWhole: to >= size }).toEqual({
          name,
          from: 0,
          isTiled: true,
          isWhole: true,
        });
        expect(ruler.fields.filter(({ say }) => bytesEn[say.key] === undefined)).toEqual([]);
      }
      if (inside !== undefined) codecs.add(inside.file);
    }
    expect([...codecs].sort()).toEqual(['gzip', 'lz4', 'snappy', 'zstd']);
  });

  test('of an internal topic says what its keys and values mean', async () => {
    const names = new Map<string, Set<string>>();
    for (const { topic, bytes } of everyBatch()) {
      if (!topic.startsWith('__')) continue;
      const { fields } = await explainBatch(bytes, { shownMax: 65536, topic, breathe: () => undefined });
      const seen = names.get(topic) ?? new Set();
      names.set(topic, seen);
      for (const { say, params } of fields.map(({ say }) => ({ say: say.key, params: say.params })))
        seen.add(`${say} ${params['name'] ?? ''}`);
    }
    const transactions = [...(names.get('__transaction_state') ?? [])];
    for (const state of ['Empty', 'Ongoing', 'PrepareCommit', 'CompleteAbort'])
      expect(transactions).toContain(`bytes.stored.transactionStatus ${state}`);
    const offsets = [...(names.get('__consumer_offsets') ?? [])];
    expect(offsets).toContain('bytes.stored.type OffsetCommit');
    expect(offsets).toContain('bytes.stored.is.group ');
  });

  test('shows the bits of its varints', async () => {
    const batch = [...everyBatch()].find(({ name }) => name.startsWith('plain/data/plain-0'));
    const { fields } = await explainBatch(batch?.bytes ?? Buffer.alloc(0), {
      shownMax: 65536,
      topic: null,
      breathe: () => undefined,
    });
    for (const { type, value, at, size } of fields) {
      const varint = varintBits(type, batch?.bytes.toString('hex', at, at + size) ?? '');
      if (type !== 'varint') {
        if (type !== 'varlong') expect(varint).toBeUndefined();
        continue;
      }
      const raw = BigInt(`0b${varint?.groups.toReversed().join('')}`);
      expect(varint).toMatchObject({ raw: String(raw), isZigZag: true });
      expect(String((raw >> 1n) ^ -(raw & 1n))).toBe(value);
    }
  });
});

describe('the small files of a log directory', () => {
  const directory = `${LOG_DIRS}/txn-basic/data`;

  test.each([
    ['replication-offset-checkpoint', 'offset-checkpoint'],
    ['recovery-point-offset-checkpoint', 'offset-checkpoint'],
    ['meta.properties', 'meta-properties'],
  ] as const)('%s is explained to the last byte', (name, kind) => {
    const bytes = fs.readFileSync(`${directory}/${name}`);
    const annotated = annotateFile(kind, bytes, { baseOffset: 0, position: 0 });
    expect(coverage(annotated)).toEqual({ from: 0, to: bytes.length, isTiled: true });
    expect(annotated.fields.filter(({ say }) => bytesEn[say.key] === undefined)).toEqual([]);
  });
});
