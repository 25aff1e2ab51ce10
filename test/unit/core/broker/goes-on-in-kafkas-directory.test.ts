import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { sleep } from '#core/base/clock.ts';
import { Broker } from '#core/broker/broker.ts';
import { directorySide } from '#core/evidence/compare/snapshot-side.ts';
import { walkBatches } from '#core/evidence/survey/walk-batches.ts';
import { inspect } from '#core/inspect/inspect.ts';
import type { PartitionReport } from '#core/inspect/judge/partition-report.ts';
import { readStates } from '#core/lab/xray/coordinator-story.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { TestClient } from '../../../support/broker-world.ts';
import { fixture } from '../../../support/log-world.ts';
import { VERSIONS, WireProducer } from '../../../support/wire-producer.ts';
import type { WireSubject } from '../../../support/wire-subject.ts';

/** Minutes after the directories were written: nothing has expired, no transaction has timed out. */
const NOW_MS = 1_796_050_000_000;

describe.each([
  ['txn-basic', 2, 'tv2'],
  ['txn-tv1', 1, 'librdkafka'],
  ['compacted', 2, 'tv2'],
] as const)(
  'a broker on a copy of %s, written by Java clients to a real Kafka',
  (set, transactionVersion, client) => {
    const directory = mkdtempSync(join(tmpdir(), 'fencepost-goes-on-'));
    const machine = nodePlatform();
    const { clock, disk } = machine;
    const startedMs = clock.monotonicMs();
    const platform = {
      ...machine,
      clock: {
        nowMs: () => NOW_MS + Math.floor(clock.monotonicMs() - startedMs),
        monotonicMs: () => clock.monotonicMs(),
        schedule: (delayMs: number, task: () => void) => clock.schedule(delayMs, task),
      },
    };
    let broker: Broker | undefined;

    afterEach(async () => {
      await broker?.stop();
      rmSync(directory, { recursive: true, force: true });
    });

    function subjectAt(port: number): WireSubject {
      const never = (): Promise<never> => Promise.reject(new Error('not in this test'));
      return {
        clock: platform.clock,
        connect: async () => new TestClient(await platform.network.connect('127.0.0.1', port)),
        settle: (promise) => promise,
        pass: (ms) => sleep(platform.clock, ms),
        restart: never,
        crash: never,
        climb: never,
        name: (base) => base,
      };
    }

    async function reports(): Promise<ReadonlyMap<string, PartitionReport>> {
      const found = new Map<string, PartitionReport>();
      for await (const report of inspect(disk, directory))
        found.set(`${report.topic}-${report.partition}`, report);
      return found;
    }

    /** The greatest epoch of each producer id that any log or the coordinator's state speaks of. */
    async function epochs(): Promise<{
      readonly byProducer: ReadonlyMap<number, number>;
      readonly ids: readonly string[];
    }> {
      const byProducer = new Map<number, number>();
      const note = (producerId: number, epoch: number): void => {
        if (producerId >= 0) byProducer.set(producerId, Math.max(epoch, byProducer.get(producerId) ?? -1));
      };
      const side = await directorySide(disk, { directory, label: set });
      for (const files of side.partitions) {
        for (const { batch } of walkBatches(disk, files)) note(batch.producerId, batch.producerEpoch);
      }
      const pace = { expect: () => undefined, pulse: () => undefined };
      const search = { concerns: () => true, endedMs: null };
      const read = side.partitions.map((files) =>
        readStates({ disk, pace }, { ...side, partitions: [files] }, search),
      );
      const states = (await Promise.all(read)).flat();
      for (const { producerId, epoch } of states) note(producerId, epoch);
      return { byProducer, ids: [...new Set(states.map(({ transactionalId }) => transactionalId))] };
    }

    it('goes on: same verdicts, and no producer id or epoch a second time', async () => {
      cpSync(join(fixture(`log-dirs/${set}`), 'data'), directory, { recursive: true });
      const before = await reports();
      const { byProducer, ids } = await epochs();
      const producerIdMax = Math.max(...byProducer.keys());
      expect(ids.length).toBeGreaterThan(0);

      const bus = new EventBus(platform.clock);
      broker = await Broker.start({ platform, bus, directory, port: 0, config: {}, transactionVersion });
      const subject = subjectAt(broker.port);
      const given = new Set<string>();
      const isNew = (producer: WireProducer): boolean => {
        const { producerId, producerEpoch } = producer;
        const name = `${producerId} ${producerEpoch}`;
        const wasGiven = given.has(name);
        given.add(name);
        return (
          !wasGiven &&
          (byProducer.has(producerId)
            ? producerEpoch > (byProducer.get(producerId) ?? 0)
            : producerId > producerIdMax)
        );
      };
      expect(isNew(await WireProducer.ready(subject, null, VERSIONS[client]))).toBe(true);
      for (const id of ids) {
        const producer = await WireProducer.open(subject, id, VERSIONS[client]);
        // An open transaction of the old session is aborted first.
        let error = await producer.init();
        for (; error === 'CONCURRENT_TRANSACTIONS'; error = await producer.init()) await subject.pass(10);
        expect([id, error, isNew(producer)]).toEqual([id, 'NONE', true]);
      }
      const [topic] = [...before.values()].filter(
        (one) => !one.topic.startsWith('__') && one.partition === 0,
      );
      const plain = await WireProducer.ready(subject, null, VERSIONS[client]);
      const values = [{ key: 'k', value: 'written here' }];
      expect(await plain.produce(topic?.topic ?? '', values)).toBeGreaterThanOrEqual(
        topic?.logEndOffset ?? 0,
      );
      await broker.stop();
      broker = undefined;

      const after = await reports();
      for (const [name, { topic: of, records }] of before) {
        if (of.startsWith('__')) continue;
        const now = new Map(after.get(name)?.records.map((record) => [record.offset, record]));
        for (const record of records) {
          const { verdict } = now.get(record.offset) ?? {};
          // The new sessions ended what was open.
          expect([name, record.offset, verdict]).toEqual([
            name,
            record.offset,
            record.verdict === 'open' ? 'aborted' : record.verdict,
          ]);
        }
      }
    });
  },
);
