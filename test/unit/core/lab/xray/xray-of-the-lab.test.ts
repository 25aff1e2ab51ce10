import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningLab } from '#core/host/start-lab.ts';
import type { LabClient } from '#core/lab-api/client.ts';
import type { SnapshotRef } from '#core/lab-api/evidence-views.ts';
import type { StoryView } from '#core/lab-api/views.ts';
import type { XrayNode, XrayView } from '#core/lab-api/xray-views.ts';
import { runningLab } from '../../../../support/running-lab.ts';

const HERE: SnapshotRef = { kind: 'lab' };

describe('the X-ray of what happened in this lab', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-xray-'));
  let running: RunningLab;
  let client: LabClient;
  let story: StoryView;
  /** The zombie's record: aborted, and written by a process that was frozen and fenced. */
  let zombie: XrayView;

  beforeAll(async () => {
    ({ running, client } = await runningLab(2));
    story = await client.call('story.describe', null).then(({ value }) => value);
    while (story.step < story.stepCount && story.failure === null)
      story = await client.call('story.advance', null);
    const offset = await offsetOf('aborted');
    zombie = await xray(HERE, offset);
  }, 60_000);
  afterAll(async () => {
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function offsetOf(verdict: string): Promise<{ readonly partition: number; readonly offset: number }> {
    for (const partition of [0, 1]) {
      const place = {
        topic: story.topic,
        partition,
        fromOffset: 0,
        direction: 'up',
        recordsMax: 1000,
      } as const;
      const { value: batches } = await client.call('log.batches', place);
      const found = batches.find((batch) => batch.verdict === verdict);
      if (found !== undefined) return { partition, offset: found.baseOffset };
    }
    throw new Error(`no record is ${verdict}`);
  }

  function xray(
    source: SnapshotRef,
    place: { readonly partition: number; readonly offset: number },
  ): Promise<XrayView> {
    const target = { kind: 'record', topic: story.topic, ...place } as const;
    return client.call('xray.read', { job: 'x', source, target });
  }

  function nodes(view: XrayView, key: string): readonly XrayNode[] {
    return view.nodes.filter(({ say }) => say.key === key);
  }

  it('has something in every column, and misses nothing', () => {
    expect(zombie.outcome).toBe('aborted');
    expect(zombie.columns.map(({ column, known }) => [column, known])).toEqual([
      ['process', 'all'],
      ['wire', 'all'],
      ['coordinator', 'all'],
      ['partition', 'all'],
      ['reader', 'all'],
    ]);
  });

  it('tells of the process that was frozen', () => {
    expect(nodes(zombie, 'process.started').map(({ process }) => process)).toContain(story.processA);
    expect(nodes(zombie, 'process.frozen').map(({ process }) => process)).toContain(story.processA);
  });

  it('tells of its return: thawed, and refused by partition and coordinator', () => {
    const byId = new Map(zombie.nodes.map((node) => [node.id, node]));
    const refusals = nodes(zombie, 'wire.refused');
    expect(refusals.map(({ say }) => [say.params['api'], say.params['code']])).toEqual(
      expect.arrayContaining([
        ['Produce', 47],
        ['EndTxn', 90],
      ]),
    );
    const refused = nodes(zombie, 'partition.refused');
    expect(refused.length).toBeGreaterThan(0);
    for (const { causes } of refused) {
      expect(causes.map((id) => byId.get(id)?.say.params['api'])).toEqual(['Produce']);
    }
    expect(nodes(zombie, 'process.thawed').map(({ process }) => process)).toContain(story.processA);
  });

  it('leads from the exchange to the records, from the records and the decision to the marker, from there to readers', () => {
    const byId = new Map(zombie.nodes.map((node) => [node.id, node]));
    const causesOf = (node: XrayNode | undefined): readonly string[] =>
      (node?.causes ?? []).map((id) => byId.get(id)?.say.key ?? '?');
    const [wrote] = nodes(zombie, 'partition.wrote');
    expect(causesOf(wrote)).toEqual(expect.arrayContaining(['wire.exchange', 'coordinator.recorded']));
    const [marker] = nodes(zombie, 'partition.abortMarker');
    expect(causesOf(marker)).toEqual(expect.arrayContaining(['coordinator.recorded', 'partition.wrote']));
    const [skips] = nodes(zombie, 'reader.committedSkips');
    expect(causesOf(skips)).toEqual(['partition.abortMarker']);
    const place = new Map(zombie.nodes.map(({ id }, index) => [id, index]));
    for (const { id, causes } of zombie.nodes) {
      for (const cause of causes) expect(place.get(cause)).toBeLessThan(place.get(id) ?? -1);
    }
  });

  it('names the bytes of each exchange, which the lab then shows', async () => {
    const [produce] = nodes(zombie, 'wire.exchange').filter(({ say }) => say.params['api'] === 'Produce');
    const [request] = produce?.bytes ?? [];
    if (request?.kind !== 'frame') throw new Error('no frame');
    const { frame, side } = request;
    expect((await client.call('wire.frameBytes', { frame, side })).fields[0]?.name).toBe('apiKey');
  });

  it('tells the same of a pack, and less of the bare directory in it', async () => {
    const path = join(folder, 'story.fence');
    const everything = { topics: [], transactionalIds: [], fromMs: null, toMs: null, scenario: null };
    await client.call('evidence.export', { ...everything, path, job: 'export' });
    const pack = await client.call('evidence.open', { job: 'open', path, upload: null });
    const { record } = zombie;
    const place = { partition: record?.partition ?? 0, offset: record?.offset ?? 0 };
    const fromPack = await xray({ kind: 'pack', pack: pack.pack }, place);
    expect(fromPack.nodes.map(({ id }) => id).filter((id) => !id.startsWith('snapshot'))).toEqual(
      zombie.nodes.map(({ id }) => id).filter((id) => !id.startsWith('snapshot')),
    );
    const fromFiles = await xray({ kind: 'path', path: pack.directory }, place);
    expect(fromFiles.outcome).toBe('aborted');
    expect(fromFiles.columns.filter(({ known }) => known === 'nothing').map(({ column }) => column)).toEqual([
      'process',
      'wire',
    ]);
  });

  it('tells of a committed transaction that its records are delivered', async () => {
    const view = await xray(HERE, await offsetOf('committed'));
    expect(view.outcome).toBe('committed');
    expect(nodes(view, 'reader.committedGets').length).toBeGreaterThan(0);
    expect(nodes(view, 'wire.exchange').some(({ say }) => say.params['api'] === 'EndTxn')).toBe(true);
  });
});
