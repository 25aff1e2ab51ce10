import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeMachine } from '#core/host/machine.ts';
import { ProcessHost } from '#core/host/process-host.ts';
import type { RunningLab } from '#core/host/start-lab.ts';
import { Lab } from '#core/lab/lab.ts';
import type { LabClient } from '#core/lab-api/client.ts';
import type { BatchView, LaneView, StoryView, TransactionVersion } from '#core/lab-api/views.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { runningLab } from '../../../support/running-lab.ts';

describe.each<TransactionVersion>([1, 2])(
  'the zombie story under transaction.version %i',
  (transactionVersion) => {
    let running: RunningLab;
    let client: LabClient;
    const views: StoryView[] = [];

    beforeAll(async () => {
      ({ running, client } = await runningLab(transactionVersion));
      views.push((await client.call('story.describe', null)).value);
      for (let step = 1; step <= 7; step++) views.push(await client.call('story.advance', null));
    }, 60_000);
    afterAll(() => running.stop());

    it('reaches its end without a failure, step by step', () => {
      expect(views.map(({ step, failure }) => [step, failure])).toEqual(
        [0, 1, 2, 3, 4, 5, 6, 7].map((step) => [step, null]),
      );
      expect(views.at(-1)).toMatchObject({
        topic: 'orders',
        transactionalId: 'order-service-1',
        processA: 'A',
        processB: 'B',
        transactionVersion,
        isBusy: false,
      });
      expect(views.at(-1)?.reachedAtMs).toHaveLength(8);
    });

    it('has seen what it tells', () => {
      const raise = transactionVersion === 2 ? 1 : 0;
      expect(views.at(-1)?.facts).toMatchObject({
        commitOffset: 4,
        openFirst: 5,
        openLast: 6,
        lso: 5,
        partition: 'orders-0',
        openEpoch: raise,
        processState: process.platform === 'linux' ? 'T' : '?',
        fenceEpoch: raise + 1,
        abortOffset: 7,
        twinEpoch: raise + 2,
        twinFirst: 8,
        twinLast: 9,
        twinCommitOffset: 10,
        finalEpoch: raise + 2 + raise,
        produceCode: 47,
        produceError: 'INVALID_PRODUCER_EPOCH',
        endTxnCode: 90,
        endTxnError: 'PRODUCER_FENCED',
        delivered: '0 1 2 3 8 9',
      });
    });

    it('leaves lanes that show it: verdicts, refusal, and what either reader was given', async () => {
      const { value: lanes } = await client.call('log.lanes', { topics: ['orders'], recordsMax: 100 });
      const [first] = lanes as readonly [LaneView, LaneView];
      const row = ({ baseOffset, verdict, process }: BatchView): string =>
        `${baseOffset} ${verdict} ${process ?? '-'}`;
      expect(first.batches.map(row)).toEqual([
        '0 plain -',
        '2 committed A',
        expect.stringMatching(/^4 marker-commit A$/),
        '5 aborted A',
        '7 marker-abort -',
        '8 committed B',
        expect.stringMatching(/^10 marker-commit B$/),
      ]);
      expect(first.refused).toMatchObject([
        {
          errorCode: 47,
          process: 'A',
          keys: ['o-23', 'o-24'],
          recordCount: 2,
          producerEpoch: views[1]?.facts['openEpoch'],
        },
      ]);
      expect(first.readers.map(({ isolation, delivered }) => [isolation, delivered])).toEqual([
        ['read_committed', [0, 1, 2, 3, 8, 9]],
        ['read_uncommitted', [0, 1, 2, 3, 5, 6, 8, 9]],
      ]);
      expect(first).toMatchObject({ lastStableOffset: 11, highWatermark: 11, logEndOffset: 11 });
    });

    it('explains the refusal by the checks of the broker, with both frames', async () => {
      const refusal = await client.call('story.refusal', null);
      expect(refusal?.request).toMatchObject({
        api: 'Produce',
        partition: 'orders-0',
        recordCount: 2,
        process: 'A',
      });
      expect(refusal?.checks.map(({ key, outcome }) => `${key} ${outcome}`)).toEqual([
        'checks.batchWhole passed',
        'checks.transactionalId passed',
        'checks.partitionEpoch refused',
        'checks.produceCode refused',
      ]);
      expect(refusal?.frames.map(({ errorCode }) => errorCode)).toEqual([47, 90]);
      for (const { frame } of refusal?.frames ?? []) {
        const bytes = await client.call('wire.frameBytes', { frame, side: 'request' });
        expect(bytes.fields.length).toBeGreaterThan(4);
        expect(bytes.stop).toBeNull();
      }
    });

    it('leaves process cards: A fenced and believing the old epoch, B running', async () => {
      const { value: processes } = await client.call('producers.list', null);
      const [a, b] = processes;
      expect(a).toMatchObject({
        id: 'A',
        state: 'fenced',
        believes: { epoch: views[1]?.facts['openEpoch'] },
      });
      expect(a?.brokerKnows?.epoch).toBe(views.at(-1)?.facts['finalEpoch']);
      expect(a?.output.map((line) => line.text)).toEqual(
        expect.arrayContaining([
          'SIGSTOP: stopped, transaction open',
          'Produce: 47 INVALID_PRODUCER_EPOCH',
          'EndTxn: 90 PRODUCER_FENCED',
          'ProducerFencedException, closing',
        ]),
      );
      const refusalLine = a?.output.find((line) => line.text.startsWith('Produce: 47'));
      expect(refusalLine).toMatchObject({ tone: 'refused', frame: expect.any(Number) });
      expect(b).toMatchObject({ id: 'B', state: 'running' });
      const first = { topic: 'orders', partition: 0 };
      expect(a?.brokerKnows?.lastMarker).toEqual({ type: 'ABORT', ...first, offset: 7 });
      expect(b?.brokerKnows?.lastMarker).toEqual({ type: 'COMMIT', ...first, offset: 10 });
    });

    it('leaves a ladder whose rungs have causes', async () => {
      const { value: transactions } = await client.call('transactions.list', null);
      const rungs = transactions[0]?.ladder.map(
        ({ epoch, cause, process }) => `${epoch} ${cause} ${process}`,
      );
      expect(rungs).toEqual(
        transactionVersion === 2
          ? [
              '0 initTransactions A',
              '1 endTxnCommit A',
              '2 fence B',
              '3 initTransactions B',
              '4 endTxnCommit B',
            ]
          : ['0 initTransactions A', '1 fence B', '2 initTransactions B'],
      );
      const { value: records } = await client.call('transactions.records', {
        transactionalId: 'order-service-1',
      });
      expect(records.at(-1)?.value).toMatchObject({ state: 'CompleteCommit' });
      expect(records[0]?.value).toMatchObject({ state: 'Empty', producerEpoch: 0 });
    });

    it('is over, and can be told again: same topic, same letters, another transactional id', async () => {
      await expect(client.call('story.advance', null)).rejects.toMatchObject({
        failure: { code: 'STORY_ENDED' },
      });
      const before = running.lab.log('orders', 0).topicId;
      const again = await client.call('story.reset', { transactionVersion });
      expect(again).toMatchObject({
        step: 0,
        topic: 'orders',
        transactionalId: 'order-service-2',
        processA: null,
      });
      expect(running.lab.log('orders', 0).topicId).not.toBe(before);
      expect((await client.call('producers.list', null)).value).toEqual([]);
      const [lane] = (await client.call('log.lanes', { topics: [], recordsMax: 100 })).value;
      expect(lane).toMatchObject({ topic: 'orders', logEndOffset: 2, refused: [] });
      expect(await client.call('story.refusal', null)).toBeNull();
      let view = again;
      while (view.step < view.stepCount && view.failure === null) {
        view = await client.call('story.advance', null);
      }
      expect(view).toMatchObject({ step: 7, failure: null, processA: 'A', processB: 'B' });
      const { osPidA: _a, osPidB: _b, producerId: _id, frozenMs: _ms, ...facts } = view.facts;
      expect(views.at(-1)?.facts).toMatchObject(facts);
      const refusal = await client.call('story.refusal', null);
      expect(refusal?.frames.map(({ errorCode }) => errorCode)).toEqual([47, 90]);
    });

    it('leaves nothing of an earlier run where the later one is shown', async () => {
      const { value: lanes } = await client.call('log.lanes', { topics: [], recordsMax: 100 });
      expect(lanes.map(({ topic, partition, logEndOffset }) => [topic, partition, logEndOffset])).toEqual([
        ['orders', 0, 11],
        ['orders', 1, 7],
      ]);
      expect(lanes[0]?.refused).toHaveLength(1);
      expect(lanes[0]?.readers.map(({ deliveredCount }) => deliveredCount)).toEqual([6, 8]);
      const { value: transactions } = await client.call('transactions.list', null);
      const ladder = transactions.find((one) => one.transactionalId === 'order-service-2')?.ladder;
      expect(new Set(ladder?.map(({ process }) => process))).toEqual(new Set(['A', 'B']));
      const { reachedAtMs } = (await client.call('story.describe', null)).value;
      const { value: items } = await client.call('timeline.read', { sinceSeq: 0 });
      const shown = items.filter((item) => item.atMs >= (reachedAtMs[0] ?? 0));
      const plain = shown.filter(
        (item) => item.kind === 'append' && item.mark === 'plain' && item.topic === 'orders',
      );
      expect(plain).toHaveLength(2);
      const ids = shown.flatMap((item) => (item.kind === 'state' ? [item.transactionalId] : []));
      expect(new Set(ids)).toEqual(new Set(['order-service-2']));
    });
  },
);

