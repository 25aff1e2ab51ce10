/**
 * The initialisation, commit or abort whose end its caller has not seen: it timed out, or nobody waits for it yet. The same call
 * joins it, any other is refused until it has been seen to its end. (source: TransactionManager.handleCachedTransactionRequestResult)
 */
import { IllegalStateError } from '#core/protocol/kafka-error.ts';
import type { TransactionState } from './transaction-state.ts';
import type { TransactionalResult } from './transactional-result.ts';

export class PendingCall {
  #pending:
    | { readonly result: TransactionalResult; readonly target: TransactionState; readonly operation: string }
    | undefined;

  /** Joins the pending call if it leads to the same state, else begins a new one. @throws {IllegalStateError} */
  joinOrBegin(
    call: { readonly target: TransactionState; readonly operation: string },
    begin: () => TransactionalResult,
  ): TransactionalResult {
    this.#forgetIfSeen();
    if (this.#pending?.target === call.target) return this.#pending.result;
    this.refuse(call.operation);
    const result = begin();
    this.#pending = { result, ...call };
    return result;
  }

  /** @throws {IllegalStateError} while a call is pending. */
  refuse(operation: string): void {
    this.#forgetIfSeen();
    if (this.#pending === undefined) return;
    throw new IllegalStateError(
      `Cannot attempt operation \`${operation}\` because the previous call to \`${this.#pending.operation}\` timed out and must be retried`,
    );
  }

  /** Whoever waits for it learns of `error`. */
  fail(error: Error): void {
    this.#pending?.result.fail(error);
  }

  #forgetIfSeen(): void {
    if (this.#pending?.result.isAcknowledged === true) this.#pending = undefined;
  }
}
