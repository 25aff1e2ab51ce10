import fs from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { dump } from '#core/inspect/dump/dump.ts';
import type { DumpDecoder, DumpOptions, DumpOutput } from '#core/inspect/dump/dump-options.ts';
import { DUMP_DEFAULTS, DumpFailure } from '#core/inspect/dump/dump-options.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { FailingDisk } from '../../../support/failing-disk.ts';

const FIXTURES = fileURLToPath(new URL('../../../fixtures', import.meta.url));
const { disk } = nodePlatform();

class Recorded implements DumpOutput {
  text = '';
  readonly complaints: string[] = [];
  readonly isFull = true;
  failure: string | undefined;

  print(text: string): void {
    this.text += text;
  }
  endLine(): void {
    if (!this.text.endsWith('\n')) this.text += '\n';
  }
  complain(line: string): void {
    this.complaints.push(line);
  }
  async taken(): Promise<void> {}
}

function decoderFor(file: string): DumpDecoder {
  if (file.startsWith('__transaction_state-')) return 'transaction-log';
  return file.startsWith('__consumer_offsets-') ? 'offsets' : 'text';
}

/** Dumps `files` of `directory`; they are named in the text as they are given, in complaints with `prefix` before that. */
async function dumped(
  directory: string,
  files: readonly string[],
  options: Partial<DumpOptions> = {},
  prefix = '',
): Promise<Recorded> {
  const output = new Recorded();
  const targets = files.map((file) => {
    const parts = file.split('/');
    const name = parts.pop() ?? '';
    return { shown: file, absolute: `${prefix}${file}`, directory: [directory, ...parts].join('/'), name };
  });
  try {
    await dump(disk, targets, { ...DUMP_DEFAULTS, ...options }, output);
  } catch (error) {
    if (!(error instanceof DumpFailure)) throw error;
    output.failure = error.message;
  }
  return output;
}

function filesUnder(directory: string): string[] {
  return fs
    .readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.txt'));
}

/** Complaints file by file; the tool prints files in the order of a hash map over their absolute paths. */
function blocksOf(lines: readonly string[]): string[] {
  return lines
    .join('\n')
    .split(/\n(?=[A-Z])/)
    .sort();
}

const LOG_DIRS = `${FIXTURES}/log-dirs`;
const SETS = fs.readdirSync(LOG_DIRS).filter((set) => fs.existsSync(`${LOG_DIRS}/${set}/dump`));

describe.each(SETS)("a log directory of Apache Kafka is dumped as by Kafka's own tool: %s", (set) => {
  const recorded = `${LOG_DIRS}/${set}/dump`;
  const files = filesUnder(recorded)
    .map((name) => name.slice(0, -'.txt'.length))
    .filter((name) => name !== 'standard-error')
    .sort();

  test(`${files.length} files, character by character`, async () => {
    const complaints: string[] = [];
    for (const file of files) {
      const output = await dumped(`${LOG_DIRS}/${set}/data`, [file], { decoder: decoderFor(file) });
      expect(output.failure).toBeUndefined();
      expect(output.text).toBe(fs.readFileSync(`${recorded}/${file}.txt`, 'utf8'));
      complaints.push(...output.complaints);
    }
    const standardError = `${recorded}/standard-error.txt`;
    const expected = fs.existsSync(standardError) ? fs.readFileSync(standardError, 'utf8').split('\n') : [];
    expect(blocksOf(complaints)).toEqual(
      blocksOf(expected.filter((line) => line !== '' && !line.startsWith('kafka-dump-log'))),
    );
  });
});

interface Ending {
  readonly complaints: readonly string[];
  readonly exitStatus: number;
}

/** Standard error of the tool; of an exception only that it came, since its text is Java's. */
function endingOf(standardError: string | undefined): Ending {
  if (standardError === undefined) return { complaints: [], exitStatus: 0 };
  const [status, ...lines] = standardError.split('\n');
  const complaints = lines.filter((line) => line !== '' && !/^(\t|Exception in thread)/.test(line));
  return { complaints, exitStatus: Number(status) };
}

interface Printed extends Ending {
  readonly text: string;
}

function recordedIn(file: string): Printed {
  const [text = '', standardError] = fs.readFileSync(file, 'utf8').split('--- standard error, exit status ');
  return { text, ...endingOf(standardError) };
}

function printedBy({ text, complaints, failure }: Recorded): Printed {
  return { text, complaints, exitStatus: failure === undefined ? 0 : 1 };
}

const DAMAGED = filesUnder(`${FIXTURES}/damaged`).map((name) => {
  const [variant = '', , file = ''] = name.split('/');
  return { variant, file: file.slice(0, -'.txt'.length), recorded: `${FIXTURES}/damaged/${name}` };
});

describe('damaged files', () => {
  test.each(DAMAGED)(
    '$variant: $file ends where, and is complained of as, with the tool',
    async ({ variant, file, recorded }) => {
      const output = await dumped(`${FIXTURES}/damaged/${variant}/data`, [`${variant}-0/${file}`]);
      expect(printedBy(output)).toEqual(recordedIn(recorded));
    },
  );
});

const GOLDENS = `${FIXTURES}/dump-goldens`;

/** Why a stored record cannot be read is said in Java's words there and in ours here. */
function withoutReasons(text: string): string {
  return text.replaceAll(/(Could not read record .* due to: ).*/g, '$1');
}

