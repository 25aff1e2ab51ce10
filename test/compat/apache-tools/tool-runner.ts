/** Apache's command-line tools, all in one JVM: see java/ToolRunner.java. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../java/ToolRunner.java', import.meta.url));

/** What a tool left behind; code −1 when it was not over in time. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function decoded(field: string | undefined): string {
  return Buffer.from(field ?? '', 'base64').toString('utf8');
}

export class ToolRunner {
  readonly #java: ChildProcessWithoutNullStreams;
  readonly #waiting: ((line: string) => void)[] = [];
  #rest = '';

  /** `oracle` is a command whose `java ARGS…` has Kafka's jars on its class path. */
  static async start(oracle: string): Promise<ToolRunner> {
    const runner = new ToolRunner(oracle);
    await runner.#line();
    return runner;
  }

  constructor(oracle: string) {
    this.#java = spawn(oracle, ['java', '--add-opens', 'java.base/java.lang=ALL-UNNAMED', SOURCE], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // The tools log there; only what they print is compared.
    this.#java.stderr.resume();
    this.#java.stdout.on('data', (chunk: Buffer) => {
      const lines = (this.#rest + chunk.toString('latin1')).split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) this.#waiting.shift()?.(line);
    });
    this.#java.once('exit', () => {
      for (const waiting of this.#waiting.splice(0)) waiting('-1');
    });
  }

  #line(): Promise<string> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async run(tool: string, args: readonly string[], input = ''): Promise<Outcome> {
    const answer = this.#line();
    const fields = [input, tool, ...args].map((field) => Buffer.from(field).toString('base64'));
    this.#java.stdin.write(`${fields.join('\t')}\n`);
    const [code, out, err] = (await answer).split('\t');
    return { code: Number(code), out: decoded(out), err: decoded(err) };
  }

  close(): void {
    this.#java.stdin.end();
  }
}
