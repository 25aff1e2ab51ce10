/** Partitions of generated keys as Java's producer chooses them, and as the clients of other languages do. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { parityKeys } from '../../support/parity-keys.ts';
import { runJava } from './java-clients.ts';

const SEED = 20261130;
const COUNT = 10_000;
const PARTITIONS = [1, 2, 3, 7, 50, 128];
/** Fewer suffice for the others: one wrong bit of a hash is wrong for every key. */
const OTHERS_COUNT = 300;
const OTHERS_PARTITIONS = ['3', '15', '128'];
const HERE = fileURLToPath(new URL('../key-hashes/', import.meta.url));
const CACHE = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');

/** The fixture of Java: for each number of partitions a byte a key, compressed. */
export function recordKeys(release: string): string {
  const args = [SEED, COUNT, ...PARTITIONS].map(String);
  const rows = runJava(release, 'KeyPartitions.java', args)
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  const digest = createHash('sha256');
  parityKeys(SEED, COUNT).forEach((key, index) => {
    const text = Buffer.from(key).toString('base64');
    if (rows[index]?.[0] !== text)
      throw new Error(`key ${index} is ${rows[index]?.[0]} in Java and ${text} here`);
    digest.update(`${text}\n`);
  });
  const partitions = Object.fromEntries(
    PARTITIONS.map((count, at) => {
      const bytes = Uint8Array.from(rows, (row) => Number(row[at + 1]));
      return [count, gzipSync(bytes, { level: 9 }).toString('base64')];
    }),
  );
  const fixture = { release, seed: SEED, count: COUNT, keys: digest.digest('hex'), partitions };
  return `${JSON.stringify(fixture, null, 1)}\n`;
}

/**
 * The fixture of the other clients. They must be there: `PYTHON` is a Python with confluent-kafka, `KAFKAJS` the directory of kafkajs;
 * Go fetches its clients itself.
 */
export function recordOtherKeys(): string {
  const keys = parityKeys(SEED, OTHERS_COUNT);
  const input = keys.map((key) => `${Buffer.from(key).toString('base64')}\n`).join('');
  const ask = (command: string, args: readonly string[]): unknown => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      input,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    if (status !== 0) throw new Error(`${command}: ${stderr.slice(-2000)}`);
    return JSON.parse(stdout);
  };
  const { PYTHON = 'python3', KAFKAJS = '' } = process.env;
  const fixture = {
    seed: SEED,
    count: OTHERS_COUNT,
    librdkafka: ask(PYTHON, [join(HERE, 'librdkafka.py'), ...OTHERS_PARTITIONS]),
    kafkajs: ask(process.execPath, [join(HERE, 'kafkajs.cjs'), KAFKAJS, ...OTHERS_PARTITIONS]),
    go: ask(goProgram(), OTHERS_PARTITIONS),
  };
  return `${JSON.stringify(fixture)}\n`;
}

/** Compiles the Go program in the user's cache. */
function goProgram(): string {
  const directory = join(CACHE, 'fencepost-compat', 'key-hashes');
  mkdirSync(directory, { recursive: true });
  cpSync(join(HERE, 'go'), directory, { recursive: true });
  for (const args of [
    ['mod', 'tidy'],
    ['build', '-o', 'key-hashes', '.'],
  ]) {
    execFileSync('go', args, { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return join(directory, 'key-hashes');
}
