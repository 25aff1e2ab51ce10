import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningLab, startLab } from '#core/host/start-lab.ts';
import { serveWindow } from '#core/lab/serve-window.ts';
import { LabClient } from '#core/lab-api/client.ts';
import type { BatchView } from '#core/lab-api/views.ts';
import { processWhen, settings } from '../../../support/running-lab.ts';
import { transportPair } from '../../../support/transport-pair.ts';

describe('a lab that is started again on its own data', () => {
  const directory = mkdtempSync(join(tmpdir(), 'fencepost-earlier-'));
  let running: RunningLab;
  let client: LabClient;
  let batches: readonly BatchView[];

  async function begin(): Promise<void> {
    running = await startLab({ port: 0, data: directory });
    const [windowEnd, labEnd] = transportPair();
    serveWindow(running.lab, labEnd);
    client = new LabClient(windowEnd);
  }

  beforeAll(async () => {
    await begin();
    await client.call('topics.create', { topic: 'orders', partitions: 1 });
    await client.call('producers.start', settings());
    await processWhen(client, 'A', (view) => view.state === 'running');
    await client.call('producers.begin', { process: 'A' });
    await client.call('producers.send', { process: 'A', count: 2 });
    await client.call('producers.abort', { process: 'A' });
    await running.stop();
    await begin();
    const asked = { topic: 'orders', partition: 0, fromOffset: 0, direction: 'up', recordsMax: 10 } as const;
    batches = (await client.call('log.batches', asked)).value;
  }, 60_000);
  afterAll(async () => {
    await running.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('knows the transactional id of what the earlier session wrote', () => {
    expect(batches.map(({ verdict, transactionalId }) => [verdict, transactionalId])).toEqual([
      ['aborted', 'service-1'],
      ['marker-abort', 'service-1'],
    ]);
  });

  it('says that the processes of the earlier session are not known, and none that this lab has not written it', async () => {
    const view = await client.call('xray.read', {
      job: 'x',
      source: { kind: 'lab' },
      target: { kind: 'record', topic: 'orders', partition: 0, offset: 0 },
    });
    const reasons = view.columns.map(({ column, reason }) => [column, reason?.key ?? null]);
    expect(reasons).toEqual([
      ['process', 'missing.earlierProcess'],
      ['wire', 'missing.earlierWire'],
      ['coordinator', null],
      ['partition', null],
      ['reader', null],
    ]);
  });
});
