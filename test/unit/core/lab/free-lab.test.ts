import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningLab } from '#core/host/start-lab.ts';
import type { LabClient } from '#core/lab-api/client.ts';
import { processWhen, runningLab, settings } from '../../../support/running-lab.ts';

let running: RunningLab;
let client: LabClient;

beforeAll(async () => {
  ({ running, client } = await runningLab());
});
afterAll(() => running.stop());

describe('a producer of the free lab', () => {
  it('begins, sends, commits and aborts, and can do only what its state allows', async () => {
    const started = await client.call('producers.start', settings());
    expect(started).toMatchObject({ id: 'A', state: 'starting' });
    const ready = await processWhen(client, 'A', (view) => view.state === 'running');
    expect(ready?.can).toEqual(['freeze', 'kill', 'close', 'twin', 'begin']);

    const begun = await client.call('producers.begin', { process: 'A' });
    expect(begun.believes?.transaction).toBe('IN_TRANSACTION');
    await expect(client.call('producers.begin', { process: 'A' })).rejects.toMatchObject({
      failure: { code: 'NOT_NOW', message: 'A cannot begin: it is running, IN_TRANSACTION.' },
    });
    await client.call('producers.send', { process: 'A', count: 3 });
    await client.call('producers.commit', { process: 'A' });
    await client.call('producers.begin', { process: 'A' });
    await client.call('producers.send', { process: 'A', count: 1 });
    const aborted = await client.call('producers.abort', { process: 'A' });
    expect(aborted.output.map((line) => line.text)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^txn 1 committed/),
        expect.stringMatching(/^txn 2 aborted/),
      ]),
    );
  });

  it('freezes, waits with its commands, thaws, and is killed', async () => {
    const frozen = await client.call('producers.freeze', { process: 'A' });
    expect(frozen).toMatchObject({ state: 'frozen', can: ['thaw', 'kill', 'twin'] });
    await expect(client.call('producers.begin', { process: 'A' })).rejects.toMatchObject({
      failure: { code: 'NOT_NOW', hint: 'Thaw A first.' },
    });
    expect(await client.call('producers.thaw', { process: 'A' })).toMatchObject({ state: 'running' });
    const dead = await client.call('producers.kill', { process: 'A' });
    expect(dead).toMatchObject({ state: 'dead', exit: { code: null, signal: 'SIGKILL' }, can: ['twin'] });
    expect(dead.endedAtMs).toBeGreaterThanOrEqual(dead.startedAtMs);
  });

  it('leaves the stage when dismissed, and its letter is not given again', async () => {
    await client.call('producers.dismiss', { process: 'A' });
    await expect(client.call('producers.kill', { process: 'A' })).rejects.toMatchObject({
      failure: { code: 'NO_SUCH_PROCESS' },
    });
    expect(await client.call('producers.start', settings({ transactionalId: null }))).toMatchObject({
      id: 'B',
    });
  });

  it('without a transactional.id just sends, and closes with exit code 0', async () => {
    await processWhen(client, 'B', (view) => view.state === 'running');
    const sent = await client.call('producers.send', { process: 'B', count: 2 });
    expect(sent.output.at(-1)?.text).toMatch(/^acked orders-/);
    await client.call('producers.close', { process: 'B' });
    const closed = await processWhen(client, 'B', (view) => view.state === 'dead');
    expect(closed?.exit).toEqual({ code: 0, signal: null });
  });

  it('in auto mode commits transaction after transaction until told to stop', async () => {
    const auto = settings({ transactionalId: 'auto-1', transactionsPerSecond: 20 });
    const { id } = await client.call('producers.start', auto);
    const busy = await processWhen(
      client,
      id,
      (view) => view.output.filter((line) => line.text.includes('committed')).length >= 3,
    );
    expect(busy?.state).toBe('running');
    const stopped = await client.call('producers.setRate', { process: id, transactionsPerSecond: 0 });
    expect(stopped.settings.transactionsPerSecond).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const before = (await client.call('producers.list', null)).value.find((view) => view.id === id)?.output
      .length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    const after = (await client.call('producers.list', null)).value.find((view) => view.id === id)?.output
      .length;
    expect(after).toBe(before);
  });

  it('whose settings Java would refuse ends with the reason', async () => {
    const { id } = await client.call(
      'producers.start',
      settings({ transactionalId: 'bad-1', config: { acks: '1' } }),
    );
    const dead = await processWhen(client, id, (view) => view.state === 'dead');
    expect(dead?.exit?.code).toBe(1);
    expect(dead?.output.map((line) => line.text).join('\n')).toContain('idempotence');
  });

  it('is fenced by its twin', async () => {
    const { id } = await client.call('producers.start', settings({ transactionalId: 'twins' }));
    await processWhen(client, id, (view) => view.state === 'running');
    await client.call('producers.begin', { process: id });
    const twin = await client.call('producers.twin', { process: id });
    expect(twin.settings.transactionalId).toBe('twins');
    await processWhen(client, twin.id, (view) => view.state === 'running');
    await expect(client.call('producers.send', { process: id, count: 1 })).rejects.toMatchObject({
      failure: { exception: expect.stringMatching(/ProducerFenced|InvalidProducerEpoch/) },
    });
  });
});

