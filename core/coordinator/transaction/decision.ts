import type { ErrorName } from '#core/protocol/errors.ts';
import type { TransactionMetadata } from './transaction-metadata.ts';

/** A producer id that was never given out before; undefined when none can be had now. */
export type Allocate = () => number | undefined;

/**
 * What a request about a transactional id comes to.
 *
 * `write`: the step to append. `refuse`: an error. `agree`: success without a write, because what is asked for is so already.
 */
export type Decision =
  | { readonly kind: 'write'; readonly next: TransactionMetadata }
  | { readonly kind: 'refuse'; readonly error: Exclude<ErrorName, 'NONE'> }
  | { readonly kind: 'agree' };
