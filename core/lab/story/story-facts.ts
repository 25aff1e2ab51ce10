/** What is looked up in the logs and in the journal while the story runs. */
import { type Clock, sleep } from '#core/base/clock.ts';
import type { StoryView } from '#core/lab-api/views.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import type { LabEvent } from '#core/observe/event-bus.ts';
import type { Journal } from '#core/observe/journal.ts';
import { readMarker } from '#core/protocol/records/control-record.ts';
import type { LabProcess } from '../producers/lab-process.ts';

const POLL_MS = 5;

/** A step of the story went otherwise than told. */
export class StoryFailure extends Error {
  override readonly name = 'StoryFailure';
}

/** A transaction marker in a partition. */
export interface FoundMarker {
  readonly type: 'COMMIT' | 'ABORT';
  readonly offset: number;
  readonly epoch: number;
}

/** The first marker at or behind `fromOffset`; undefined when there is none yet. */
export function firstMarker(log: PartitionLog, fromOffset: number): FoundMarker | undefined {
  if (fromOffset >= log.logEndOffset) return undefined;
  for (const batch of log.batchesFrom(fromOffset)) {
    const marker = readMarker(batch);
    if (marker !== undefined) {
      return { type: marker.type, offset: batch.baseOffset, epoch: batch.producerEpoch };
    }
  }
  return undefined;
}

/** Exchanges of one client with one API since event `seq`, oldest first. */
export function exchangesSince(
  journal: Journal,
  seq: number,
  { clientId, api }: { readonly clientId: string; readonly api: string },
): readonly LabEvent<'frame.exchanged'>['data'][] {
  return journal
    .since(seq)
    .flatMap((event) => (event.type === 'frame.exchanged' ? [event.data] : []))
    .filter((frame) => frame.clientId === clientId && frame.api === api);
}

/** The value of `look` as soon as there is one. @throws {StoryFailure} with `otherwise` when `waitMs` have passed. */
export async function eventually<T>(
  clock: Clock,
  look: () => T | undefined | false,
  { waitMs, otherwise }: { readonly waitMs: number; readonly otherwise: () => string },
): Promise<T> {
  const untilMs = clock.monotonicMs() + waitMs;
  for (;;) {
    const value = look();
    if (value !== undefined && value !== false) return value;
    if (clock.monotonicMs() >= untilMs) throw new StoryFailure(otherwise());
    await sleep(clock, POLL_MS);
  }
}

/** What is told of a step that went otherwise: an actor that ended explains it better than what was missed because of that. */
export function failureOf(
  { a, b }: { readonly a: LabProcess | undefined; readonly b: LabProcess | undefined },
  step: number,
  error: Error,
): NonNullable<StoryView['failure']> {
  const gone = [a, b].find((process) => process?.state === 'dead');
  if (gone === undefined) return { step, reason: error.message, ended: null };
  const { id: process, osPid } = gone;
  const { code = null, signal = null } = gone.view(null).exit ?? {};
  const how = signal === null ? `exit code ${code}` : signal;
  const reason = `Process ${process} (pid ${osPid}) ended with ${how}.`;
  return { step, reason, ended: { process, osPid, code, signal } };
}

/** @throws {StoryFailure} unless `holds`. */
export function expectStory(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new StoryFailure(otherwise);
}
