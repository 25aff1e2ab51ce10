import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Lab } from '#core/lab/lab.ts';
import type { TransactionVersion } from '#core/lab-api/views.ts';
import type { EventOf } from '#core/observe/events.ts';
import { NodePacking } from '#core/platform/node/node-packing.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { describeMachine } from './machine.ts';
import { ProcessHost } from './process-host.ts';
import { ProcessScanWorker } from './process-scan-worker.ts';

/** Kafka's port; taken when it is free and nobody asked for another. */
const DEFAULT_PORT = 9092;

/** How far the check of a log is. */
export type RecoveringLog = EventOf<'log.recovering'>;

export interface StartLabOptions {
  /** The data directory. Left out: a temporary one, which goes when the lab ends. */
  readonly data?: string | undefined;
  /** The broker's port, 0 for any. Left out: 9092, or any when that is taken. */
  readonly port?: number | undefined;
  readonly transactionVersion?: TransactionVersion | undefined;
  /** Hears how far the check of logs is that were not closed in order. */
  readonly onRecovering?: (recovering: RecoveringLog) => void;
}

/** A lab on this machine. */
export interface RunningLab {
  readonly lab: Lab;
  /** Ends processes, broker and temporary files. Calling it again gives the same promise. */
  stop(): Promise<void>;
}

/** @throws what Broker.start throws, when the port is taken or the directory cannot be used. */
export async function startLab(options: StartLabOptions = {}): Promise<RunningLab> {
  const temporary = options.data === undefined ? mkdtempSync(join(tmpdir(), 'fencepost-')) : undefined;
  const removeTemporary = (): void => {
    if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
  };
  const directory = temporary ?? resolve(options.data ?? '.');
  const launcher = new ProcessHost();
  const scans = new ProcessScanWorker();
  try {
    const lab = await startOnPort(options.port, (port) =>
      Lab.start({
        platform: nodePlatform(),
        launcher,
        scans,
        brokers: launcher.brokers,
        machine: describeMachine(),
        directory,
        port,
        desk: {
          packing: new NodePacking(),
          makeFolder: () => mkdtempSync(join(tmpdir(), 'fencepost-pack-')).replaceAll('\\', '/'),
          writtenBy: `Fencepost ${packageJson.version}`,
        },
        ...(options.onRecovering === undefined ? {} : { onRecovering: options.onRecovering }),
        ...(options.transactionVersion === undefined
          ? {}
          : { transactionVersion: options.transactionVersion }),
      }),
    );
    let stopped: Promise<void> | undefined;
    const stop = (): Promise<void> => {
      stopped ??= lab.stop().finally(removeTemporary);
      return stopped;
    };
    return { lab, stop };
  } catch (error) {
    await launcher.close();
    removeTemporary();
    throw error;
  }
}

async function startOnPort(port: number | undefined, start: (port: number) => Promise<Lab>): Promise<Lab> {
  if (port !== undefined) return start(port);
  try {
    return await start(DEFAULT_PORT);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return start(0);
  }
}
