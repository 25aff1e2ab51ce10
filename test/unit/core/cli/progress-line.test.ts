import { describe, expect, it } from 'vitest';
import { ProgressLine } from '#core/cli/progress-line.ts';

function terminal(isTTY: boolean, columns?: number) {
  const written: string[] = [];
  return { isTTY, columns, written, write: (text: string) => written.push(text) };
}

describe('the progress line', () => {
  it('is shown on a terminal, replaced, and taken back once', () => {
    const stream = terminal(true);
    const progress = new ProgressLine(stream);
    progress.show('1/2 first');
    progress.show('2/2 second');
    progress.clear();
    progress.clear();
    expect(stream.written).toEqual(['\r\u001b[K1/2 first', '\r\u001b[K2/2 second', '\r\u001b[K']);
  });

  it('is not cut to nothing by a terminal that does not know its width', () => {
    const stream = terminal(true, 0);
    new ProgressLine(stream).show('1/2 first');
    expect(stream.written).toEqual(['\r\u001b[K1/2 first']);
  });

  it('is never longer than the terminal is wide', () => {
    const stream = terminal(true, 10);
    new ProgressLine(stream).show('a line that does not fit');
    expect(stream.written).toEqual(['\r\u001b[Ka line th']);
  });

  it('writes nothing where there is no terminal', () => {
    const stream = terminal(false);
    const progress = new ProgressLine(stream);
    progress.show('1/2 first');
    progress.clear();
    expect(stream.written).toEqual([]);
  });
});