describe('logs written by the classes of Kafka', () => {
  test.each(filesUnder(`${GOLDENS}/dump`))('%s', async (name) => {
    const file = name.slice(0, -'.txt'.length);
    const output = await dumped(`${GOLDENS}/data`, [file], { decoder: decoderFor(file) });
    const actual = printedBy(output);
    const expected = recordedIn(`${GOLDENS}/dump/${name}`);
    expect({ ...actual, text: withoutReasons(actual.text) }).toEqual({
      ...expected,
      text: withoutReasons(expected.text),
    });
  });
});

const SEGMENT = '00000000000000000000';
const ODD = 'damaged/index-odd-size/data/index-odd-size-0/00000000000000000009.index';
const UNSORTED = 'damaged/timeindex-unsorted/data/timeindex-unsorted-0/00000000000000000009.timeindex';
const FLIPPED = 'damaged/bit-in-offset/data/bit-in-offset-0/00000000000000000027';
const ROLLED = 'log-dirs/rolled/data/rolled-0';
const ORDERS = `log-dirs/txn-basic/data/orders-2/${SEGMENT}.log`;
const STATE = `log-dirs/txn-basic/data/__transaction_state-15/${SEGMENT}.log`;

describe('options', () => {
  test.each<readonly [string, readonly string[], Partial<DumpOptions>]>([
    ['skip-record-metadata', [ORDERS], { skipRecordMetadata: true }],
    ['skip-record-metadata-decoded', [STATE], { skipRecordMetadata: true, decoder: 'transaction-log' }],
    ['max-bytes', [ORDERS], { maxBytes: 400 }],
    ['max-message-size', [`${ROLLED}/${SEGMENT}.index`], { maxMessageSize: 100 }],
    [
      'index-sanity-check',
      [`${ROLLED}/${SEGMENT}.index`, `${ROLLED}/${SEGMENT}.timeindex`],
      { indexSanityCheck: true },
    ],
    ['index-sanity-check-odd', [ODD], { indexSanityCheck: true }],
    ['index-sanity-check-unsorted', [UNSORTED], { indexSanityCheck: true }],
    ['verify-index-only', [`${FLIPPED}.index`, `${FLIPPED}.timeindex`], { verifyIndexOnly: true }],
    [
      'several-files',
      [
        ...['04', '07', '11', '14'].map((offset) => `${ROLLED}/000000000000000000${offset}.log`),
        'log-dirs/rolled/data/by-time-0/00000000000000000002.log',
        ORDERS,
      ],
      {},
    ],
    [
      'unknown-file',
      ['log-dirs/compacted/data/compact-0/00000000000000000068.log.deleted', `${ROLLED}/${SEGMENT}.index`],
      {},
    ],
  ])('%s', async (name, files, options) => {
    const output = await dumped(FIXTURES, files, options, '/tmp/fixtures/');
    expect(printedBy(output)).toEqual(recordedIn(`${GOLDENS}/options/${name}.txt`));
  });
});

describe('a preallocated file', () => {
  test.each(['index', 'timeindex'])('%s ends where its zeros begin', async (suffix) => {
    const directory = fs.mkdtempSync(`${os.tmpdir()}/fencepost-dump-`);
    try {
      fs.cpSync(`${FIXTURES}/${ROLLED}`, directory, { recursive: true });
      const file = `00000000000000000004.${suffix}`;
      const trimmed = await dumped(directory, [file]);
      fs.appendFileSync(`${directory}/${file}`, Buffer.alloc(12 * 1000));
      expect(printedBy(await dumped(directory, [file]))).toEqual(printedBy(trimmed));
    } finally {
      fs.rmSync(directory, { recursive: true });
    }
  });
});

describe('what cannot be dumped', () => {
  test('a file that is none, or that the disk refuses, is told, and the files behind it are printed', async () => {
    const parent = fs.mkdtempSync(`${os.tmpdir()}/dump-`);
    try {
      const names = ['00000000000000000000.log', '00000000000000000004.log', '00000000000000000007.log'];
      for (const name of names) fs.copyFileSync(`${FIXTURES}/${ROLLED}/${name}`, `${parent}/${name}`);
      fs.rmSync(`${parent}/${names[1]}`);
      fs.mkdirSync(`${parent}/${names[1]}`);
      const output = new Recorded();
      const targets = names.map((name) => ({
        shown: name,
        absolute: `${parent}/${name}`,
        directory: parent,
        name,
      }));
      const refusing = new FailingDisk(disk);
      refusing.fails = (operation, path) =>
        operation === 'open' && path.endsWith(names[0] ?? '') ? 'EACCES' : undefined;
      expect(await dump(refusing, targets, DUMP_DEFAULTS, output)).toBe(false);
      expect(output.complaints.slice(0, 2)).toEqual([
        `dump: ${names[0]}: cannot be read: permission is denied; read it as its owner, or change its permissions`,
        `dump: ${names[1]}: cannot be read: it is a folder where Kafka has a file; move it away`,
      ]);
      expect(output.text).toContain('baseOffset: 7 ');
    } finally {
      fs.rmSync(parent, { recursive: true });
    }
  });

  test.each([
    ['a file that is not there', `${ROLLED}/00000000000000000099.log`, 'does not exist'],
    ['a folder', 'log-dirs/rolled', undefined],
    ['a log whose name is no offset', 'records/plain/plain-0.log', 'does not begin with an offset'],
    [
      'an index whose log is gone',
      `${ROLLED}/00000000000000000099.index`,
      '00000000000000000099.log does not exist',
    ],
  ])('%s', async (_, file, reason) => {
    const output = await dumped(FIXTURES, [file]);
    if (reason === undefined) expect(output.complaints).toEqual([`Ignoring unknown file ${file}`]);
    else expect(output.failure).toContain(reason);
  });
});
