import type { CallName, LabHandlers } from '#core/lab-api/contract.ts';
import type { Snapshot } from '#core/lab-api/views.ts';
import type { EventBus } from '#core/observe/event-bus.ts';

/** The handlers whose names begin with one of these areas. */
export type CallsOf<Area extends string> = Pick<LabHandlers, Extract<CallName, `${Area}.${string}`>>;

/** A description, and the newest event it includes: one turn makes both. */
export function snapshot<T>(bus: EventBus, value: T): Snapshot<T> {
  return { seq: bus.seq, value };
}

/** As `snapshot`, for a description that is read over several turns: events meanwhile are sent again, which is harmless. */
export async function snapshotOf<T>(bus: EventBus, read: () => Promise<T>): Promise<Snapshot<T>> {
  const { seq } = bus;
  return { seq, value: await read() };
}
