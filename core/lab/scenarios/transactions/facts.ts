/** What the scenarios of this chapter look up: markers and records in the segments, and what the coordinator wrote down. */
import { coordinatorPartition } from '#core/base/java-hash.ts';
import { LabError } from '#core/lab-api/lab-error.ts';
import type { FactRef } from '#core/lab-api/scenario-views.ts';
import type { TransactionRecordView } from '#core/lab-api/views.ts';
import { errorName } from '#core/protocol/errors.ts';
import { readRecords } from '#core/protocol/records/batch-reader.ts';
import { type Marker, readMarker } from '#core/protocol/records/control-record.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { LabProcess } from '../../producers/lab-process.ts';
import type { PlannedRecord } from '../../producers/producer-messages.ts';
import { newestTransactionRecordViews } from '../../views/transaction-records.ts';
import type { FrameFact, ScenarioStage } from '../scenario-stage.ts';

export const TRANSACTION_STATE = '__transaction_state';

/** A marker where it lies. */
export type PlacedMarker = Marker & { readonly offset: number; readonly batch: RecordBatch };

/** The markers of a partition, in order. */
export function markersOf(stage: ScenarioStage, topic: string, partition: number): readonly PlacedMarker[] {
  return stage.batches(topic, partition).flatMap((batch) => {
    const marker = readMarker(batch);
    return marker === undefined ? [] : [{ ...marker, offset: batch.baseOffset, batch }];
  });
}

/** The batches with data, in order. */
export function dataOf(stage: ScenarioStage, topic: string, partition: number): readonly RecordBatch[] {
  return stage.batches(topic, partition).filter((batch) => !batch.isControl);
}

/** `COMMIT@2 ABORT@5` */
export function markerText(markers: readonly Pick<PlacedMarker, 'type' | 'offset'>[]): string {
  return markers.map(({ type, offset }) => `${type}@${offset}`).join(' ') || 'none';
}

/** Where a batch can be opened. */
export function batchRef(topic: string, partition: number, { baseOffset }: RecordBatch): FactRef {
  return { kind: 'batch', topic, partition, baseOffset };
}

/** Keys of the records that are data, in order; of every partition. */
export function keysIn(stage: ScenarioStage, topic: string): readonly string[] {
  return stage.lab
    .logsOf(topic)
    .flatMap((_, partition) => dataOf(stage, topic, partition))
    .flatMap((batch) => [...readRecords(batch)].map(({ key }) => key?.toString('utf8') ?? ''));
}

/** The partition of __transaction_state in which an id belongs. */
export function homeOf(stage: ScenarioStage, transactionalId: string): number {
  return coordinatorPartition(transactionalId, stage.lab.logsOf(TRANSACTION_STATE).length);
}

/** What __transaction_state holds of an id, oldest first. */
export function stateRecords(
  stage: ScenarioStage,
  transactionalId: string,
): readonly TransactionRecordView[] {
  return newestTransactionRecordViews(
    stage.log(TRANSACTION_STATE, homeOf(stage, transactionalId)),
    transactionalId,
  );
}

/** `Empty Ongoing PrepareCommit`; a tombstone is `null`. */
export function statesIn(records: readonly TransactionRecordView[]): string {
  return records.map(({ value }) => value?.state ?? 'null').join(' ');
}

/** Waits until the coordinator has written that the transaction is over: an EndTxn is answered earlier. */
export async function completed(
  stage: ScenarioStage,
  transactionalId: string,
  state: 'CompleteCommit' | 'CompleteAbort',
): Promise<void> {
  await stage.eventually(
    () => statesIn(stateRecords(stage, transactionalId).slice(-1)) === state,
    `The transaction of ${transactionalId} did not become ${state}.`,
  );
}

/** `done`, or the name of the error that a command of a process ended with. */
export async function outcomeOf(command: Promise<unknown>): Promise<string> {
  try {
    await command;
    return 'done';
  } catch (error) {
    if (error instanceof LabError) return error.failure.code;
    throw error;
  }
}

/** Records for a partition, by their keys. */
export function orders(partition: number, ...keys: readonly string[]): readonly PlannedRecord[] {
  return keys.map((key) => ({ partition, key, value: `{"order":"${key}"}` }));
}

/** Sends exactly these. */
export function send(process: LabProcess, records: readonly PlannedRecord[]): Promise<unknown> {
  return process.command({ kind: 'send', count: 0, records });
}

/** Begins a transaction, sends, and commits or aborts; `open` leaves it open. */
export async function transaction(
  process: LabProcess,
  records: readonly PlannedRecord[],
  end: 'commit' | 'abort' | 'open',
): Promise<void> {
  await process.command({ kind: 'begin' });
  await send(process, records);
  if (end !== 'open') await process.command({ kind: end });
}

/** The error code of an exchange: at its top, or of the first partition that has one. */
export function codeOf(frame: FrameFact | undefined): number {
  if (frame === undefined) return 0;
  return frame.errorCode === 0 ? (frame.partitionErrors[0]?.errorCode ?? 0) : frame.errorCode;
}

/** `47 INVALID_PRODUCER_EPOCH` */
export function codeText(code: number): string {
  return `${code} ${errorName(code)}`;
}

/** The newest exchange of a process with an API since `mark`. */
export function lastFrame(
  stage: ScenarioStage,
  mark: number,
  { process, api }: { readonly process: LabProcess; readonly api: string },
): FrameFact | undefined {
  return stage.frames(mark, { clientId: process.clientId, api }).at(-1);
}

/** Where an exchange can be opened; nowhere when there was none. */
export function frameRefs(
  frame: FrameFact | undefined,
  side: 'request' | 'response' = 'request',
): readonly FactRef[] {
  return frame === undefined ? [] : [{ kind: 'frame', frame: frame.frame, side }];
}
