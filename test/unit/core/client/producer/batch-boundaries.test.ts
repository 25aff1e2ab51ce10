/**
 * Which records go into one batch, as recorded from kafka-clients 4.3.1 by test/compat/java/BatchBoundaries.java.
 *
 * Where a batch ends depends on how well the batches before it compressed, and that is the library's: the recorded ratio of each
 * drained batch is therefore given to our estimate, and everything that follows from it (records and uncompressed bytes of every
 * batch) has to be the same. Without drains nothing is known of the ratio: there the whole producer runs, with its own codecs.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CompressionRatio } from '#core/client/producer/compression-ratio.ts';
import type { AppendableRecord } from '#core/protocol/records/batch-builder.ts';
import { BatchBuilder, batchSizeUpperBound } from '#core/protocol/records/batch-builder.ts';
import { readRecordsAsync } from '#core/protocol/records/batch-reader.ts';
import type { CodecName } from '#core/protocol/records/compression.ts';
import { CODEC, CODECS } from '#core/protocol/records/compression.ts';
import { ClientWorld } from '../../../../support/client-world.ts';

/** Records, their bytes, their bytes compressed, and the ratio as the bits of a float. */
type RecordedBatch = readonly [records: number, bytes: number, compressed: number, ratioBits: number];
type ByCodec = { readonly [codec in CodecName]: readonly RecordedBatch[] };

interface Sequence {
  readonly batchSize: number;
  readonly steps: string;
  readonly batches: ByCodec;
  readonly undrained: ByCodec;
}

const SEQUENCES: readonly Sequence[] = JSON.parse(
  readFileSync(
    new URL('../../../../fixtures/producer-parity/batch-boundaries.json', import.meta.url),
    'utf8',
  ),
);
const FIRST_TIMESTAMP = 1_700_000_000_000;

function ratioOf([, , , bits]: RecordedBatch): number {
  return new Float32Array(new Int32Array([bits]).buffer)[0] as number;
}

/** The records of a sequence; undefined stands for a drain. */
function stepsOf({ steps }: Sequence): readonly (AppendableRecord | undefined)[] {
  let timestamp = FIRST_TIMESTAMP;
  return steps.split(' ').map((step) => {
    if (step === 'd') return undefined;
    const [key = 0, value = 0, headers = 0, delayMs = 0] = step.slice(2).split('/').map(Number);
    timestamp += delayMs;
    return {
      timestamp,
      key: key < 0 ? null : Buffer.alloc(key),
      value: Buffer.alloc(value),
      headers: Array.from({ length: headers }, () => ({ key: 'h', value: Buffer.alloc(10) })),
    };
  });
}

/** Runs the steps by our rules; the ratio of each drained batch is the recorded one. */
function batchesByRule(sequence: Sequence, codec: CodecName): readonly (readonly [number, number])[] {
  const recorded = sequence.batches[codec];
  const ratio = new CompressionRatio();
  const queue: BatchBuilder[] = [];
  const drained: [number, number][] = [];
  let open: BatchBuilder | undefined;
  const drain = (): void => {
    const first = queue.shift();
    if (first === undefined) return;
    if (first === open) open = undefined;
    const batch = recorded[drained.length];
    if (batch !== undefined) ratio.observe('t', ratioOf(batch));
    drained.push([first.recordCount, first.recordsSize]);
  };
  for (const record of stepsOf(sequence)) {
    if (record === undefined) {
      drain();
    } else if (open?.tryAppend(record) === undefined) {
      const writeLimit = Math.max(sequence.batchSize, batchSizeUpperBound(record));
      open = new BatchBuilder({ codec: CODEC[codec], writeLimit, compressionRatio: ratio.expected('t') });
      open.append(record);
      queue.push(open);
    }
  }
  while (queue.length > 0) drain();
  return drained;
}

const countsOf = (batches: readonly RecordedBatch[]) => batches.map(([records, bytes]) => [records, bytes]);

describe.each(CODECS)('50 sequences of records under %s', (codec) => {
  test('are cut into the batches that Java cuts, while batches are drained in between', () => {
    for (const sequence of SEQUENCES) {
      expect(batchesByRule(sequence, codec)).toEqual(countsOf(sequence.batches[codec]));
    }
  });

  test('are cut into the batches that Java cuts by the whole producer, with nothing known of the ratio', async () => {
    for (const sequence of SEQUENCES) {
      const world = new ClientWorld({ topics: { t: 1 } });
      const producer = world.producer({
        'batch.size': `${sequence.batchSize}`,
        'linger.ms': '60000',
        'compression.type': codec,
      });
      await world.settle(producer.partitionsFor('t'));
      for (const record of stepsOf(sequence))
        if (record !== undefined) void producer.send({ topic: 't', ...record });
      const flushed = producer.flush();
      await world.settle(flushed);
      const batches = world.broker.logs.get('t-0') ?? [];
      const records = await Promise.all(batches.map((batch) => readRecordsAsync(batch)));
      expect(records.map((list) => [list.length, (list.at(-1)?.end ?? 0) - (list[0]?.start ?? 0)])).toEqual(
        countsOf(sequence.undrained[codec]),
      );
    }
  });
});
