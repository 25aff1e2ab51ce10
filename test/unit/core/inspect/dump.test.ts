import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { dump } from '#core/inspect/dump/dump.ts';
import type { DumpDecoder, DumpOptions, DumpOutput } from '#core/inspect/dump/dump-options.ts';
import { DUMP_DEFAULTS, DumpFailure } from '#core/inspect/dump/dump-options.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';

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

/** Dumps `files` of `directory`; they are named in the text as they are given. */
async function dumped(
  directory: string,
  files: readonly string[],
  options: Partial<DumpOptions> = {},
): Promise<Recorded> {
  const output = new Recorded();
  const targets = files.map((file) => {
    const parts = file.split('/');
    const name = parts.pop() ?? '';
    return { shown: file, absolute: file, directory: [directory, ...parts].join('/'), name };
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

const DAMAGED = fs
  .readdirSync(`${FIXTURES}/damaged`, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.txt'))
  .map((name) => {
    const [variant = '', , file = ''] = name.split('/');
    return { variant, file: file.slice(0, -'.txt'.length), recorded: `${FIXTURES}/damaged/${name}` };
  });

describe('damaged files', () => {
  test.each(DAMAGED)(
    '$variant: $file ends where, and is complained of as, with the tool',
    async ({ variant, file, recorded }) => {
      const [text, standardError] = fs
        .readFileSync(recorded, 'utf8')
        .split('--- standard error, exit status ');
      const output = await dumped(`${FIXTURES}/damaged/${variant}/data`, [`${variant}-0/${file}`]);
      const { complaints, exitStatus } = endingOf(standardError);
      expect(output.text).toBe(text);
      expect(output.complaints).toEqual(complaints);
      expect(output.failure !== undefined).toBe(exitStatus !== 0);
    },
  );
});
