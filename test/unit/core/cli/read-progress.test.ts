import { describe, expect, it } from 'vitest';
import { ReadProgress } from '#core/cli/read-progress.ts';

const GIB = 1 << 30;

function watched(isTTY = true) {
  const written: string[] = [];
  let nowMs = 1000;
  const stream = { isTTY, columns: 80, write: (text: string) => written.push(text) };
  const progress = new ReadProgress('inspect', { stream, nowMs: () => nowMs });
  const at = (ms: number): void => {
    nowMs = 1000 + ms;
  };
  return { progress, written, at };
}

describe('the progress of reading', () => {
  it('is silent about what is over soon, then says how much of how much, and is taken back', () => {
    const { progress, written, at } = watched();
    progress.show({ doneBytes: GIB, totalBytes: 20 * GIB });
    expect(written).toEqual([]);
    at(600);
    progress.show({ doneBytes: 5 * GIB, totalBytes: 20 * GIB });
    progress.clear();
    expect(written).toEqual(['\r\u001b[Kinspect: 5.0 of 20.0 GiB (25 %)', '\r\u001b[K']);
  });

  it('says what was read where the whole is not known, and never more than all', () => {
    const { progress, written, at } = watched();
    at(600);
    progress.show({ doneBytes: 3 << 20, totalBytes: -1 });
    progress.show({ doneBytes: 3 * GIB, totalBytes: 2 * GIB });
    expect(written.map((text) => text.slice(4))).toEqual([
      'inspect: 3.0 MiB read',
      'inspect: 3.0 of 2.0 GiB (100 %)',
    ]);
  });

  it('writes nothing where nobody watches', () => {
    const { progress, written, at } = watched(false);
    at(600);
    progress.show({ doneBytes: 1, totalBytes: 2 });
    expect(written).toEqual([]);
  });
});
