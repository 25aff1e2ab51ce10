import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeDirectory } from '#core/platform/node/make-directory.ts';

let directory: string;
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'make-'));
});
afterEach(() => fs.rmSync(directory, { recursive: true, force: true }));

describe('making a folder', () => {
  test('makes those above it, and leaves one that is there alone', () => {
    const deep = path.join(directory, 'a/b/c');
    makeDirectory(deep);
    fs.writeFileSync(path.join(deep, 'kept'), '');
    makeDirectory(deep);
    expect(fs.readdirSync(deep)).toEqual(['kept']);
  });

  test('goes through a link to a folder', () => {
    fs.mkdirSync(path.join(directory, 'real'));
    fs.symlinkSync(path.join(directory, 'real'), path.join(directory, 'link'));
    makeDirectory(path.join(directory, 'link/deep/er'));
    expect(fs.existsSync(path.join(directory, 'real/deep/er'))).toBe(true);
  });

  test.each([
    ['file', 'EEXIST'],
    ['file/under', 'ENOTDIR'],
    ['dangling', 'EEXIST'],
    ['dangling/under', 'EEXIST'],
  ])('%s is refused with %s', (name, code) => {
    fs.writeFileSync(path.join(directory, 'file'), '');
    fs.symlinkSync(path.join(directory, 'nowhere'), path.join(directory, 'dangling'));
    expect(() => makeDirectory(path.join(directory, name))).toThrow(expect.objectContaining({ code }));
  });

  // Node's own recursive mkdir never comes back from here.
  test.runIf(fs.existsSync('/proc/self'))('ends with an error where nothing can be made', () => {
    for (const place of ['/proc/x', '/proc/x/y/z']) {
      expect(() => makeDirectory(place)).toThrow(
        expect.objectContaining({ code: 'ENOENT', syscall: 'mkdir' }),
      );
    }
  });
});
