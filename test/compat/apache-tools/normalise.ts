/** Takes out of a tool's output what no two runs have in common. */
import type { Outcome } from './tool-runner.ts';

/** Applied to every output, in this order. */
const EVERYWHERE: readonly (readonly [RegExp, string])[] = [
  // Kafka's own way to write 16 random bytes, and everybody else's.
  [/performance-producer-[\w-]{22}/g, 'performance-producer-<uuid>'],
  [/(?<![\w.$-])(?!LatestCoordinatorEpoch)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{22}(?![\w.-])/g, '<uuid>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<uuid>'],
  [/\b(consumer|producer|console-consumer|AdminClient|adminclient)-\d+\b/g, '$1-<n>'],
  // Milliseconds since 1970, and times of day.
  [/\b1[6-9]\d{11}\b/g, '<time>'],
  [/\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d([:.,]\d{3})?Z?/g, '<time>'],
  [/tries=\d+/g, 'tries=<n>'],
  [/after \d+ attempt/g, 'after <n> attempt'],
  // Where a client was when its time was up.
  [/Timed out waiting for a node assignment\. Call: (\w+\(api=\w+\))/g, 'timed out: $1'],
  [/Call\(callName=(\w+\(api=\w+\)), [^\n]* attempt\(s\)/g, 'timed out: $1'],
  // Frames of a stack trace: which thread came first is chance.
  [/\n\t(at|\.\.\.) [^\n]*/g, ''],
  [/ +/g, ' '],
  [/ (?=\n|$)/g, ''],
];

export function normalise(text: string, bootstrap: string): string {
  let result = text.replaceAll(bootstrap, '<broker>').replaceAll(bootstrap.split(':')[1] ?? '', '<port>');
  for (const [pattern, replacement] of EVERYWHERE) result = result.replace(pattern, replacement);
  return result;
}

/** For tools that measure: without numbers but those a line begins with, which count records. */
export function withoutMeasurements(text: string): string {
  return text.replace(/(?<!^)(?<![\w.])\d+(\.\d+)?/gm, '<n>');
}

/** Lines in order of their text: for answers that have none of their own. */
export function sorted(text: string): string {
  return text.split('\n').sort().join('\n');
}

/** An outcome as lines to compare. */
export function linesOf(outcome: Outcome, bootstrap: string, also: (text: string) => string): string[] {
  const out = also(normalise(outcome.out, bootstrap));
  const err = also(normalise(outcome.err, bootstrap));
  return [
    `exit ${outcome.code}`,
    ...out.split('\n').map((line) => `out ${line}`),
    ...err.split('\n').map((line) => `err ${line}`),
  ];
}
