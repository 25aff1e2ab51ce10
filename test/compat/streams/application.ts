/** The Kafka Streams application as a process, and the jars that it needs. */
import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../java/StreamsApp.java', import.meta.url));
const POM = fileURLToPath(new URL('../java/pom.xml', import.meta.url));
const CACHE = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');

/** Why the application cannot run on this machine; undefined when it can. */
export function missing(): string | undefined {
  const isThere = (program: string, option: string): boolean =>
    spawnSync(program, [option], { stdio: 'ignore' }).status === 0;
  if (!isThere('javac', '-version')) return 'no Java compiler';
  if (!isThere('mvn', '-version')) return 'no Maven';
  return undefined;
}

/** Fetches Kafka Streams into the user's cache and compiles the application there; the class path of both. */
export function prepare(): string {
  const directory = join(CACHE, 'fencepost-compat', 'kafka-streams-4.3.1');
  const jars = join(directory, 'jars');
  const isFetched = join(directory, 'fetched');
  mkdirSync(directory, { recursive: true });
  if (!existsSync(isFetched)) {
    cpSync(POM, join(directory, 'pom.xml'));
    const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${jars}`];
    execFileSync('mvn', ['-q', '-B', '-f', join(directory, 'pom.xml'), ...goal], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    writeFileSync(isFetched, '');
  }
  const classes = join(directory, 'classes');
  execFileSync('javac', ['-cp', `${jars}/*`, '-d', classes, SOURCE], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return `${classes}:${jars}/*`;
}

export interface Places {
  readonly bootstrap: string;
  readonly input: string;
  readonly output: string;
  readonly stateDirectory: string;
}

export class Application {
  readonly #classPath: string;
  readonly #args: readonly string[];
  #process: ChildProcess | undefined;
  readonly said: string[] = [];

  constructor(classPath: string, { bootstrap, input, output, stateDirectory }: Places) {
    this.#classPath = classPath;
    this.#args = [bootstrap, input, output, stateDirectory];
  }

  start(): void {
    const started = spawn('java', ['-Xmx256m', '-cp', this.#classPath, 'StreamsApp', ...this.#args], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    started.stdout.on('data', (text: Buffer) => this.said.push(...text.toString('utf8').trim().split('\n')));
    this.#process = started;
  }

  async kill(): Promise<void> {
    const process = this.#process;
    if (process === undefined) return;
    if (process.exitCode !== null)
      throw new Error(`the application ended by itself: ${this.said.join('; ')}`);
    const ended = new Promise((resolve) => process.once('exit', resolve));
    process.kill('SIGKILL');
    await ended;
    this.#process = undefined;
  }
}
