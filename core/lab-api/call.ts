import type { Json } from '#core/observe/events.ts';

/** One call of the contract; the type parameters exist only for inference. */
export interface Call<I extends Json, O extends Json> {
  readonly kind: 'command' | 'query';
  readonly inferred?: { readonly input: I; readonly output: O };
}

/** Changes the lab. Runs once, in arrival order. */
export const command = <I extends Json, O extends Json>(): Call<I, O> => ({ kind: 'command' });
/** Reads the lab. Safe to repeat, never changes anything. */
export const query = <I extends Json, O extends Json>(): Call<I, O> => ({ kind: 'query' });
