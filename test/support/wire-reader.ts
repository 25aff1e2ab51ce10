/** A reader written out in Fetch requests: sees batches, markers and lists of aborted transactions as they are on the wire. */
import { errorName } from '#core/protocol/errors.ts';
import { Fetch } from '#core/protocol/messages/01-fetch.ts';
import { ListOffsets } from '#core/protocol/messages/02-list-offsets.ts';
import { readRecords } from '#core/protocol/records/batch-reader.ts';
import { batchesIn } from '#core/protocol/records/batch-scanner.ts';
import { readMarker } from '#core/protocol/records/control-record.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { ResponseOf } from '#core/protocol/schema/api.ts';
import type { TestClient } from './broker-world.ts';
import type { WireSubject } from './wire-subject.ts';

export interface FetchOptions {
  /** 11 is as far as kafkajs goes, and the last with topic names and without tags. */
  readonly version?: number;
  readonly isCommitted?: boolean;
  readonly maxBytes?: number;
  readonly partitionMaxBytes?: number;
  readonly maxWaitMs?: number;
}

/** What one Fetch was answered for partition 0. */
export interface Fetched {
  readonly offset: number;
  readonly error: string;
  readonly highWatermark: number;
  readonly lastStableOffset: number;
  readonly aborted: readonly { readonly producerId: number; readonly firstOffset: number }[] | null;
  readonly batches: readonly RecordBatch[];
  /** Size of the record set in bytes. */
  readonly size: number;
}

/** The answer for the one partition that was asked about. */
export function fetchedOf(
  offset: number,
  { responses }: Pick<ResponseOf<typeof Fetch>, 'responses'>,
): Fetched {
  const answer = responses[0]?.partitions[0];
  if (answer === undefined) throw new Error('no partition was answered');
  return {
    offset,
    error: errorName(answer.errorCode),
    highWatermark: answer.highWatermark,
    lastStableOffset: answer.lastStableOffset,
    aborted: answer.abortedTransactions,
    batches: [...batchesIn(answer.records ?? Buffer.alloc(0))],
    size: answer.records?.length ?? 0,
  };
}

export class WireReader {
  readonly #world: WireSubject;
  readonly #client: TestClient;
  readonly #topic: string;
  readonly #options: FetchOptions;

  static async open(world: WireSubject, topic: string, options: FetchOptions = {}): Promise<WireReader> {
    return new WireReader(world, { client: await world.connect(), topic, options });
  }

  constructor(
    world: WireSubject,
    init: { readonly client: TestClient; readonly topic: string; readonly options: FetchOptions },
  ) {
    this.#world = world;
    this.#client = init.client;
    this.#topic = init.topic;
    this.#options = init.options;
  }

  async fetch(offset: number): Promise<Fetched> {
    const { version = 11, isCommitted = false, maxWaitMs = 0 } = this.#options;
    const { maxBytes = 1_048_576, partitionMaxBytes = maxBytes } = this.#options;
    const { responses } = await this.#world.settle(
      this.#client.ask(Fetch, version, {
        maxWaitMs,
        minBytes: 1,
        maxBytes,
        isolationLevel: isCommitted ? 1 : 0,
        topics: [
          { topic: this.#topic, partitions: [{ partition: 0, fetchOffset: offset, partitionMaxBytes }] },
        ],
      }),
    );
    return fetchedOf(offset, { responses });
  }

  /** Fetches on and on until nothing comes, going behind the last batch each time. */
  async fetchAll(offset = 0): Promise<Fetched[]> {
    const all: Fetched[] = [];
    for (let next = offset; ; ) {
      const fetched = await this.fetch(next);
      const last = fetched.batches.at(-1);
      if (last === undefined) return all;
      all.push(fetched);
      next = last.nextOffset;
    }
  }

  /** −1: the end, −2: the beginning. */
  async listOffset(timestamp: number): Promise<number> {
    const { topics } = await this.#world.settle(
      this.#client.ask(ListOffsets, 5, {
        replicaId: -1,
        isolationLevel: this.#options.isCommitted === true ? 1 : 0,
        topics: [{ name: this.#topic, partitions: [{ partitionIndex: 0, timestamp }] }],
      }),
    );
    return topics[0]?.partitions[0]?.offset ?? Number.NaN;
  }
}

/**
 * What a correct client shows of the answers: no markers, nothing before the offset asked for, and no record between a listed
 * transaction's first offset and its ABORT. The list comes in order of completion, so it is sorted first.
 */
export function visible(fetches: readonly Fetched[]): string[] {
  return fetches.flatMap(({ offset, aborted, batches }) => {
    const pending = [...(aborted ?? [])].sort((a, b) => a.firstOffset - b.firstOffset);
    const aborting = new Set<number>();
    return batches.flatMap((batch) => {
      while (pending[0] !== undefined && pending[0].firstOffset <= batch.lastOffset) {
        aborting.add(pending.shift()?.producerId ?? -1);
      }
      if (batch.isControl) {
        if (readMarker(batch)?.type === 'ABORT') aborting.delete(batch.producerId);
        return [];
      }
      if (batch.isTransactional && aborting.has(batch.producerId)) return [];
      return [...readRecords(batch)]
        .map(({ offsetDelta, value }) => ({ at: batch.baseOffset + offsetDelta, value }))
        .filter(({ at }) => at >= offset)
        .map(({ at, value }) => `${at} ${value}`);
    });
  });
}

/** The batches of an answer, one word each: `data` or the kind of marker. */
export function kindsOf({ batches }: Fetched): string[] {
  return batches.map((batch) => readMarker(batch)?.type ?? 'data');
}

/** One line a batch: `0-1 id 1 e0 s0`, `2 COMMIT id 1 e0`, `3 plain`. `idOf` names producer ids. */
export function batchLines(fetches: readonly Fetched[], idOf: (producerId: number) => number): string[] {
  return fetches
    .flatMap(({ batches }) => batches)
    .map((batch) => {
      const { baseOffset, lastOffset, producerEpoch: epoch, baseSequence } = batch;
      const offsets = baseOffset === lastOffset ? `${baseOffset}` : `${baseOffset}-${lastOffset}`;
      if (!batch.hasProducerId) return `${offsets} plain`;
      const marker = readMarker(batch);
      const owner = `id ${idOf(batch.producerId)} e${epoch}`;
      return marker === undefined
        ? `${offsets} ${owner} s${baseSequence}`
        : `${offsets} ${marker.type} ${owner}`;
    });
}
