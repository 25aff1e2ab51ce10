/** What Java producers and consumers make of generated configurations. */

import { consumerJaasCases, jaasCases } from './jaas-cases.ts';
import { runJava } from './java-clients.ts';
import type { Given } from './setting-cases.ts';
import { consumerCases, producerCases, protocolCases } from './setting-cases.ts';

const SEED = 20261130;
const COUNT = 300;

/** What became of one client: text as Java prints it. */
export type Outcome =
  | {
      readonly refused: { readonly exception: string; readonly sentence: string };
      readonly cause: { readonly exception: string; readonly sentence: string } | null;
      /** What the cause itself was caused by. */
      readonly root?: { readonly exception: string; readonly sentence: string };
    }
  | { readonly started: true }
  | {
      readonly idempotence: string;
      readonly acks: string;
      readonly retries: string;
      readonly inFlight: string;
      readonly clientId: string;
      readonly deliveryTimeoutMs: string;
    };

const encode = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
const decode = (text: string | undefined): string => Buffer.from(text ?? '', 'base64').toString('utf8');

function lineOf(given: Given): string {
  return Object.entries(given)
    .map(([key, value]) => `${encode(key)}:${value === null ? '-' : encode(value)}`)
    .join('\t');
}

function outcomeOf(line: string): Outcome {
  const [kind, ...fields] = line.split('\t').map(decode);
  const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = fields;
  if (kind === 'refused') {
    const cause = third === '' ? null : { exception: third, sentence: fourth };
    const root = fifth === '' ? {} : { root: { exception: fifth, sentence: sixth } };
    return { refused: { exception: first, sentence: second }, cause, ...root };
  }
  if (fields.length === 0) return { started: true };
  return {
    idempotence: first,
    acks: second,
    retries: third,
    inFlight: fourth,
    // Java numbers the producers of a process.
    clientId: fifth.replace(/^producer-\d+$/, 'producer-#'),
    deliveryTimeoutMs: sixth,
  };
}

/** The text of a fixture: a case a line. */
function record(release: string, program: string, cases: readonly Given[]): string {
  const answers = runJava(release, program, [], `${cases.map(lineOf).join('\n')}\n`);
  const lines = answers.trim().split('\n');
  if (lines.length !== cases.length)
    throw new Error(`${lines.length} answers to ${cases.length} configurations`);
  const rows = cases.map((given, index) =>
    JSON.stringify({ given, outcome: outcomeOf(lines[index] as string) }),
  );
  return `[\n${rows.join(',\n')}\n]\n`;
}

/** The fixture of a release's producers. */
export function recordProducers(release: string): string {
  return record(release, 'ProducerSettings.java', producerCases(SEED, COUNT));
}

/** The fixture of a release's consumers. */
export function recordConsumers(release: string): string {
  return record(release, 'ConsumerSettings.java', consumerCases(SEED, COUNT));
}

/** The fixture of producers of a release that read a JAAS configuration. */
export function recordJaas(release: string): string {
  return record(release, 'ProducerSettings.java', jaasCases());
}

/** The fixture of consumers of a release that read a JAAS configuration. */
export function recordConsumerJaas(release: string): string {
  return record(release, 'ConsumerSettings.java', consumerJaasCases());
}

/** The fixture of a release's consumers of either group protocol. */
export function recordProtocols(release: string): string {
  return record(release, 'ConsumerSettings.java', protocolCases(SEED, COUNT));
}
