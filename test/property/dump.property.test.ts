import fs from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { dump } from '#core/inspect/dump/dump.ts';
import type { DumpDecoder } from '#core/inspect/dump/dump-options.ts';
import { DUMP_DEFAULTS, DumpFailure } from '#core/inspect/dump/dump-options.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';

const LOG_DIRS = fileURLToPath(new URL('../fixtures/log-dirs', import.meta.url));
const directory = fs.mkdtempSync(`${os.tmpdir()}/fencepost-dump-`);

afterAll(() => fs.rmSync(directory, { recursive: true }));

/** The text of one file; whatever else is thrown than a DumpFailure fails the test. */
async function dumped(name: string, decoder: DumpDecoder = 'text'): Promise<string> {
  let text = '';
  const output = {
    print: (piece: string) => {
      text += piece;
    },
    endLine: () => {},
    complain: () => {},
    isFull: false,
    taken: async () => {},
  };
  try {
    await dump(
      nodePlatform().disk,
      [{ shown: name, absolute: name, directory, name }],
      { ...DUMP_DEFAULTS, decoder },
      output,
    );
  } catch (error) {
    if (!(error instanceof DumpFailure)) throw error;
  }
  return text;
}

type Damage = { readonly kind: 'flip' | 'cut'; readonly at: number; readonly bit: number };

function damages(size: number): fc.Arbitrary<Damage> {
  return fc.record({
    kind: fc.constantFrom('flip' as const, 'flip' as const, 'flip' as const, 'cut' as const),
    at: fc.nat(size - 1),
    bit: fc.nat(7),
  });
}

function damaged(bytes: Buffer, { kind, at, bit }: Damage): Buffer {
  if (kind === 'cut') return bytes.subarray(0, at);
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] as number) ^ (1 << bit);
  return copy;
}

const LOGS: readonly (readonly [string, string, DumpDecoder])[] = [
  ['transactions', 'txn-basic/data/orders-0/00000000000000000000.log', 'text'],
  ['old formats', 'old-formats/data/mixed-0/00000000000000000000.log', 'text'],
  ['all codecs', 'plain/data/plain-1/00000000000000000000.log', 'text'],
  ['offsets', 'txn-basic/data/__consumer_offsets-42/00000000000000000000.log', 'offsets'],
  ['transaction states', 'txn-basic/data/__transaction_state-18/00000000000000000000.log', 'transaction-log'],
];

test.each(LOGS)(
  'a damaged log (%s) is dumped up to its damage, and never breaks the dump',
  async (_, source, decoder) => {
    const name = '00000000000000000000.log';
    const original = fs.readFileSync(`${LOG_DIRS}/${source}`);
    fs.writeFileSync(`${directory}/${name}`, original);
    const lines = (await dumped(name, decoder)).split(/(?<=\n)/);
    /** The text of the batches that end at or before `at`. */
    const textBefore = (at: number): string => {
      let end = lines.length;
      for (const [i, line] of lines.entries()) {
        const [, position, size] = / position: ([0-9]+) .* size: ([0-9]+) /.exec(line) ?? [];
        if (position !== undefined && Number(position) + Number(size) > at) {
          end = i;
          break;
        }
      }
      return lines.slice(0, end).join('');
    };
    await fc.assert(
      fc.asyncProperty(damages(original.length), async (damage) => {
        fs.writeFileSync(`${directory}/${name}`, damaged(original, damage));
        expect((await dumped(name, decoder)).startsWith(textBefore(damage.at))).toBe(true);
      }),
      { numRuns: 150 },
    );
  },
);

describe('files beside a log', () => {
  const source = `${LOG_DIRS}/rolled/data/rolled-0`;
  const stem = '00000000000000000000';
  test.each(['index', 'timeindex', 'snapshot', 'txnindex'])(
    'a damaged .%s never breaks the dump',
    async (suffix) => {
      for (const beside of ['log', 'index', 'timeindex']) {
        fs.copyFileSync(`${source}/${stem}.${beside}`, `${directory}/${stem}.${beside}`);
      }
      const found = fs
        .readdirSync(source)
        .find((file) => file.endsWith(`.${suffix}`) && fs.statSync(`${source}/${file}`).size > 0);
      const original = fs.readFileSync(`${source}/${found}`);
      await fc.assert(
        fc.asyncProperty(damages(original.length), async (damage) => {
          fs.writeFileSync(`${directory}/${stem}.${suffix}`, damaged(original, damage));
          expect(await dumped(`${stem}.${suffix}`)).toContain('Dumping ');
        }),
        { numRuns: 150 },
      );
    },
  );
});
