/**
 * How long the lab's thread is held at a time, in processor time, while large logs are looked at and recovered. Nothing may hold it
 * longer than 10 ms. Other threads of the process count as well, so the figures are upper bounds:
 *
 *   npx tsx test/bench/longest-turns.ts [--mb 1024] [--batch-mb 30]
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startLab } from '#core/host/start-lab.ts';
import { serveWindow } from '#core/lab/serve-window.ts';
import { LabClient } from '#core/lab-api/client.ts';
import { aBatch } from '../support/log-world.ts';
import { SeededRandom } from '../support/seeded-random.ts';
import { transportPair } from '../support/transport-pair.ts';
import { writeLargeSegment } from './large-segment.ts';

const MB = 1024 * 1024;
const PAGES = 50;
const LOG = '00000000000000000000.log';

const { values: args } = parseArgs({
  options: { mb: { type: 'string', default: '1024' }, 'batch-mb': { type: 'string', default: '30' } },
});

/** As between two calls of a window: each comes in a turn of its own. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Processor time between two turns of the event loop, in ms, while `work` runs. */
async function turnsOf(work: () => Promise<unknown>): Promise<readonly number[]> {
  const turns: number[] = [];
  let isOver = false;
  let before = process.cpuUsage();
  const look = (): void => {
    const { user, system } = process.cpuUsage(before);
    turns.push((user + system) / 1000);
    before = process.cpuUsage();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  try {
    await work();
  } finally {
    isOver = true;
  }
  await nextTurn();
  return turns;
}

async function report(what: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  const turns = (await turnsOf(work)).toSorted((a, b) => b - a);
  const longest = turns.slice(0, 3).map((ms) => ms.toFixed(1));
  const late = turns.filter((ms) => ms > 10).length;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const load = os.loadavg()[0]?.toFixed(1);
  process.stdout.write(
    `${what}: longest turns ${longest.join(', ')} ms of processor time, ${late} of ${turns.length} above 10 ms; ${seconds} s; load ${load}\n`,
  );
}

const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-turns-'));
const folderOf = (name: string): string => path.join(parent, name);
const random = new SeededRandom(7);

/** A data directory that was not closed in order, with one large log without indexes. */
async function crashed(): Promise<string> {
  const data = folderOf('crashed');
  const { lab, stop } = await startLab({ data, port: 0 });
  await stop();
  fs.rmSync(path.join(lab.directory, '.kafka_cleanshutdown'));
  fs.mkdirSync(path.join(data, 'big-0'));
  fs.linkSync(path.join(folderOf('large'), 'big-0', LOG), path.join(data, 'big-0', LOG));
  return data;
}

try {
  const large = writeLargeSegment(folderOf('large'), Number(args.mb) * MB);
  const wide = path.join(folderOf('wide'), 'wide-0');
  fs.mkdirSync(wide, { recursive: true });
  const count = Math.floor((Number(args['batch-mb']) * MB) / 120);
  fs.writeFileSync(path.join(wide, LOG), aBatch({ count, valueSize: 100 }));
  const { lab, stop } = await startLab({ port: 0 });
  const [windowEnd, labEnd] = transportPair();
  serveWindow(lab, labEnd);
  const client = new LabClient(windowEnd);
  await report('nothing', () => new Promise((resolve) => setTimeout(resolve, 1_000)));
  const place = { topic: 'big', partition: 0 };
  const xray = (job: string, offset: number) =>
    client.call('xray.read', {
      job,
      source: { kind: 'path', path: folderOf('large') },
      target: { kind: 'record', ...place, offset },
    });
  // The first batch of each block of 64 is transactional.
  const blocks = Math.floor(large.nextOffset / (63 * 130 + 1));
  await report(`X-ray in the middle of ${args.mb} MiB`, () => xray('x', (blocks >> 1) * (63 * 130 + 1)));
  const { id } = await client.call('opened.open', { path: folderOf('large') });
  await report('its ends', () => client.call('opened.partitions', { id }));
  await report('census', () => client.call('opened.census', { id, ...place }));
  await report(`${PAGES} pages of records`, async () => {
    for (let i = 0; i < PAGES; i++) {
      const fromOffset = random.nextInt(large.nextOffset - 1);
      await client.call('opened.records', { id, ...place, fromOffset, direction: 'up', recordsMax: 200 });
      await nextTurn();
    }
  });
  const opened = await client.call('opened.open', { path: folderOf('wide') });
  const batch = { id: opened.id, topic: 'wide', partition: 0 };
  const ask = { ...batch, fromOffset: 0, direction: 'up', recordsMax: 200 } as const;
  await report(`list of a batch of ${args['batch-mb']} MiB`, () =>
    client.call('opened.records', { ...ask, unit: 'batches' }),
  );
  await report('its ruler', () => client.call('opened.batchBytes', { ...batch, segment: 0, position: 0 }));
  await report('its first records', () => client.call('opened.records', ask));
  const middle = count >> 1;
  for (const direction of ['up', 'down'] as const) {
    await report(`its records from the middle ${direction}`, () =>
      client.call('opened.records', { ...ask, fromOffset: middle, direction }),
    );
  }
  await report('one of its records', () =>
    client.call('opened.record', { ...batch, segment: 0, position: 0, offset: middle, bytesMax: 2048 }),
  );
  const part = { kind: 'records', fromOffset: 0, toOffset: Math.min(1_000_000, large.nextOffset) } as const;
  for (const format of ['csv', 'json'] as const) {
    await report(`${part.toOffset} records as ${format}`, () =>
      client.call('evidence.save', {
        job: format,
        ...place,
        opened: id,
        part: { ...part, format },
        path: folderOf(`records.${format}`),
      }),
    );
  }
  await report(`all records of the batch of ${args['batch-mb']} MiB as csv`, () =>
    client.call('evidence.save', {
      job: 'wide',
      topic: 'wide',
      partition: 0,
      opened: opened.id,
      part: { kind: 'records', format: 'csv', fromOffset: 0, toOffset: null },
      path: folderOf('wide.csv'),
    }),
  );
  fs.rmSync(path.join(large.directory, LOG.replace('.log', '.index')));
  await report('X-ray without an index', () => xray('y', (blocks >> 1) * (63 * 130 + 1)));
  await stop();
  const data = await crashed();
  let again: Awaited<ReturnType<typeof startLab>> | undefined;
  await report(`recovery of ${args.mb} MiB`, async () => {
    again = await startLab({ data, port: 0 });
  });
  if (again !== undefined) {
    const [ownWindow, ownLab] = transportPair();
    serveWindow(again.lab, ownLab);
    const own = new LabClient(ownWindow);
    for (const unit of ['records', 'batches'] as const) {
      await report(`${PAGES} pages of ${unit} of the lab's own log`, async () => {
        for (let i = 0; i < PAGES; i++) {
          const fromOffset = random.nextInt(large.nextOffset - 1);
          const direction = i % 2 === 0 ? 'up' : 'down';
          await own.call('log.batches', { ...place, fromOffset, direction, recordsMax: 300, unit });
          await nextTurn();
        }
      });
    }
  }
  await again?.stop();
} finally {
  fs.rmSync(parent, { recursive: true, force: true });
}
