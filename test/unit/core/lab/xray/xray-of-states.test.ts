import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { directorySide } from '#core/evidence/compare/snapshot-side.ts';
import { inspect } from '#core/inspect/inspect.ts';
import { readXray } from '#core/lab/xray/read-xray.ts';
import type { XrayTarget, XrayView } from '#core/lab-api/xray-views.ts';
import { NodeDisk } from '#core/platform/node/node-disk.ts';
import { fixture } from '../../../../support/log-world.ts';

const disk = new NodeDisk();
const data = join(fixture('log-dirs/txn-basic'), 'data');

async function xrayAt(directory: string, target: XrayTarget): Promise<XrayView> {
  const logs = await directorySide(disk, { directory, label: 'files' });
  const pace = { expect: () => undefined, pulse: () => undefined };
  return readXray({ disk, logs, lab: null, pace }, target);
}

function keysOf({ nodes }: XrayView, column: string): readonly string[] {
  return nodes.filter((node) => node.column === column).map(({ say }) => say.key);
}

describe('the X-ray of a record of __transaction_state', () => {
  /** Of each record, with the state that its node says. */
  const views: { readonly view: XrayView; readonly state: string }[] = [];

  beforeAll(async () => {
    for await (const { topic, partition, records } of inspect(disk, data)) {
      if (topic !== '__transaction_state') continue;
      for (const { offset } of records) {
        const view = await xrayAt(data, { kind: 'record', topic, partition, offset });
        const own = view.nodes.find(({ id }) => id === view.origin);
        views.push({ view, state: String(own?.say.params['state'] ?? '') });
      }
    }
  });

  it('that is Ongoing shows the records of the transaction and, where it ended, its marker', () => {
    const ongoing = views.filter(({ state }) => state === 'Ongoing');
    expect(ongoing.length).toBeGreaterThan(3);
    for (const { view } of ongoing) {
      expect(view.transactionalId).not.toBeNull();
      if (view.nodes.filter(({ column }) => column === 'partition').length === 0) continue;
      expect(keysOf(view, 'partition')).toContain('partition.wrote');
      // Of committed offsets no consumer receives anything.
      const hasData = view.nodes.some(({ place }) => place !== null && !place.topic.startsWith('__'));
      expect(keysOf(view, 'reader').length > 0).toBe(hasData);
    }
  });

  it('of tx-open shows the transaction that is open', async () => {
    const view = await xrayAt(data, {
      kind: 'record',
      topic: '__transaction_state',
      partition: 15,
      offset: 2,
    });
    expect(view).toMatchObject({
      transactionalId: 'tx-open',
      outcome: 'open',
      origin: 'state 15 2',
      record: { verdict: 'plain' },
    });
    expect(keysOf(view, 'partition')).toContain('partition.wrote');
    expect(view.columns.find(({ column }) => column === 'coordinator')).toMatchObject({ known: 'all' });
  });

  it('says how each one ended, as its last state does', () => {
    const ended = views.filter(({ state }) => state.startsWith('Complete'));
    expect(ended.length).toBeGreaterThan(3);
    for (const { view, state } of ended) {
      expect(view.outcome).toBe(state === 'CompleteCommit' ? 'committed' : 'aborted');
    }
  });

  it('whose partitions are not there tells what the coordinator knows', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'fencepost-states-'));
    cpSync(join(data, '__transaction_state-15'), join(copy, '__transaction_state-15'), { recursive: true });
    const view = await xrayAt(copy, {
      kind: 'record',
      topic: '__transaction_state',
      partition: 15,
      offset: 2,
    });
    rmSync(copy, { recursive: true });
    expect(view).toMatchObject({ transactionalId: 'tx-open', outcome: 'open' });
    expect(view.columns.find(({ column }) => column === 'partition')?.reason?.key).toBe('missing.partitions');
  });
});

describe('the X-ray of a record of __consumer_offsets that a transaction wrote', () => {
  it('shows that transaction: coordinator, partitions and offsets, which count only if it is committed', async () => {
    let looked = 0;
    for await (const { topic, partition, records } of inspect(disk, data)) {
      if (topic !== '__consumer_offsets') continue;
      for (const { offset, verdict, kind } of records) {
        if (kind !== 'data' || !['committed', 'aborted', 'open'].includes(verdict)) continue;
        const view = await xrayAt(data, { kind: 'record', topic, partition, offset });
        expect(view.transactionalId).not.toBeNull();
        expect(keysOf(view, 'coordinator')).toContain('coordinator.recorded');
        const own = view.nodes.find(({ id }) => id === view.origin);
        expect(own?.say).toMatchObject({ key: 'coordinator.offsets', params: { outcome: verdict } });
        looked++;
      }
    }
    expect(looked).toBeGreaterThan(0);
  });
});
