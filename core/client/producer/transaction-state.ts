/**
 * The states of a producer's transaction manager, and from which each may be entered. (source: TransactionManager.State)
 */

export const ENTERED_FROM = {
  UNINITIALIZED: ['READY', 'ABORTABLE_ERROR'],
  INITIALIZING: ['UNINITIALIZED', 'COMMITTING_TRANSACTION', 'ABORTING_TRANSACTION'],
  READY: ['INITIALIZING', 'COMMITTING_TRANSACTION', 'ABORTING_TRANSACTION'],
  IN_TRANSACTION: ['READY'],
  COMMITTING_TRANSACTION: ['IN_TRANSACTION'],
  ABORTING_TRANSACTION: ['IN_TRANSACTION', 'ABORTABLE_ERROR'],
  ABORTABLE_ERROR: ['IN_TRANSACTION', 'COMMITTING_TRANSACTION', 'ABORTABLE_ERROR', 'INITIALIZING'],
  /** From anywhere, and for good. */
  FATAL_ERROR: 'any',
} as const satisfies { readonly [state: string]: readonly string[] | 'any' };

export type TransactionState = keyof typeof ENTERED_FROM;

/** True when `to` may follow `from`. */
export function isTransitionValid(from: TransactionState, to: TransactionState): boolean {
  const sources: readonly string[] | 'any' = ENTERED_FROM[to];
  return sources === 'any' || sources.includes(from);
}
