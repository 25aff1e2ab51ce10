/** What the handlers of groups decide: records, an answer, and what is to be done when the records are in the log. */
import type { ErrorName } from '#core/protocol/errors.ts';
import type { GroupRecord } from './group-records.ts';

/** A decision about a group. */
export interface GroupTurn<A> {
  readonly records: readonly GroupRecord[];
  readonly answer: A;
  /** Timers to set, requests to answer: done once the records are written and replayed. */
  readonly afterwards: readonly (() => void)[];
}

/** Why a request is refused, in Kafka's words. */
export class GroupRefusal {
  readonly error: Exclude<ErrorName, 'NONE'>;
  readonly message: string | null;

  constructor(error: Exclude<ErrorName, 'NONE'>, message: string | null = null) {
    this.error = error;
    this.message = message;
  }
}

/** A decision while it is being made. */
export class Draft {
  readonly records: GroupRecord[] = [];
  readonly #afterwards: (() => void)[] = [];

  add(...records: readonly GroupRecord[]): void {
    this.records.push(...records);
  }

  /** Does `effect` when the records are in the log. */
  afterwards(effect: () => void): void {
    this.#afterwards.push(effect);
  }

  turn<A>(answer: A): GroupTurn<A> {
    return { records: this.records, answer, afterwards: this.#afterwards };
  }
}

/** Nothing is written. */
export function answerOnly<A>(answer: A): GroupTurn<A> {
  return { records: [], answer, afterwards: [] };
}