describe('what the window reads', () => {
  it('lists partitions with their files, and annotates batches and files', async () => {
    const { value: partitions } = await client.call('log.partitions', null);
    const orders = partitions.find((view) => view.topic === 'orders' && view.logEndOffset > 0);
    expect(orders?.segments[0]?.files.map((file) => file.kind)).toEqual(
      expect.arrayContaining(['log', 'index', 'timeindex', 'leader-epoch-checkpoint', 'partition-metadata']),
    );
    const { topic, partition } = orders ?? { topic: '', partition: 0 };
    const { value: batches } = await client.call('log.batches', {
      topic,
      partition,
      fromOffset: 0,
      direction: 'up',
      recordsMax: 10,
    });
    const { value: newest } = await client.call('log.batches', {
      topic,
      partition,
      fromOffset: (orders?.logEndOffset ?? 1) - 1,
      direction: 'down',
      recordsMax: 2,
    });
    expect(newest[0]?.lastOffset).toBe((orders?.logEndOffset ?? 0) - 1);
    const baseOffset = batches[0]?.baseOffset ?? -1;
    const bytes = await client.call('log.batchBytes', { topic, partition, baseOffset });
    expect(bytes).toMatchObject({ file: '00000000000000000000.log', position: 0, stop: null });
    expect(bytes.fields[0]).toMatchObject({ name: 'baseOffset', at: 0, size: 8 });
    const file = await client.call('log.fileBytes', {
      topic,
      partition,
      segment: 0,
      kind: 'leader-epoch-checkpoint',
      position: 0,
    });
    expect(Buffer.from(file.hex, 'hex').toString()).toMatch(/^0\n1\n/);
    await expect(
      client.call('log.batchBytes', { topic, partition, baseOffset: 999_999 }),
    ).rejects.toMatchObject({ failure: { code: 'NO_SUCH_BATCH' } });
  });

  it('reads the timeline on from where it was, with nothing of the readers', async () => {
    const first = await client.call('timeline.read', { sinceSeq: 0 });
    const kinds = new Set(first.value.map((item) => item.kind));
    expect(kinds).toEqual(new Set(['process', 'frame', 'state', 'append']));
    expect(first.value.filter((item) => item.kind === 'frame' && item.frame.api === 'Fetch')).toEqual([]);
    expect(new Set(first.value.map((item) => item.id)).size).toBe(first.value.length);
    const next = await client.call('timeline.read', { sinceSeq: first.seq });
    expect(next.value).toEqual([]);
  });

  it('describes the lab, and changes the transaction version while it runs', async () => {
    const changed = await client.call('lab.setTransactionVersion', { transactionVersion: 1 });
    expect(changed).toMatchObject({
      transactionVersion: 1,
      kafkaVersion: '4.3.1',
      broker: { state: 'running' },
    });
    expect(changed.bootstrap).toBe(`127.0.0.1:${changed.broker.port}`);
    expect(await client.call('lab.describe', null)).toMatchObject({ transactionVersion: 1 });
  });
});

describe('the end of the lab', () => {
  it('disconnects its windows, kills its processes and leaves no directory behind', async () => {
    const own = await runningLab();
    const closed = new Promise<void>((resolve) => own.client.onClose(resolve));
    const { id } = await own.client.call('producers.start', settings());
    const alive = await processWhen(own.client, id, (view) => view.osPid !== null);
    await own.running.stop();
    await closed;
    expect(() => process.kill(alive?.osPid ?? 0, 0)).toThrow();
    await expect(own.client.call('lab.describe', null)).rejects.toMatchObject({
      failure: { code: 'DISCONNECTED' },
    });
  });
});
