/** Codes that the window names itself; Kafka's names, number first. */
const NAMES: { readonly [code: number]: string } = {
  0: 'NONE',
  3: 'UNKNOWN_TOPIC_OR_PARTITION',
  6: 'NOT_LEADER_OR_FOLLOWER',
  14: 'COORDINATOR_LOAD_IN_PROGRESS',
  15: 'COORDINATOR_NOT_AVAILABLE',
  16: 'NOT_COORDINATOR',
  36: 'TOPIC_ALREADY_EXISTS',
  45: 'OUT_OF_ORDER_SEQUENCE_NUMBER',
  46: 'DUPLICATE_SEQUENCE_NUMBER',
  47: 'INVALID_PRODUCER_EPOCH',
  48: 'INVALID_TXN_STATE',
  49: 'INVALID_PRODUCER_ID_MAPPING',
  50: 'INVALID_TRANSACTION_TIMEOUT',
  51: 'CONCURRENT_TRANSACTIONS',
  52: 'TRANSACTION_COORDINATOR_FENCED',
  59: 'UNKNOWN_PRODUCER_ID',
  88: 'UNSTABLE_OFFSET_COMMIT',
  90: 'PRODUCER_FENCED',
  120: 'TRANSACTION_ABORTABLE',
};

/** `47 INVALID_PRODUCER_EPOCH`; the number alone when the name is not known here. */
export function errorName(code: number): string {
  if (code === 0) return 'NONE';
  const name = NAMES[code];
  return name === undefined ? String(code) : `${code} ${name}`;
}

const FENCING: readonly number[] = [47, 90];
const TRY_AGAIN: readonly number[] = [3, 6, 14, 15, 16, 51];

/** Fencing looks refused, what can be tried again looks open, every other error looks aborted. */
export function errorTone(code: number): 'none' | 'refused' | 'open' | 'aborted' {
  if (code === 0) return 'none';
  if (FENCING.includes(code)) return 'refused';
  return TRY_AGAIN.includes(code) ? 'open' : 'aborted';
}
