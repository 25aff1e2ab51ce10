/**
 * The transaction coordinator against a small model of what EndTxn, InitProducerId and AddPartitionsToTxn promise, under random
 * requests, refused appends, timeouts and crashes. After every command a fresh replay of the log must equal memory.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CoordinatorTimer } from '#core/coordinator/runtime/timer.ts';
import { TransactionShard } from '#core/coordinator/transaction/transaction-shard.ts';
import type { TransactionState } from '#core/coordinator/transaction/transaction-state.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { TransactionWorld } from '../support/transaction-world.ts';

const MARKER_DELAY_MS = 10;
const TIMEOUT_MS = 5000;

/** One transactional id, as simply as it can be told. */
interface Id {
  producerId: number;
  epoch: number;
  /** The epoch before, when its owner may ask again; −1 otherwise. */
  last: number;
  state: TransactionState;
  partitions: Set<number>;
  /** A fencing under version 1 could not be written: the epoch was raised in memory, and is not raised again. */
  isFencedInMemory: boolean;
  /** The epoch in the newest record. */
  storedEpoch: number;
}

interface Model {
  readonly version: 1 | 2;
  readonly ids: Map<string, Id>;
  readonly producerIds: Set<number>;
}

interface Real {
  readonly world: TransactionWorld;
}

type Command = fc.AsyncCommand<Model, Real>;

const isBusy = ({ state }: Id): boolean => state.startsWith('Prepare');
const isOver = ({ state }: Id): boolean => state.startsWith('Complete');

function prepare(id: Id, commit: boolean, raise: boolean): void {
  if (raise) {
    id.last = id.epoch;
    id.epoch++;
  }
  id.state = commit ? 'PrepareCommit' : 'PrepareAbort';
  id.isFencedInMemory = false;
  id.storedEpoch = id.epoch;
  if (id.partitions.size === 0) complete(id);
}

function complete(id: Id): void {
  id.state = id.state === 'PrepareCommit' ? 'CompleteCommit' : 'CompleteAbort';
  id.partitions = new Set();
}

function fence(id: Id, version: 1 | 2): void {
  if (version === 1) {
    if (!id.isFencedInMemory) id.epoch++;
    id.last = -1;
  }
  prepare(id, false, version === 2);
}

