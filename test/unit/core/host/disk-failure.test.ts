import { describe, expect, test } from 'vitest';
import { diskFailure } from '#core/host/disk-failure.ts';

function systemError(code: string, more: { readonly path?: string; readonly syscall?: string } = {}): Error {
  return Object.assign(new Error(`${code}: refused`), { code, ...more });
}

describe('an error of the disk', () => {
  test.each([
    ['EROFS', '/data is on a read-only volume; make it writable'],
    ['ENOSPC', 'the volume of /data is full; make room'],
    ['EDQUOT', 'the volume of /data is used up; make room'],
    ['EACCES', 'not allowed to use /data/.lock; change its owner or permissions'],
    ['EMFILE', 'too many files are open'],
    ['EIO', 'the device of /data failed'],
  ])('%s says what, where, and what to do, even as the cause of another error', (code, said) => {
    const cause = systemError(code, { path: '/data/.lock' });
    expect(diskFailure(cause, '/data')).toContain(said);
    expect(diskFailure(new Error('unreadable', { cause }), '/data')).toContain(said);
  });

  test('a folder that a read-only volume refuses, which Node reports as missing, is named', () => {
    const refused = systemError('ENOENT', { path: '/data/new', syscall: 'mkdir' });
    expect(diskFailure(refused, '/data/new')).toContain('/data/new cannot be made');
    expect(diskFailure(systemError('ENOENT', { syscall: 'open' }), '/data')).toBeUndefined();
  });

  test('is not one of the network, nor one of ours', () => {
    expect(diskFailure(systemError('EACCES', { syscall: 'listen' }), '/data')).toBeUndefined();
    expect(diskFailure(systemError('EADDRINUSE'), '/data')).toBeUndefined();
    expect(diskFailure(new Error('a bug'), '/data')).toBeUndefined();
  });

  test('cannot steer a terminal by way of a file name', () => {
    expect(diskFailure(systemError('EACCES', { path: '/data/\u001b[2J' }), '/data')).toContain('\\x1b[2J');
  });
});
