/** The keys of the course's scenarios (C02, C03) and where real clients of each kind put them: a source file of the scenarios. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runJava } from './java-clients.ts';

const HERE = fileURLToPath(new URL('../key-hashes/', import.meta.url));
const COUNT = 1_000;
/** Of C02, compared among clients. */
const COMPARED = 500;

/**
 * The source text of core/lab/scenarios/partitioner/recorded-partitions.ts. `PYTHON` is a Python with confluent-kafka, `KAFKAJS` the
 * directory of kafkajs.
 */
export function recordCourseKeys(release: string): string {
  const keys = Array.from({ length: COUNT }, (_, n) => Buffer.from(`customer-${n}`).toString('base64'));
  const [among3 = '', among5 = ''] = runJava(release, 'GivenKeys.java', ['3', '5'], lines(keys)).split('\n');
  const moved = [...among3].filter((partition, n) => partition !== among5[n]).length;
  const compared = lines(keys.slice(0, COMPARED));
  const { PYTHON = 'python3', KAFKAJS = '' } = process.env;
  const librdkafka = ask(PYTHON, [join(HERE, 'librdkafka.py'), '3'], compared);
  const kafkajs = ask(process.execPath, [join(HERE, 'kafkajs.cjs'), KAFKAJS, '3'], compared);
  const recorded: readonly (readonly [name: string, digits: string])[] = [
    ['java', among3.slice(0, COMPARED)],
    ['kafkajs', digitsOf(kafkajs['default'])],
    ['librdkafkaMurmur2Random', digitsOf(librdkafka['murmur2_random'])],
    ['librdkafkaConsistentRandom', digitsOf(librdkafka['consistent_random'])],
  ];
  return [
    '/**',
    ` * Where real clients put the keys \`customer-0\`, \`customer-1\`, … among 3 partitions: a digit a key. Java ${release}; kafkajs and`,
    ' * librdkafka by their own functions. Recorded by test/compat/record-producer-parity.ts (`course-keys`): none of it is computed here.',
    ' */',
    'export const RECORDED_PARTITIONS = {',
    ...recorded.map(([name, digits]) => `  ${name}:\n    '${digits}',`),
    '} as const;',
    '',
    `/** How many of \`customer-0\` to \`customer-${COUNT - 1}\` have another partition among 5 than among 3, in Java's own client. */`,
    `export const MOVED_FROM_3_TO_5 = ${moved};`,
    '',
  ].join('\n');
}

type Partitions = { readonly [partitioner: string]: { readonly [count: string]: readonly number[] } };

function ask(command: string, args: readonly string[], input: string): Partitions {
  const { status, stdout, stderr } = spawnSync(command, args, { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${stderr.slice(-2000)}`);
  return JSON.parse(stdout) as Partitions;
}

function digitsOf(partitions: Partitions[string] | undefined): string {
  return partitions?.['3']?.join('') ?? '';
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}
