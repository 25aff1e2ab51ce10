/**
 * The epochs of each transactional id in order, with what raised each. A rung is laid when the coordinator changes the epoch; the
 * process that caused it is known a moment later, when its request has been answered.
 */
import type { Cancel } from '#core/base/clock.ts';
import type { EpochRung } from '#core/lab-api/views.ts';
import type { AnyEvent, EventBus, LabEvent } from '#core/observe/event-bus.ts';

/** Rungs of one id that are kept; the lowest go. */
const RUNGS_MAX = 200;

interface Rung extends Omit<EpochRung, 'standing' | 'process'> {
  process: string | null;
}

/** Which request lays a rung of which cause. */
const API_OF_CAUSE: { readonly [cause in EpochRung['cause']]?: string } = {
  initTransactions: 'InitProducerId',
  producerIdRotated: 'InitProducerId',
  fence: 'InitProducerId',
  endTxnCommit: 'EndTxn',
  endTxnAbort: 'EndTxn',
};

export class EpochLadders {
  readonly #ladders = new Map<string, Rung[]>();
  readonly #processOf: (clientId: string | null) => string | null;
  readonly #unsubscribe: Cancel;

  constructor(bus: EventBus, processOf: (clientId: string | null) => string | null) {
    this.#processOf = processOf;
    this.#unsubscribe = bus.subscribe((event) => this.#take(event));
  }

  close(): void {
    this.#unsubscribe();
  }

  /** Lowest first. */
  of(transactionalId: string): readonly Omit<EpochRung, 'standing'>[] {
    return this.#ladders.get(transactionalId) ?? [];
  }

  #take(event: AnyEvent): void {
    if (event.type === 'txn.stateChanged') this.#lay(event);
    else if (event.type === 'frame.exchanged') this.#credit(event.data);
  }

  #lay({ atMs, data }: LabEvent<'txn.stateChanged'>): void {
    const { transactionalId, producerId, producerEpoch: epoch } = data;
    if (epoch < 0) return;
    const ladder = this.#ladders.get(transactionalId) ?? [];
    this.#ladders.set(transactionalId, ladder);
    const top = ladder.at(-1);
    if (top?.producerId === producerId && top.epoch >= epoch) return;
    const hasRotated = top !== undefined && top.producerId !== producerId;
    const cause = hasRotated ? 'producerIdRotated' : causeOf(data);
    ladder.push({ producerId, epoch, atMs, cause, process: null });
    if (ladder.length > RUNGS_MAX) ladder.shift();
  }

  /** Requests of one id are decided one after the other, so the newest rungs without a process are this one's. */
  #credit({ transactionalId, api, clientId }: LabEvent<'frame.exchanged'>['data']): void {
    if (transactionalId === null || (api !== 'InitProducerId' && api !== 'EndTxn')) return;
    const ladder = this.#ladders.get(transactionalId) ?? [];
    const process = this.#processOf(clientId);
    for (const rung of ladder.slice(-2)) {
      if (rung.process === null && API_OF_CAUSE[rung.cause] === api) rung.process = process;
    }
  }
}

function causeOf({ cause, to }: LabEvent<'txn.stateChanged'>['data']): EpochRung['cause'] {
  switch (cause) {
    case 'initProducerId':
      return 'initTransactions';
    case 'endTxn':
      return to.endsWith('Abort') ? 'endTxnAbort' : 'endTxnCommit';
    case 'fence':
    case 'timeout':
      return cause;
    default:
      return 'unknown';
  }
}