const epochs = fc.constantFrom(-2, -1, 0, 0, 0, 1);
const names = fc.constantFrom('tx-a', 'tx-b');
/** The next append is refused. */
const refused = fc.oneof(
  { weight: 5, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
);

abstract class Request implements Command {
  readonly name: string;
  readonly isRefused: boolean;

  constructor(name: string, isRefused: boolean) {
    this.name = name;
    this.isRefused = isRefused;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    if (this.isRefused) real.world.log.refusals.push('NOT_ENOUGH_REPLICAS');
    const before = real.world.records().length;
    this.ask(model, real.world);
    if (this.isRefused && real.world.log.refusals.length === 0) {
      expect(real.world.records()).toHaveLength(before);
    }
    real.world.log.refusals.length = 0;
    compare(model, real.world);
  }

  abstract ask(model: Model, world: TransactionWorld): void;
  abstract toString(): string;
}

/** What is answered when nothing stands in the way, or the append does. */
function unlessRefused(request: Request, change: () => void): ErrorName {
  if (request.isRefused) return 'COORDINATOR_NOT_AVAILABLE';
  change();
  return 'NONE';
}

class Init extends Request {
  readonly expected: 'nobody' | number;

  constructor(name: string, expected: 'nobody' | number, isRefused: boolean) {
    super(name, isRefused);
    this.expected = expected;
  }

  ask(model: Model, world: TransactionWorld): void {
    const id = model.ids.get(this.name);
    const expected =
      this.expected === 'nobody' || id === undefined
        ? { producerId: -1, producerEpoch: -1 }
        : { producerId: id.producerId, producerEpoch: id.epoch + this.expected };
    // An epoch of −1 means "none": such a pair is refused before the coordinator looks.
    if (expected.producerId !== -1 && expected.producerEpoch === -1) return;
    const request = { transactionalId: this.name, timeoutMs: TIMEOUT_MS, ...expected };
    const answer = world.coordinator.initProducerId(request);
    expect(answer.error).toBe(this.predict(model, id, expected.producerEpoch, answer.producerId));
    if (answer.error !== 'NONE') return;
    expect(answer).toMatchObject({ producerEpoch: model.ids.get(this.name)?.epoch });
  }

  predict(model: Model, id: Id | undefined, expected: number, answered: number): ErrorName {
    if (id === undefined) {
      return unlessRefused(this, () => {
        expect(model.producerIds.has(answered)).toBe(false);
        model.producerIds.add(answered);
        const fresh = { producerId: answered, epoch: 0, last: -1, partitions: new Set<number>() };
        model.ids.set(this.name, { ...fresh, state: 'Empty', isFencedInMemory: false, storedEpoch: 0 });
      });
    }
    if (isBusy(id)) return 'CONCURRENT_TRANSACTIONS';
    if (id.state === 'Ongoing') {
      const error = unlessRefused(this, () => fence(id, model.version));
      if (error !== 'NONE' && model.version === 1) {
        if (!id.isFencedInMemory) id.epoch++;
        id.isFencedInMemory = true;
        id.last = -1;
      }
      return error === 'NONE' ? 'CONCURRENT_TRANSACTIONS' : error;
    }
    if (expected !== -1 && expected !== id.epoch && expected !== id.last) return 'PRODUCER_FENCED';
    return unlessRefused(this, () => {
      if (expected === -1 || expected === id.epoch) {
        id.last = expected;
        id.epoch++;
      }
      id.storedEpoch = id.epoch;
      id.state = 'Empty';
      id.partitions = new Set();
    });
  }

  toString(): string {
    return `init ${this.name} expecting ${this.expected}${this.isRefused ? ', refused' : ''}`;
  }
}

class Add extends Request {
  readonly epochBy: number;
  readonly partition: number;

  constructor(name: string, epochBy: number, partition: number, isRefused: boolean) {
    super(name, isRefused);
    this.epochBy = epochBy;
    this.partition = partition;
  }

  ask(model: Model, world: TransactionWorld): void {
    const id = model.ids.get(this.name);
    const error = world.coordinator.addPartitions({
      transactionalId: this.name,
      producerId: id?.producerId ?? 1,
      producerEpoch: (id?.epoch ?? 0) + this.epochBy,
      partitions: [{ topic: 'orders', partition: this.partition }],
      clientTransactionVersion: model.version === 2 ? 2 : 0,
    });
    expect(error).toBe(this.predict(id));
  }

  predict(id: Id | undefined): ErrorName {
    if (id === undefined) return 'INVALID_PRODUCER_ID_MAPPING';
    if (isBusy(id)) return 'CONCURRENT_TRANSACTIONS';
    if (this.epochBy !== 0) return 'PRODUCER_FENCED';
    if (id.state === 'Ongoing' && id.partitions.has(this.partition)) return 'NONE';
    return unlessRefused(this, () => {
      id.state = 'Ongoing';
      id.storedEpoch = id.epoch;
      id.partitions.add(this.partition);
    });
  }

  toString(): string {
    return `add orders-${this.partition} to ${this.name} at epoch ${this.epochBy}${this.isRefused ? ', refused' : ''}`;
  }
}

class End extends Request {
  readonly epochBy: number;
  readonly commit: boolean;
  readonly requestVersion: 0 | 2;

  constructor(name: string, epochBy: number, commit: boolean, requestVersion: 0 | 2, isRefused: boolean) {
    super(name, isRefused);
    this.epochBy = epochBy;
    this.commit = commit;
    this.requestVersion = requestVersion;
  }

  ask(model: Model, world: TransactionWorld): void {
    const id = model.ids.get(this.name);
    const answer = world.coordinator.endTransaction({
      transactionalId: this.name,
      producerId: id?.producerId ?? 1,
      producerEpoch: (id?.epoch ?? 0) + this.epochBy,
      commit: this.commit,
      transactionVersion: this.requestVersion,
    });
    expect(answer.error).toBe(this.predict(id));
    if (answer.error === 'NONE' && this.requestVersion === 2) {
      expect(answer).toMatchObject({ producerId: id?.producerId, producerEpoch: id?.epoch });
    }
  }

  predict(id: Id | undefined): ErrorName {
    if (id === undefined) return 'INVALID_PRODUCER_ID_MAPPING';
    const isOutcome = id.state === (this.commit ? 'CompleteCommit' : 'CompleteAbort');
    if (this.requestVersion === 0) {
      if (this.epochBy !== 0) return 'PRODUCER_FENCED';
      if (isBusy(id)) return 'CONCURRENT_TRANSACTIONS';
      if (id.state === 'Ongoing') return unlessRefused(this, () => prepare(id, this.commit, false));
      return isOutcome ? 'NONE' : 'INVALID_TXN_STATE';
    }
    if (isBusy(id)) return 'CONCURRENT_TRANSACTIONS';
    if (this.epochBy !== 0 && !(isOver(id) && this.epochBy === -1)) return 'PRODUCER_FENCED';
    if (this.epochBy === -1) return isOutcome ? 'NONE' : 'INVALID_TXN_STATE';
    if (id.state !== 'Ongoing' && this.commit) return 'INVALID_TXN_STATE';
    return unlessRefused(this, () => prepare(id, this.commit, true));
  }

  toString(): string {
    return `${this.commit ? 'commit' : 'abort'} ${this.name} v${this.requestVersion} at epoch ${this.epochBy}`;
  }
}

class Wait implements Command {
  readonly ms: number;

  constructor(ms: number) {
    this.ms = ms;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, { world }: Real): Promise<void> {
    await world.clock.advance(this.ms);
    for (const id of model.ids.values()) {
      if (this.ms > 2 * TIMEOUT_MS && id.state === 'Ongoing') fence(id, model.version);
      if (isBusy(id)) complete(id);
    }
    compare(model, world);
  }

  toString(): string {
    return `wait ${this.ms} ms`;
  }
}

class Crash implements Command {
  check(): boolean {
    return true;
  }

  async run(model: Model, { world }: Real): Promise<void> {
    await world.restart();
    for (const id of model.ids.values()) {
      id.last = -1;
      id.epoch = id.storedEpoch;
      id.isFencedInMemory = false;
    }
    compare(model, world);
  }

  toString(): string {
    return 'crash';
  }
}

/** Memory equals the model, and the log replayed by itself equals memory. */
function compare(model: Model, world: TransactionWorld): void {
  const replayed = new TransactionShard({
    partition: 0,
    coordinatorEpoch: 0,
    timer: new CoordinatorTimer(world.clock),
    onLoaded: () => undefined,
  });
  world.records().forEach((metadata, offset) => {
    if (metadata === null) return;
    const record = { transactionalId: metadata.transactionalId, metadata, version: 1 };
    replayed.replay(record, { offset, timestampMs: 0, producerId: -1, producerEpoch: -1 });
  });
  expect(world.coordinator.transactions()).toHaveLength(model.ids.size);
  for (const [name, id] of model.ids) {
    const { transaction } = world.coordinator.describe(name);
    expect(transaction).toMatchObject({
      state: id.state,
      producerId: id.producerId,
      producerEpoch: id.epoch,
      isCompleting: isBusy(id),
      partitions: [...id.partitions].sort().map((partition) => ({ topic: 'orders', partition })),
    });
    const stored = replayed.get(name);
    expect(stored?.metadata).toMatchObject({
      state: id.state,
      producerId: id.producerId,
      producerEpoch: id.storedEpoch,
      startedAtMs: transaction?.startedAtMs,
      lastUpdateMs: transaction?.lastUpdateMs,
      partitions: transaction?.partitions,
      clientTransactionVersion: transaction?.clientTransactionVersion,
    });
    expect(stored?.offset).toBe(transaction?.logOffset);
  }
}

const commands = [
  fc.tuple(names, fc.oneof(fc.constant('nobody' as const), epochs), refused).map((args) => new Init(...args)),
  fc.tuple(names, epochs, fc.nat(2), refused).map((args) => new Add(...args)),
  fc.tuple(names, epochs, fc.nat(2), refused).map((args) => new Add(...args)),
  fc
    .tuple(names, epochs, fc.boolean(), fc.constantFrom(0 as const, 2 as const), refused)
    .map((args) => new End(...args)),
  fc.constantFrom(15, 15, 15, 3 * TIMEOUT_MS).map((ms) => new Wait(ms)),
  fc.constant(new Crash()),
];

describe.each([1, 2] as const)('under transaction.version %i', (version) => {
  test('the coordinator does what the model says, and remembers what it said', async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 60 }), async (plan) => {
        const settings = { 'transaction.abort.timed.out.transaction.cleanup.interval.ms': '1000' };
        const world = new TransactionWorld(version, settings);
        world.markerDelayMs = MARKER_DELAY_MS;
        await world.start();
        const setup = () => ({
          model: { version, ids: new Map(), producerIds: new Set<number>() },
          real: { world },
        });
        await fc.asyncModelRun(setup, plan);
        world.coordinator.close();
      }),
      { numRuns: 150 },
    );
  });
});

test('no producer id and epoch is ever given to two transactional ids, across crashes and used-up blocks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(600), { minLength: 1, maxLength: 6 }), async (runs) => {
      const world = await new TransactionWorld(2).start();
      const seen = new Set<number>();
      let count = 0;
      for (const calls of runs) {
        for (let i = 0; i < calls; i++, count++) {
          const request = { transactionalId: null, timeoutMs: 1, producerId: -1, producerEpoch: -1 };
          seen.add(world.coordinator.initProducerId(request).producerId);
        }
        await world.restart();
      }
      expect(seen.size).toBe(count);
    }),
    { numRuns: 20 },
  );
});
