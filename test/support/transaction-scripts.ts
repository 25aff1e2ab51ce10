/**
 * Short lives of transactional producers: what is called, one call after the other. Java's producer has played them through
 * test/compat/record-transaction-sequences.ts; ours plays them in test/sim. `A.send0` sends a record to partition 0 and waits for it.
 */
export const TRANSACTION_SCRIPTS: { readonly [name: string]: string } = {
  commit: 'A.init,A.begin,A.send0,A.send0,A.send1,A.commit,A.begin,A.send0,A.commit',
  abort: 'A.init,A.begin,A.send0,A.abort,A.begin,A.send0,A.commit',
  empty: 'A.init,A.begin,A.commit,A.begin,A.abort,A.begin,A.send1,A.commit',
  offsets: 'A.init,A.begin,A.send0,A.offsets,A.commit,A.begin,A.offsets,A.abort',
  again: 'A.init,A.begin,A.send0,A.commit,B.init,B.begin,B.send0,B.commit',
  takeover: 'A.init,A.begin,A.send0,B.init,B.begin,B.send0,B.commit',
  fencedSend: 'A.init,A.begin,A.send0,B.init,A.send0,A.commit,A.abort,A.begin',
  fencedCommit: 'A.init,A.begin,A.send0,B.init,A.commit,A.abort,A.begin',
  fencedAbort: 'A.init,A.begin,A.send0,B.init,A.abort,A.begin',
  fencedFirstSend: 'A.init,B.init,A.begin,A.send0,A.abort',
  fencedOffsets: 'A.init,A.begin,A.send0,B.init,A.offsets,A.abort',
  timeoutSend: 'A.init,A.begin,A.send0,wait4000,A.send0,A.abort,A.begin,A.send0,A.commit',
  timeoutCommit: 'A.init,A.begin,A.send0,wait4000,A.commit,A.abort,A.begin',
  timeoutAbort: 'A.init,A.begin,A.send0,wait4000,A.abort,A.begin,A.send0,A.commit',
  sendFirst: 'A.init,A.send0,A.begin,A.send0,A.commit,A.begin,A.send0,A.commit',
  misuse: 'A.begin,A.init,A.commit,A.begin,A.begin,A.send0,A.commit,A.abort',
};

/** Milliseconds after which the coordinator looks for transactions that took too long. */
export const TIMEOUT_CHECK_MS = 200;

/** What a producer asked and was answered, and what came of its calls. */
export interface TransactionSequence {
  /** By producer. */
  readonly requests: { readonly [producer: string]: readonly string[] };
  /** `PRODUCER CALL OUTCOME`: ok, or Java's exception. */
  readonly outcomes: readonly string[];
}
