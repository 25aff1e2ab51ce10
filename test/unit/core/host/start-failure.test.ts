import { describe, expect, it } from 'vitest';
import { startFailure } from '#core/host/start-failure.ts';
import { LogDirectoryError } from '#core/log/log-directory-error.ts';

const HANGUL = /[가-힣]/;

function systemError(code: string, more: object = {}): Error {
  return Object.assign(new Error(`${code}: refused`), { code, path: '/data/.lock', ...more });
}

describe('why a lab could not start', () => {
  it.each<readonly [what: string, error: Error, names: string]>([
    ['the port is taken', systemError('EADDRINUSE', { syscall: 'listen' }), '1'],
    ['the port is refused', systemError('EACCES', { syscall: 'listen' }), '1'],
    ['the directory is in use', new LogDirectoryError('locked', '/data is in use by process 41'), '41'],
    [
      'the directory is in use by nobody knows whom',
      new LogDirectoryError('locked', '/data is in use'),
      '/data',
    ],
    ['it is a file', new LogDirectoryError('notALogDirectory', '/data is not a directory'), '/data'],
    [
      'it is something else',
      new LogDirectoryError(
        'notALogDirectory',
        '/data is not a Kafka log directory: it has no meta.properties and is not empty',
      ),
      '/data',
    ],
    ['it is damaged', new LogDirectoryError('unreadable', '/data/x is damaged: it is not JSON'), '/data/x'],
    ...['EROFS', 'ENOSPC', 'EDQUOT', 'EACCES', 'EMFILE', 'EIO'].map(
      (code) => [`the disk says ${code}`, systemError(code), '/data'] as const,
    ),
    ['a folder cannot be made', systemError('ENOENT', { syscall: 'mkdir' }), '/data'],
  ])('is said in Korean as in English: %s', (_what, error, names) => {
    const korean = startFailure(error, { data: '/data', port: 1, language: 'ko' });
    const english = startFailure(error, { data: '/data', port: 1 });
    expect(korean).toMatch(HANGUL);
    expect(english).not.toMatch(HANGUL);
    expect(korean).toContain(names);
    expect(english).toContain(names);
    expect(korean).not.toMatch(/ is (in use|not a)/);
  });
});
