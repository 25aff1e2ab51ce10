import { type RunningLab, startLab } from '#core/host/start-lab.ts';
import { serveWindow } from '#core/lab/serve-window.ts';
import { LabClient } from '#core/lab-api/client.ts';
import type { ProcessView, ProducerSettings, TransactionVersion } from '#core/lab-api/views.ts';
import { transportPair } from './transport-pair.ts';

/** A lab with real processes in a temporary directory, and a window's client for it. */
export async function runningLab(
  transactionVersion: TransactionVersion = 2,
): Promise<{ readonly running: RunningLab; readonly client: LabClient }> {
  const running = await startLab({ port: 0, transactionVersion });
  const [windowEnd, labEnd] = transportPair();
  serveWindow(running.lab, labEnd);
  return { running, client: new LabClient(windowEnd) };
}

export function settings(extra: Partial<ProducerSettings> = {}): ProducerSettings {
  return {
    name: 'service',
    transactionalId: 'service-1',
    topic: 'orders',
    recordsPerTransaction: 2,
    transactionsPerSecond: 0,
    transactionTimeoutMs: 60_000,
    config: {},
    ...extra,
  };
}

/** Reads the process until it is as wanted; the last view when it never was. */
export async function processWhen(
  client: LabClient,
  id: string,
  isWanted: (view: ProcessView) => boolean,
): Promise<ProcessView | undefined> {
  let view: ProcessView | undefined;
  for (let i = 0; i < 500; i++) {
    view = (await client.call('producers.list', null)).value.find((process) => process.id === id);
    if (view !== undefined && isWanted(view)) return view;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return view;
}
