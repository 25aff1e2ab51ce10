/**
 * How long members of a consumer group may be silent, keep partitions that they must give up, or stay away from a rebalance. Each
 * of them ends in the member being fenced. (source: the scheduleConsumerGroup… methods of GroupMetadataManager)
 */
import type { CoordinatorTimer } from '../../runtime/timer.ts';

/** Fences a member; with an epoch, only if it is still at that one. */
export type FenceMember = (fence: {
  readonly groupId: string;
  readonly memberId: string;
  readonly memberEpoch?: number;
  readonly reason: string;
}) => void;

/** A member of a group. */
export interface MemberPlace {
  readonly groupId: string;
  readonly memberId: string;
}

type TimerKind = 'session' | 'rebalance' | 'classic join' | 'classic sync';

export class ConsumerTimers {
  readonly #timer: CoordinatorTimer;
  readonly #fence: FenceMember;

  constructor(timer: CoordinatorTimer, fence: FenceMember) {
    this.#timer = timer;
    this.#fence = fence;
  }

  /** The member lives: its session starts anew. */
  startSession(place: MemberPlace, timeoutMs: number): void {
    this.#start('session', place, { timeoutMs, reason: 'its session expired' });
  }

  /** The member must leave `memberEpoch`, that is, give up partitions, in time. */
  startRebalance(place: MemberPlace, memberEpoch: number, timeoutMs: number): void {
    this.#start('rebalance', place, {
      timeoutMs,
      memberEpoch,
      reason: 'it did not give up partitions in time',
    });
  }

  endRebalance(place: MemberPlace): void {
    this.#timer.cancel(nameOf('rebalance', place));
  }

  /** A member of the classic protocol was told to rejoin, perhaps more than once: the first time counts. */
  startClassicJoin(place: MemberPlace, timeoutMs: number): void {
    if (this.#timer.isScheduled(nameOf('classic join', place))) return;
    this.#start('classic join', place, { timeoutMs, reason: 'it did not rejoin in time' });
  }

  endClassicJoin(place: MemberPlace): void {
    this.#timer.cancel(nameOf('classic join', place));
  }

  startClassicSync(place: MemberPlace, timeoutMs: number): void {
    this.#start('classic sync', place, { timeoutMs, reason: 'it did not sync in time' });
  }

  endClassicSync(place: MemberPlace): void {
    this.#timer.cancel(nameOf('classic sync', place));
  }

  /** The member is gone. */
  forget(place: MemberPlace): void {
    for (const kind of ['session', 'rebalance', 'classic join', 'classic sync'] as const) {
      this.#timer.cancel(nameOf(kind, place));
    }
  }

  #start(
    kind: TimerKind,
    place: MemberPlace,
    {
      timeoutMs,
      ...fence
    }: { readonly timeoutMs: number; readonly memberEpoch?: number; readonly reason: string },
  ): void {
    const { groupId, memberId } = place;
    this.#timer.schedule(nameOf(kind, place), timeoutMs, () => this.#fence({ groupId, memberId, ...fence }));
  }
}

function nameOf(kind: TimerKind, { groupId, memberId }: MemberPlace): string {
  return `${kind} ${groupId} ${memberId}`;
}
