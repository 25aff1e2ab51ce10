/** Kafka's names of states that the internal topics keep as numbers. */

/** As the transaction coordinator numbers them. (source: TransactionState) */
const TRANSACTION = [
  'Empty',
  'Ongoing',
  'PrepareCommit',
  'PrepareAbort',
  'CompleteCommit',
  'CompleteAbort',
  'Dead',
  'PrepareEpochFence',
];

/** Of a member of a consumer, share or streams group. (source: MemberState) */
const MEMBER: { readonly [state: string]: string } = {
  0: 'STABLE',
  1: 'UNREVOKED_PARTITIONS',
  2: 'UNRELEASED_PARTITIONS',
  127: 'UNKNOWN',
};

/** The state of a transaction that is stored as `id`; the number alone when there is none. */
export function transactionStateName(id: number): string {
  return TRANSACTION[id] ?? String(id);
}

/** The state of a member that is stored as `id`. */
export function memberStateName(id: string): string {
  return MEMBER[id] ?? id;
}