describe('a story that goes otherwise', () => {
  it('stops there and says what happened', async () => {
    const { running, client } = await runningLab();
    try {
      await client.call('story.advance', null);
      const { osPid } = await client.call('producers.kill', { process: 'A' });
      const view = await client.call('story.advance', null);
      expect(view.failure).toEqual({
        step: 2,
        reason: `Process A (pid ${osPid}) ended with SIGKILL.`,
        ended: { process: 'A', osPid, code: null, signal: 'SIGKILL' },
      });
      await expect(client.call('story.advance', null)).rejects.toMatchObject({
        failure: { code: 'STORY_FAILED' },
      });
      const again = await client.call('story.reset', { transactionVersion: 1 });
      expect(again).toMatchObject({ step: 0, failure: null, transactionVersion: 1 });
    } finally {
      await running.stop();
    }
  });
});

describe('a system without SIGSTOP', () => {
  it('is told the same story, with processes that wait on a pipe', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'fencepost-pipe-'));
    const launcher = new ProcessHost({ freezesBy: 'pipe' });
    const lab = await Lab.start({
      platform: nodePlatform(),
      launcher,
      brokers: launcher.brokers,
      directory,
      port: 0,
      machine: describeMachine(),
    });
    try {
      let view = await lab.story.describe();
      while (view.step < view.stepCount && view.failure === null) view = await lab.story.advance();
      expect(view).toMatchObject({ step: 7, failure: null, facts: { processState: '?', produceCode: 47 } });
      const lines = lab.stage.get('A').output.map((line) => line.text);
      expect(lines).toEqual(
        expect.arrayContaining([
          'freeze: stopped, transaction open',
          expect.stringMatching(/^thaw: awake after/),
        ]),
      );
    } finally {
      await lab.stop();
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
