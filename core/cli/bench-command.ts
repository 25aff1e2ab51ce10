/**
 * `fencepost bench start [--rounds N] [--json]`: how long a broker takes from process start to its first accepted connection, and
 * how much memory it holds at rest. Each round is a new process on a new data directory.
 */
import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface BenchOptions {
  readonly rounds: number;
  readonly json: boolean;
}

interface Round {
  readonly readyMs: number;
  readonly idleRssMiB: number;
}

const IDLE_MS = 3000;
const READY_WITHIN_MS = 30_000;

/** Runs the rounds and prints each figure's minimum, median and maximum; answers the exit status. */
export async function runBenchStart({ rounds, json }: BenchOptions): Promise<number> {
  const results: Round[] = [];
  for (let i = 0; i < rounds; i++) results.push(await measure());
  const summary = {
    rounds,
    readyMs: spread(results.map(({ readyMs }) => readyMs)),
    idleRssMiB: spread(results.map(({ idleRssMiB }) => idleRssMiB)),
    machine: `${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`,
  };
  process.stdout.write(json ? `${JSON.stringify(summary)}\n` : render(summary));
  return 0;
}

async function measure(): Promise<Round> {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-bench-'));
  const started = performance.now();
  const broker = spawn(
    process.execPath,
    [process.argv[1] as string, 'broker', '--port', '0', '--data', data],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    await ready(broker);
    const readyMs = performance.now() - started;
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    return { readyMs, idleRssMiB: residentMiB(broker.pid as number) };
  } finally {
    broker.kill('SIGTERM');
    if (broker.exitCode === null) await new Promise((resolve) => broker.once('exit', resolve));
    fs.rmSync(data, { recursive: true, force: true });
  }
}

function ready(broker: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const tooLate = setTimeout(
      () => reject(new Error(`the broker was not ready within ${READY_WITHIN_MS} ms`)),
      READY_WITHIN_MS,
    );
    broker.once('exit', (code) => reject(new Error(`the broker ended with ${code}`)));
    broker.stdout?.on('data', (chunk: Buffer) => {
      if (!chunk.toString().startsWith('ready ')) return;
      clearTimeout(tooLate);
      resolve();
    });
  });
}

/** Resident set of a process, in MiB. */
function residentMiB(pid: number): number {
  if (process.platform === 'linux') {
    const kilobytes = /VmRSS:\s+([0-9]+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) / 1024;
  }
  if (process.platform === 'win32') {
    const row = execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], { encoding: 'utf8' });
    return Number(row.split('","')[4]?.replace(/[^0-9]/g, '')) / 1024;
  }
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b).map((value) => Math.round(value * 10) / 10);
  return {
    min: sorted[0] ?? Number.NaN,
    median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN,
  };
}

function render(summary: {
  readonly rounds: number;
  readonly readyMs: Spread;
  readonly idleRssMiB: Spread;
  readonly machine: string;
}): string {
  const row = (title: string, { min, median, max }: Spread): string =>
    `${title.padEnd(34)} ${median} (${min} to ${max})\n`;
  return (
    `${summary.rounds} rounds, ${summary.machine}; median (minimum to maximum)\n` +
    row('process start to ready, ms', summary.readyMs) +
    row('resident memory at rest, MiB', summary.idleRssMiB)
  );
}
