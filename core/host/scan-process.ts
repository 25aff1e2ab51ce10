/** The program of the process that scans log files: it takes orders from ProcessScanWorker, and ends when the lab does. */
import { takeCensus } from '#core/inspect/census/census.ts';
import { ScanControl } from '#core/inspect/scan/scan-control.ts';
import { NodeClock } from '#core/platform/node/node-clock.ts';
import { NodeDisk } from '#core/platform/node/node-disk.ts';
import type { ScanOrder, ScanReport } from './scan-messages.ts';

/** Nobody else waits for this process: it only has to hear of a cancellation, or of the end of the lab. */
const SLICE_MS = 20;

const platform = { clock: new NodeClock(), disk: new NodeDisk() };
const running = new Map<number, ScanControl>();

function report(message: ScanReport): void {
  process.send?.(message);
}

async function run({ id, options }: Extract<ScanOrder, { kind: 'census' }>): Promise<void> {
  const control = new ScanControl({
    clock: platform.clock,
    sliceMs: SLICE_MS,
    onProgress: (progress) => report({ kind: 'progress', id, progress }),
  });
  running.set(id, control);
  try {
    report({ kind: 'done', id, census: await takeCensus(platform, options, control) });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    report({ kind: 'failed', id, name, message });
  } finally {
    running.delete(id);
  }
}

process.on('message', (message) => {
  const order = message as ScanOrder;
  if (order.kind === 'cancel') running.get(order.id)?.cancel();
  else void run(order);
});
process.on('disconnect', () => process.exit(0));
