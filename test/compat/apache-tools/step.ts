/** A step: one tool with its arguments, or something that has to happen between the tools. */
import type { Cluster } from './clusters.ts';

export interface Step {
  /** The tool and its arguments, as typed, without the broker's address. */
  readonly line: string;
  readonly args: readonly string[];
  readonly input: string;
  readonly also: (text: string) => string;
  /** Kafka may say more: of parts that are not here. What is said here, it has to say too. */
  readonly isSubset: boolean;
  /** Done instead of a tool. */
  readonly act?: (cluster: Cluster) => Promise<void>;
}

export interface StepOptions {
  /** What the tool reads from its standard input. */
  readonly input?: string;
  /** Makes the outputs comparable beyond what every output needs. */
  readonly also?: (text: string) => string;
  readonly isSubset?: boolean;
}

/** `line` is split at spaces, but for those between single quotes. `{broker}` stands for the address, else it is the first option. */
export function step(line: string, options: StepOptions = {}): Step {
  const [tool = '', ...given] = (line.match(/(?:'[^']*'|[^ ])+/g) ?? []).map((word) =>
    word.replaceAll("'", ''),
  );
  const args = line.includes('{broker}') ? given : ['--bootstrap-server', '{broker}', ...given];
  return {
    line,
    args: [tool, ...args],
    input: options.input ?? '',
    also: options.also ?? ((text) => text),
    isSubset: options.isSubset ?? false,
  };
}

export function between(line: string, act: (cluster: Cluster) => Promise<void>): Step {
  return { line, args: [], input: '', also: (text) => text, isSubset: false, act };
}
