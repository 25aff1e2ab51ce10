/**
 * The states of a transactional id: how they are called, how they are stored, and from where each may be entered.
 *
 *   Empty ──▶ Ongoing ──┬─▶ PrepareCommit ──▶ CompleteCommit ─┐
 *     ▲         ▲       └─▶ PrepareAbort ───▶ CompleteAbort ──┤
 *     │         └──────────────────────────────── add ────────┤
 *     └──────────────────────────────────────── init ─────────┘
 *
 * From the Complete states and Empty a client of transaction version 2 may also abort "nothing": PrepareAbort, to have its epoch
 * raised (KIP-890). (source: TransactionState)
 */
interface StateRow {
  /** As stored in __transaction_state. */
  readonly id: number;
  /** Entered and left within one write: never stored, seldom seen. */
  readonly isTransient: boolean;
  /** An id that has been here for `transactional.id.expiration.ms` may be forgotten. */
  readonly mayExpire: boolean;
}

export const TRANSACTION_STATES = {
  /** The id has a producer; no transaction since. */
  Empty: { id: 0, isTransient: false, mayExpire: true },
  /** Partitions are in an open transaction. */
  Ongoing: { id: 1, isTransient: false, mayExpire: false },
  /** The outcome is decided and final; markers are being written. */
  PrepareCommit: { id: 2, isTransient: false, mayExpire: false },
  PrepareAbort: { id: 3, isTransient: false, mayExpire: false },
  /** Every partition has its marker. */
  CompleteCommit: { id: 4, isTransient: false, mayExpire: true },
  CompleteAbort: { id: 5, isTransient: false, mayExpire: true },
  /** Forgotten: a tombstone is in the log. */
  Dead: { id: 6, isTransient: true, mayExpire: false },
  /** An older producer is being fenced, as the first half of an abort. */
  PrepareEpochFence: { id: 7, isTransient: true, mayExpire: false },
} as const satisfies { readonly [name: string]: StateRow };

/** Kafka's name of a state, as DescribeTransactions sends it. */
export type TransactionState = keyof typeof TRANSACTION_STATES;

/** From where each state may be entered. */
export const ENTERED_FROM: { readonly [S in TransactionState]: readonly TransactionState[] } = {
  Empty: ['Empty', 'CompleteCommit', 'CompleteAbort'],
  Ongoing: ['Ongoing', 'Empty', 'CompleteCommit', 'CompleteAbort'],
  PrepareCommit: ['Ongoing'],
  PrepareAbort: ['Ongoing', 'PrepareEpochFence', 'Empty', 'CompleteCommit', 'CompleteAbort'],
  CompleteCommit: ['PrepareCommit'],
  CompleteAbort: ['PrepareAbort'],
  Dead: ['Empty', 'CompleteCommit', 'CompleteAbort'],
  PrepareEpochFence: ['Ongoing'],
};

const NAMES = Object.keys(TRANSACTION_STATES) as readonly TransactionState[];

/** The state of that name; undefined when there is none. */
export function stateOfName(name: string): TransactionState | undefined {
  return NAMES.find((state) => state === name);
}

/** The state stored as `id`; undefined when there is none. */
export function stateOfId(id: number): TransactionState | undefined {
  return NAMES.find((state) => TRANSACTION_STATES[state].id === id);
}

/** Decided, markers under way. */
export function isPrepared(state: TransactionState): state is 'PrepareCommit' | 'PrepareAbort' {
  return state === 'PrepareCommit' || state === 'PrepareAbort';
}

/** The transaction is over. */
export function isComplete(state: TransactionState): state is 'CompleteCommit' | 'CompleteAbort' {
  return state === 'CompleteCommit' || state === 'CompleteAbort';
}
