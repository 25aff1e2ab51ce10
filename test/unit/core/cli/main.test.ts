import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../../../../core/cli/main.ts', import.meta.url));

function fencepost(
  ...args: readonly string[]
): Promise<{ readonly status: number | null; readonly out: string; readonly err: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', main, ...args]);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, out, err })));
}

describe('wrong usage', () => {
  it.each([
    ['an unknown verb', ['brokre'], 'brokre'],
    ['an unknown option', ['demo', '--fast'], '--fast'],
    ['a missing option', ['broker', '--port', '0'], '--data'],
    ['a version that does not exist', ['demo', '--transaction-version', '3'], '1, 2'],
    ['a port that is none', ['lab', '--port', '99999'], 'port'],
    ['a missing argument', ['inspect'], 'path'],
  ])('%s: one line on stderr that names it, status 2', async (_, args, named) => {
    const { status, out, err } = await fencepost(...args);
    expect(err).toContain(named);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(out).toBe('');
    expect(status).toBe(2);
  });
});

describe('help', () => {
  it('that was asked for is no mistake', async () => {
    const { status, out } = await fencepost('--help');
    expect(status).toBe(0);
    for (const verb of ['broker', 'lab', 'demo', 'inspect']) expect(out).toContain(verb);
  });
});
