import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readBatch } from '#core/inspect/read/read-batch.ts';
import { recordContents } from '#core/inspect/record-contents.ts';
import { recordViews } from '#core/inspect/record-views.ts';
import { GROUP_RECORDS, TRANSACTION_RECORDS } from '#core/inspect/stored/stored-record.ts';
import { storedWords } from '#core/inspect/stored/stored-words.ts';
import type { RecordContentsView } from '#core/lab-api/record-views.ts';
import type { StoredWords } from '#core/lab-api/stored-says.ts';
import type { RecordView } from '#core/lab-api/views.ts';
import { batchesIn } from '#core/protocol/records/batch-scanner.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { storedEn } from '../../../../renderer/text/stored-en.ts';

const FIXTURES = fileURLToPath(new URL('../../../fixtures', import.meta.url));
async function allViews(batch: RecordBatch, topic: string | null): Promise<readonly RecordView[]> {
  const all = { fromOffset: 0, untilOffset: Infinity, recordsMax: Infinity, isDown: false };
  return (await recordViews(batch, all, { topic, breathe: () => undefined })).records;
}

const INTERNAL = /(__transaction_state|__consumer_offsets)-\d+/;
const LINE = /offset: (\d+) .*? key: (.*?)(?: payload: (.*))?$/s;
const BYTES_MAX = 1024;

/** What Apache's own tool printed of the internal topics: below each root, `data` and beside it `dump`. */
const RECORDED = ['dump-goldens', ...fs.readdirSync(`${FIXTURES}/log-dirs`).map((set) => `log-dirs/${set}`)]
  .filter((root) => fs.existsSync(`${FIXTURES}/${root}/dump`))
  .flatMap((root) =>
    fs
      .readdirSync(`${FIXTURES}/${root}/dump`, { recursive: true, encoding: 'utf8' })
      .filter((name) => INTERNAL.test(name) && name.endsWith('.log.txt'))
      .map((name) => ({ root, name: name.slice(0, -'.txt'.length) })),
  );

function topicOf(name: string): string {
  return INTERNAL.exec(name)?.[1] as string;
}

/** Every record of a file, decoded. */
async function decodedIn(root: string, name: string): Promise<ReadonlyMap<number, RecordContentsView>> {
  const found = new Map<number, RecordContentsView>();
  const bytes = fs.readFileSync(`${FIXTURES}/${root}/data/${name}`);
  for (const { position, whole } of placed(bytes)) {
    const batch = await readBatch(whole, 0, { segment: 0, position });
    if (batch.control) continue;
    for (const record of batch.records) {
      const asked = { topic: topicOf(name), bytesMax: BYTES_MAX, isControl: false };
      found.set(record.offset, recordContents(record, asked));
    }
  }
  return found;
}

function placed(bytes: Buffer): { readonly position: number; readonly whole: Buffer }[] {
  let position = 0;
  return [...batchesIn(bytes)].map(({ whole }) => {
    const at = position;
    position += whole.length;
    return { position: at, whole };
  });
}

/** JSON without the spaces between its parts. */
function packed(json: string | null | undefined): string | undefined {
  return json?.replaceAll(/"(?:[^"\\]|\\.)*"|\s+/g, (part) => (part.startsWith('"') ? part : ''));
}

function wordsText({ key, params }: NonNullable<StoredWords['value']>): string {
  return storedEn[key].replaceAll(/\{(\w+)(?:, plural,.*\}\})?\}?/g, (_, name) => String(params[name]));
}

describe('records of the internal topics', () => {
  test('there are many of them', () => {
    expect(RECORDED.length).toBeGreaterThan(20);
  });

  test.each(RECORDED)("$root $name: decoded as by Kafka's own tool", async ({ root, name }) => {
    const decoded = await decodedIn(root, name);
    const lines = fs.readFileSync(`${FIXTURES}/${root}/dump/${name}.txt`, 'utf8').split('\n');
    let compared = 0;
    for (const line of lines) {
      const [, offset, key = '', payload] = LINE.exec(line) ?? [];
      if (offset === undefined || line.includes('endTxnMarker')) continue;
      const stored = decoded.get(Number(offset))?.stored;
      compared++;
      if (!key.startsWith('{')) {
        expect({ offset, isDecoded: stored?.key != null && stored.value !== null }).toEqual({
          offset,
          isDecoded: false,
        });
        continue;
      }
      expect(key).toMatch(/^\{"type":"\d+","data":/);
      expect({ offset, key: packed(stored?.key) }).toEqual({
        offset,
        key: key.replace(/^\{"type":"\d+","data":/, '').slice(0, -1),
      });
      if (payload === '<DELETE>') {
        expect(stored).toMatchObject({ value: null, words: { value: { key: 'stored.value.tombstone' } } });
        continue;
      }
      expect({ offset, value: packed(stored?.value) }).toEqual({
        offset,
        value: payload?.replace(/^\{"version":"\d+","data":/, '').slice(0, -1),
      });
    }
    expect(compared).toBe(decoded.size);
  });

  test('stand in the table in words: a transaction, an offset, a group', async () => {
    const directory = `${FIXTURES}/log-dirs/txn-basic/data`;
    const wordsIn = async (partition: string): Promise<readonly string[]> => {
      const bytes = fs.readFileSync(`${directory}/${partition}/00000000000000000000.log`);
      const found: string[] = [];
      for (const batch of batchesIn(bytes)) {
        if (batch.isControl) continue;
        for (const { stored } of await allViews(batch, topicOf(partition)))
          if (stored?.value) found.push(`${wordsText(stored.key)} → ${wordsText(stored.value)}`);
      }
      return found;
    };
    expect(await wordsIn('__transaction_state-15')).toContain(
      'transactional.id tx-open → Ongoing, producer 6 epoch 0, 2',
    );
    expect(await wordsIn('__consumer_offsets-42')).toContain(
      'group g1, orders-0 → offset 5, metadata “by A”',
    );
  });

  test('of no internal topic are not read as one, and neither is a record without a key', async () => {
    const bytes = fs.readFileSync(`${FIXTURES}/log-dirs/plain/data/plain-0/00000000000000000000.log`);
    const views = await allViews(new RecordBatch(bytes), 'plain');
    expect(views.map(({ stored }) => stored)).toEqual(views.map(() => undefined));
    expect(storedWords(GROUP_RECORDS, { key: null, value: Buffer.alloc(4) })).toBeNull();
  });

  test('of an unknown type or version say so; what cannot be read does too', () => {
    const key = Buffer.from('00000007', 'hex');
    expect(storedWords(TRANSACTION_RECORDS, { key: Buffer.from('0063', 'hex'), value: key })).toEqual({
      key: { key: 'stored.key.unknownType', params: { type: 99 } },
      value: null,
    });
    const id = Buffer.concat([Buffer.from('00000002', 'hex'), Buffer.from('id')]);
    expect(storedWords(TRANSACTION_RECORDS, { key: id, value: Buffer.from('0009', 'hex') })).toEqual({
      key: { key: 'stored.key.transaction', params: { id: 'id' } },
      value: { key: 'stored.value.unknownVersion', params: { version: 9 } },
    });
    expect(storedWords(TRANSACTION_RECORDS, { key, value: null })?.key.key).toBe('stored.key.unreadable');
    expect(storedWords(TRANSACTION_RECORDS, { key: id, value: id })?.value?.key).toBe(
      'stored.value.unreadable',
    );
  });
});
