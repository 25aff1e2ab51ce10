/**
 * C16: the codecs on the same data. How well and how fast each compresses is measured on one block of records, many times, in the
 * lab; what that means for a record is measured end to end, with a producer process for each.
 */
import { type Clock, sleep } from '#core/base/clock.ts';
import type { Random } from '#core/base/random.ts';
import type { CodecRow, CodecsResult } from '#core/lab-api/experiment-views.ts';
import type { CodecName } from '#core/protocol/records/compression.ts';
import {
  CODEC,
  CODECS,
  compress,
  compressAsync,
  decompress,
  decompressAsync,
  hasSyncForm,
} from '#core/protocol/records/compression.ts';
import { LoadValues } from '../producers/load-values.ts';
import { contest } from './contest.ts';
import { ExperimentCancelled, type ExperimentControl } from './experiment-control.ts';
import type { ExperimentWorld } from './experiment-world.ts';
import { spread } from './spread.ts';

export interface CodecsOptions {
  /** Bytes of records that are compressed at once; batch.size. */
  readonly blockBytes: number;
  /** How often a block is compressed and decompressed. */
  readonly repeats: number;
  readonly rounds: number;
  readonly valueSize: number;
  readonly ratePerSecond: number;
  readonly durationMs: number;
}

export const CODECS_DEFAULTS: CodecsOptions = {
  blockBytes: 16_384,
  repeats: 200,
  rounds: 3,
  valueSize: 200,
  ratePerSecond: 5_000,
  durationMs: 2_000,
};

/** Work between two turns of the event loop, ms. */
const SLICE_MS = 4;

type BlockFigures = Pick<CodecRow, 'ratio' | 'compressMicros' | 'decompressMicros'>;

/** @throws {ExperimentCancelled} */
export async function measureCodecs(
  world: ExperimentWorld & { readonly platform: { readonly random: Random } },
  options: Partial<CodecsOptions> = {},
  control: ExperimentControl = {},
): Promise<CodecsResult> {
  const { blockBytes, repeats, rounds, ...rest } = { ...CODECS_DEFAULTS, ...options };
  const { valueSize, ratePerSecond, durationMs } = rest;
  const block = blockOf(world.platform.random, valueSize, blockBytes);
  const blocks = new Map<CodecName, BlockFigures>();
  for (const codec of CODECS) {
    blocks.set(codec, await measureBlock(world.clock, CODEC[codec], block, repeats, control.signal));
  }
  const contenders = await contest(
    world,
    {
      experiment: 'codecs',
      contenders: CODECS.map((codec) => ({
        id: codec,
        config: { 'compression.type': codec, 'batch.size': String(blockBytes), 'linger.ms': '5' },
      })),
      partitions: 1,
      rounds,
      load: {
        durationMs,
        warmupCount: ratePerSecond,
        keys: 'none',
        valueSize,
        valueKind: 'json',
        ratePerSecond,
        inFlightMax: 20_000,
      },
    },
    control,
  );
  const codecs = contenders.map((producer) => ({
    codec: producer.id,
    ...(blocks.get(producer.id as CodecName) as BlockFigures),
    producer,
  }));
  return { blockBytes, codecs };
}

/** Values of a load, one after the other, as records hold them. */
function blockOf(random: Random, valueSize: number, blockBytes: number): Buffer {
  const values = new LoadValues(random, 'json', valueSize);
  const parts = Array.from({ length: Math.ceil(blockBytes / valueSize) }, () => values.next());
  return Buffer.concat(parts).subarray(0, blockBytes);
}

async function measureBlock(
  clock: Clock,
  codec: number,
  block: Buffer,
  repeats: number,
  signal: AbortSignal | undefined,
): Promise<BlockFigures> {
  const isSync = hasSyncForm(codec);
  const pack = (): Buffer | Promise<Buffer> => (isSync ? compress : compressAsync)(codec, block);
  const compressed = await pack();
  const unpack = (): Buffer | Promise<Buffer> => (isSync ? decompress : decompressAsync)(codec, compressed);
  const compressMicros: number[] = [];
  const decompressMicros: number[] = [];
  let sliceMs = clock.monotonicMs();
  for (let i = 0; i < repeats; i++) {
    compressMicros.push(await microsOf(clock, pack));
    decompressMicros.push(await microsOf(clock, unpack));
    if (clock.monotonicMs() - sliceMs < SLICE_MS) continue;
    if (signal?.aborted === true) throw new ExperimentCancelled();
    await sleep(clock, 0);
    sliceMs = clock.monotonicMs();
  }
  return {
    ratio: block.length / compressed.length,
    compressMicros: spread(compressMicros),
    decompressMicros: spread(decompressMicros),
  };
}

/** A result that is there at once is not waited for: a turn of the event loop would be measured with it. */
async function microsOf(clock: Clock, work: () => Buffer | Promise<Buffer>): Promise<number> {
  const startedMs = clock.monotonicMs();
  const result = work();
  if (result instanceof Promise) await result;
  return (clock.monotonicMs() - startedMs) * 1000;
}
