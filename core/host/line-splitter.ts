import type { Readable } from 'node:stream';

/** Longer lines are cut: output is shown to a person. */
const LINE_CHARACTERS_MAX = 2_000;

/** Calls `onLine` with each line of `stream`, and with the unfinished one at its end. */
export function splitLines(stream: Readable | null, onLine: (line: string) => void): void {
  if (stream === null) return;
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(0, LINE_CHARACTERS_MAX);
    for (const line of lines) onLine(line.slice(0, LINE_CHARACTERS_MAX));
  });
  stream.on('end', () => {
    if (rest !== '') onLine(rest);
  });
}
