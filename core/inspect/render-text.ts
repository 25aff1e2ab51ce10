/** The inspector's report as text, a line a record or entry. What files say is printed without what could steer a terminal. */
import { printable } from '#core/base/printable.ts';
import type { PartitionReport, RecordReport } from './judge/partition-report.ts';
import type { SideEntry } from './side/entry.ts';
import type { SideFileDamage } from './side/side-file.ts';

function renderRecord(record: RecordReport): string {
  const who = record.producerId < 0 ? '' : ` pid ${record.producerId} epoch ${record.epoch}`;
  const sequence = record.sequence < 0 ? '' : ` seq ${record.sequence}`;
  const transaction = record.txnFirstOffset === null ? '' : ` txn from ${record.txnFirstOffset}`;
  const decided =
    record.kind === 'control' || record.markerOffset === null ? '' : ` marker at ${record.markerOffset}`;
  const content =
    record.kind === 'control'
      ? ` coordinator epoch ${record.coordinatorEpoch ?? '?'}`
      : ` key ${record.key ?? 'null'} value ${record.value ?? 'null'}`;
  return `  ${String(record.offset).padStart(8)}  ${record.verdict.padEnd(13)}${who}${sequence}${transaction}${decided}${content}`;
}

/** One partition: a head, then its records. */
export function renderPartition(report: PartitionReport): string {
  const { topic, partition, logStartOffset, lastStableOffset, logEndOffset, segments, damage, records } =
    report;
  const head = `${topic}-${partition}: log start ${logStartOffset}, LSO ${lastStableOffset}, LEO ${logEndOffset}, ${segments.length === 0 ? 'no segments' : `segments ${segments.join(' ')}`}`;
  return [
    head,
    ...records.map(renderRecord),
    ...(damage === null ? [] : [`  damage: ${damage}`]),
    ...behindLines(report),
    ...(report.sideFiles ?? []).map((sideFile) => `  ${damageLine(sideFile)}`),
  ]
    .map(printable)
    .join('\n');
}

/** Where reading goes on behind the damage, and what is there. */
function behindLines({ damage, segments, behindDamage }: PartitionReport): readonly string[] {
  if (damage === null || segments.length === 0) return [];
  if (behindDamage === undefined) return ['  no batch that can be trusted follows'];
  const { segment, position, offset, records } = behindDamage;
  const file = `${String(segment).padStart(20, '0')}.log`;
  return [`  reading goes on at offset ${offset}: ${file}, byte ${position}`, ...records.map(renderRecord)];
}

function damageLine({ file, damage }: SideFileDamage): string {
  return `damage: ${file}: ${damage}`;
}

/** A damaged file that belongs to no partition. */
export function renderSideFileDamage(sideFile: SideFileDamage): string {
  return printable(damageLine(sideFile));
}

/** One entry of a file beside a log. */
export function renderEntry(entry: SideEntry): string {
  return printable(
    `  ${Object.entries(entry)
      .map(([field, value]) => `${field}: ${value}`)
      .join(' ')}`,
  );
}
