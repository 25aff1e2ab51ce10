import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NodeDisk } from '#core/platform/node/node-disk.ts';

const disk = new NodeDisk();
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'node-disk-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

describe('an open file', () => {
  it('keeps its contents when opened for writing again', async () => {
    const path = join(directory, 'a.log');
    const first = disk.open(path, 'write');
    first.write(0, Buffer.from('hello'));
    await first.sync();
    first.close();

    const second = disk.open(path, 'write');
    second.write(5, Buffer.from(' world'));
    expect(second.size()).toBe(11);
    const target = Buffer.alloc(20, 0x2e);
    expect(second.read(6, target, 2, 18)).toBe(5);
    expect(target.toString()).toBe('..world.............');
    second.truncate(5);
    expect(second.size()).toBe(5);
    second.close();
    expect(readFileSync(path, 'utf8')).toBe('hello');
  });

  it('must exist to be read', () => {
    expect(() => disk.open(join(directory, 'absent'), 'read')).toThrow(
      expect.objectContaining({ code: 'ENOENT' }),
    );
  });

  it('may be closed twice, and while a sync is under way', async () => {
    const file = disk.open(join(directory, 'a'), 'write');
    file.write(0, Buffer.from('x'));
    const synced = file.sync();
    file.close();
    file.close();
    await expect(synced).resolves.toBeUndefined();
  });
});

describe('names', () => {
  it('replaces a file whole and leaves no temporary file', () => {
    const path = join(directory, 'meta.properties');
    disk.replace(path, 'version=0\n');
    disk.replace(path, Buffer.from('version=1\n'));
    expect(disk.readWhole(path).toString()).toBe('version=1\n');
    expect(readdirSync(directory)).toEqual(['meta.properties']);
  });

  it('lists in name order and tells folders from files', () => {
    disk.makeDirectory(join(directory, 'orders-0', 'deep'));
    writeFileSync(join(directory, 'b'), '1234');
    expect(disk.list(directory)).toEqual([
      { name: 'b', isDirectory: false, isFile: true },
      { name: 'orders-0', isDirectory: true, isFile: false },
    ]);
    expect(disk.stat(join(directory, 'b'))).toMatchObject({ size: 4, isDirectory: false });
    expect(disk.stat(join(directory, 'c'))).toBeUndefined();
  });

  it('does not mind removing what is not there', () => {
    disk.remove(join(directory, 'absent'));
    disk.removeDirectory(join(directory, 'absent'));
    expect(disk.exists(join(directory, 'absent'))).toBe(false);
  });
});

describe('the lock of a directory', () => {
  it('is refused while held, also under another spelling, and free after release', () => {
    const lock = disk.lock(join(directory, '.lock'));
    expect(() => disk.lock(join(directory, '.', '.lock'))).toThrow(
      expect.objectContaining({ code: 'ELOCKED', holder: process.pid }),
    );
    expect(() => disk.lock(`${directory}/../${directory.split('/').at(-1)}/.lock`)).toThrow(
      expect.objectContaining({ code: 'ELOCKED' }),
    );
    lock.release();
    lock.release();
    disk.lock(join(directory, '.lock')).release();
    expect(readdirSync(directory)).toEqual(['.lock']);
    expect(readFileSync(join(directory, '.lock'), 'utf8')).toBe('');
  });

  it("takes over Kafka's empty lock file", () => {
    writeFileSync(join(directory, '.lock'), '');
    disk.lock(join(directory, '.lock')).release();
  });

  it('is refused while another process lives, and taken over when that one was killed', async () => {
    const path = join(directory, '.lock');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    await once(child, 'spawn');
    const startTime = startTimeOf(child.pid ?? 0);
    writeFileSync(path, `${child.pid} ${startTime}\n`);
    expect(() => disk.lock(path)).toThrow(expect.objectContaining({ code: 'ELOCKED', holder: child.pid }));
    child.kill('SIGKILL');
    await once(child, 'exit');
    disk.lock(path).release();
  });

  it.runIf(process.platform === 'linux')('is not confused by a process that got the same id later', () => {
    const path = join(directory, '.lock');
    writeFileSync(path, `${process.ppid} 1\n`);
    disk.lock(path).release();
    writeFileSync(path, `${process.pid} 1\n`);
    disk.lock(path).release();
  });

  it('survives a guard left by a crash in the middle of taking it', () => {
    writeFileSync(join(directory, '.lock.guard'), '');
    disk.lock(join(directory, '.lock')).release();
    expect(readdirSync(directory)).toEqual(['.lock']);
  });
});

function startTimeOf(pid: number): string {
  if (process.platform !== 'linux') return '-';
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
}
