/** What the scenarios of partitioners and batches share: records to send, and what became of them in the accumulator and on disk. */
import type { FactRef } from '#core/lab-api/scenario-views.ts';
import type { EventOf, EventType } from '#core/observe/events.ts';
import { readRecords } from '#core/protocol/records/batch-reader.ts';
import type { LabProcess } from '../producers/lab-process.ts';
import type { PlannedRecord } from '../producers/producer-messages.ts';
import type { ScenarioStage } from './scenario-stage.ts';

/** Default batch.size, bytes. */
export const BATCH_SIZE = 16_384;
/** A linger.ms that nobody waits for: what goes out before does so for another reason. */
export const LONG_LINGER_MS = 60_000;

/** Records without a key: `record1`, `record2`, …, filled up to `size` bytes where that is more. */
export function keyless(count: number, size = 0): readonly PlannedRecord[] {
  return Array.from({ length: count }, (_, i) => ({
    partition: null,
    key: null,
    value: `record${i + 1}`.padEnd(size, '.'),
  }));
}

/** Sends exactly these; resolves when all are acknowledged. */
export async function send(process: LabProcess, records: readonly PlannedRecord[]): Promise<void> {
  await process.command({ kind: 'send', count: 0, records });
}

/** A command that is waited for later: what becomes of it when the run ends first is of no interest. */
export function begun<T>(command: Promise<T>): Promise<T> {
  command.catch(() => undefined);
  return command;
}

/** A record where it lies. */
export interface PlacedOnDisk {
  readonly partition: number;
  readonly offset: number;
  readonly key: string | null;
  readonly value: string;
}

/** Every record of a topic, partition by partition, as it lies in the segments. */
export function recordsOnDisk(stage: ScenarioStage, topic: string): readonly PlacedOnDisk[] {
  return stage.lab.logsOf(topic).flatMap((_, partition) =>
    stage.batches(topic, partition).flatMap((batch) =>
      [...readRecords(batch)].map(({ offsetDelta, key, value }) => ({
        partition,
        offset: batch.baseOffset + offsetDelta,
        key: key?.toString() ?? null,
        value: value?.toString() ?? '',
      })),
    ),
  );
}

/** Payloads of the events of one type since `mark`, of one topic. */
export function eventsOf<T extends EventType>(
  stage: ScenarioStage,
  mark: number,
  type: T,
  topic: string,
): readonly EventOf<T>[] {
  return stage
    .events(mark)
    .filter((event) => event.type === type)
    .map(({ data }) => data as unknown as EventOf<T>)
    .filter((data) => (data as { readonly topic?: string }).topic === topic);
}

/** Where the first batch of a partition can be opened. */
export function firstBatch(topic: string, partition: number): FactRef {
  return { kind: 'batch', topic, partition, baseOffset: 0 };
}

/** `2 2 1` */
export function listed(values: readonly (number | string)[]): string {
  return values.length === 0 ? 'none' : values.join(' ');
}
