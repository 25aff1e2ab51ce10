import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeLock } from '#core/platform/node/lock-file.ts';

let directory: string;

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-lock-'));
});

afterEach(() => fs.rmSync(directory, { recursive: true, force: true }));

/** /proc/PID/stat from the state on. */
function statOf(pid: number): string[] {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

test.skipIf(process.platform !== 'linux')(
  'the lock of a killed process that nobody has reaped yet is free',
  async () => {
    const file = path.join(directory, '.lock');
    // The shell becomes a program that never asks after its child.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const pid = await new Promise<number>((resolve) =>
        parent.stdout.once('data', (text) => resolve(Number(text))),
      );
      fs.writeFileSync(file, `${pid} ${statOf(pid)[19]}\n`);
      expect(() => takeLock(file)).toThrow(`held by process ${pid}`);
      process.kill(pid, 'SIGKILL');
      while (statOf(pid)[0] !== 'Z') await new Promise((resolve) => setTimeout(resolve, 5));
      takeLock(file).release();
    } finally {
      parent.kill('SIGKILL');
    }
  },
);
