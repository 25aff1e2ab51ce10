/** What a partition directory holds, as text that two brokers can be compared by: everything but timestamps and what follows from them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecordsAsync } from '#core/protocol/records/batch-reader.ts';
import { batchesIn } from '#core/protocol/records/batch-scanner.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';

export interface StoredOptions {
  readonly nameOf: (producerId: number) => string;
  readonly isCompressed: boolean;
}

/** Names of the `.log` files, ascending. */
export function logFiles(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.log'))
    .sort();
}

/** One line a segment, a batch and a record. */
export async function storedLines(directory: string, options: StoredOptions): Promise<string[]> {
  const lines: string[] = [];
  for (const name of logFiles(directory)) {
    lines.push(`segment ${name} ${[...filesBeside(directory, name)].join(' ')}`);
    for (const batch of batchesIn(readFileSync(join(directory, name)))) {
      lines.push(batchLine(batch, options), ...(await recordLines(batch)));
    }
  }
  return lines;
}

function filesBeside(directory: string, log: string): string[] {
  const base = log.slice(0, -4);
  return readdirSync(directory)
    .filter((name) => name.startsWith(base) && /\.(txnindex|snapshot)$/.test(name))
    .map((name) => name.slice(base.length))
    .sort();
}

function batchLine(batch: RecordBatch, { nameOf, isCompressed }: StoredOptions): string {
  return [
    `  ${batch.baseOffset}–${batch.lastOffset}`,
    // A delete horizon is told by the clock, and the records' deltas to it take more or fewer bytes.
    isCompressed || batch.hasDeleteHorizon ? '' : `size ${batch.size}`,
    `epoch ${batch.partitionLeaderEpoch}`,
    `codec ${batch.codec}`,
    batch.isLogAppendTime ? 'LogAppendTime' : 'CreateTime',
    batch.isTransactional ? 'transactional' : '',
    batch.isControl ? 'control' : '',
    batch.hasDeleteHorizon ? 'horizon' : '',
    `of ${batch.hasProducerId ? nameOf(batch.producerId) : 'nobody'}`,
    `epoch ${batch.producerEpoch} sequence ${batch.baseSequence}`,
    `count ${batch.recordCount}`,
    batch.isCrcValid ? '' : 'CHECKSUM',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

async function recordLines(batch: RecordBatch): Promise<string[]> {
  return (await readRecordsAsync(batch)).map(({ offsetDelta, key, value, headers }) => {
    const shown = batch.isControl ? value?.toString('hex') : value?.toString('utf8').slice(0, 40);
    const tail = headers.map((header) => `${header.key}=${header.value?.toString('utf8')}`).join(' ');
    return `    ${batch.baseOffset + offsetDelta} ${key?.toString(batch.isControl ? 'hex' : 'utf8')} → ${shown ?? 'null'} ${tail}`;
  });
}

/** The line of Kafka's dump without what says when it happened, and the sizes that follow from it. */
export function withoutTimes(line: string): string {
  return line
    .replace(/(CreateTime|LogAppendTime|baseTimestamp|maxTimestamp|deleteHorizonMs): \S+/g, '$1')
    .replace(/(size|position|crc|compresscodec|isvalid): ?\d+/gi, '$1');
}
