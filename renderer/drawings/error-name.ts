/** Kafka's names of the error codes that the window meets: what a write, a fetch or a coordinator may answer. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [-1, 'UNKNOWN_SERVER_ERROR'],
  [0, 'NONE'],
  [1, 'OFFSET_OUT_OF_RANGE'],
  [2, 'CORRUPT_MESSAGE'],
  [3, 'UNKNOWN_TOPIC_OR_PARTITION'],
  [5, 'LEADER_NOT_AVAILABLE'],
  [6, 'NOT_LEADER_OR_FOLLOWER'],
  [7, 'REQUEST_TIMED_OUT'],
  [10, 'MESSAGE_TOO_LARGE'],
  [14, 'COORDINATOR_LOAD_IN_PROGRESS'],
  [15, 'COORDINATOR_NOT_AVAILABLE'],
  [16, 'NOT_COORDINATOR'],
  [18, 'RECORD_LIST_TOO_LARGE'],
  [19, 'NOT_ENOUGH_REPLICAS'],
  [22, 'ILLEGAL_GENERATION'],
  [25, 'UNKNOWN_MEMBER_ID'],
  [27, 'REBALANCE_IN_PROGRESS'],
  [32, 'INVALID_TIMESTAMP'],
  [35, 'UNSUPPORTED_VERSION'],
  [36, 'TOPIC_ALREADY_EXISTS'],
  [42, 'INVALID_REQUEST'],
  [43, 'UNSUPPORTED_FOR_MESSAGE_FORMAT'],
  [45, 'OUT_OF_ORDER_SEQUENCE_NUMBER'],
  [46, 'DUPLICATE_SEQUENCE_NUMBER'],
  [47, 'INVALID_PRODUCER_EPOCH'],
  [48, 'INVALID_TXN_STATE'],
  [49, 'INVALID_PRODUCER_ID_MAPPING'],
  [50, 'INVALID_TRANSACTION_TIMEOUT'],
  [51, 'CONCURRENT_TRANSACTIONS'],
  [52, 'TRANSACTION_COORDINATOR_FENCED'],
  [53, 'TRANSACTIONAL_ID_AUTHORIZATION_FAILED'],
  [55, 'OPERATION_NOT_ATTEMPTED'],
  [59, 'UNKNOWN_PRODUCER_ID'],
  [70, 'FETCH_SESSION_ID_NOT_FOUND'],
  [71, 'INVALID_FETCH_SESSION_EPOCH'],
  [74, 'FENCED_LEADER_EPOCH'],
  [76, 'UNSUPPORTED_COMPRESSION_TYPE'],
  [87, 'INVALID_RECORD'],
  [88, 'UNSTABLE_OFFSET_COMMIT'],
  [90, 'PRODUCER_FENCED'],
  [105, 'TRANSACTIONAL_ID_NOT_FOUND'],
  [120, 'TRANSACTION_ABORTABLE'],
]);

/** Answers after which a client asks again. */
const TRY_AGAIN: ReadonlySet<number> = new Set([3, 5, 6, 7, 14, 15, 16, 19, 27, 51, 52, 55, 70, 71, 74, 88]);

/** The name, or empty when it is none of these. */
export function errorName(code: number): string {
  return NAMES.get(code) ?? '';
}

/** `47 INVALID_PRODUCER_EPOCH`; the number alone when the name is not known here, and `NONE` without its number. */
export function errorLabel(code: number): string {
  return code === 0 ? errorName(code) : `${code} ${errorName(code)}`.trim();
}

/** Fencing looks refused, what can be tried again looks open, every other error looks aborted. */
export function errorTone(code: number): 'none' | 'refused' | 'open' | 'aborted' {
  if (code === 0) return 'none';
  if (code === 47 || code === 90) return 'refused';
  return TRY_AGAIN.has(code) ? 'open' : 'aborted';
}

/** Token of the colour a code is written in. */
export function errorColour(code: number): 'text-3' | 'v-refused' | 'v-open' | 'v-aborted' {
  const tone = errorTone(code);
  return tone === 'none' ? 'text-3' : `v-${tone}`;
}
