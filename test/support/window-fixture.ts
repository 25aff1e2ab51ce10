/**
 * A lab without a broker, for working on the window: it answers every query from the recorded zombie run and tells the story
 * forward when asked. Served by a development page only.
 */

import type { LabTransport, WindowMessage } from '#core/lab-api/transport.ts';
import type { BatchView, ByteField, ByteView, LabView, RefusalView } from '#core/lab-api/views.ts';
import type { Json } from '#core/observe/events.ts';
import { PRODUCER_ID, STEP_ENDS, type Version, zombieRun } from './zombie-run.ts';
import {
  laneViews,
  processViews,
  recordViews,
  type Scene,
  storyView,
  timelineItems,
  transactionViews,
} from './zombie-views.ts';

const STEP_TAKES_MS = 350;

export interface FixtureOptions {
  readonly version: Version;
  /** Where the story stands when the window connects. */
  readonly step: number;
}

const HEADER: readonly (readonly [name: string, type: string, size: number, isDeciding: boolean])[] = [
  ['baseOffset', 'int64', 8, true],
  ['batchLength', 'int32', 4, false],
  ['partitionLeaderEpoch', 'int32', 4, false],
  ['magic', 'int8', 1, false],
  ['crc', 'uint32', 4, false],
  ['attributes', 'int16', 2, true],
  ['lastOffsetDelta', 'int32', 4, false],
  ['baseTimestamp', 'int64', 8, false],
  ['maxTimestamp', 'int64', 8, false],
  ['producerId', 'int64', 8, true],
  ['producerEpoch', 'int16', 2, true],
  ['baseSequence', 'int32', 4, true],
  ['recordCount', 'int32', 4, false],
];

function byteView(batch: BatchView): ByteView {
  const values: { readonly [name: string]: number } = {
    baseOffset: batch.baseOffset,
    batchLength: batch.size - 12,
    magic: 2,
    attributes: batch.isTransactional ? (batch.marker ? 0x30 : 0x10) : 0,
    lastOffsetDelta: batch.lastOffset - batch.baseOffset,
    producerId: batch.producerId,
    producerEpoch: batch.producerEpoch,
    baseSequence: batch.baseSequence,
    recordCount: batch.lastOffset - batch.baseOffset + 1,
  };
  let at = 0;
  let hex = '';
  const fields: ByteField[] = HEADER.map(([name, type, size, isDeciding]) => {
    const value = values[name] ?? 0;
    hex += BigInt.asUintN(size * 8, BigInt(value))
      .toString(16)
      .padStart(size * 2, '0');
    const field = {
      at,
      size,
      depth: 0,
      name,
      type,
      value: String(value),
      isDeciding,
      say: {
        key: `bytes.batch.${name}`,
        params: { value, total: batch.size, lastOffset: batch.lastOffset, last: batch.baseSequence },
      },
    };
    at += size;
    return field;
  });
  const rest = batch.size - at;
  for (let i = 0; i < rest; i++) hex += ((i * 37 + 11) % 256).toString(16).padStart(2, '0');
  fields.push({
    at,
    size: rest,
    depth: 0,
    name: 'records',
    type: 'record',
    value: `${rest} B`,
    isDeciding: false,
    say: { key: 'bytes.record.value', params: {} },
  });
  return { file: `${'0'.repeat(20)}.log`, position: batch.position, fileSize: 900, hex, fields, stop: null };
}

function refusal({ run }: Scene): RefusalView {
  const version = run.version === 2 ? 12 : 11;
  return {
    request: {
      api: 'Produce',
      version,
      partition: 'orders-0',
      recordCount: 2,
      producerId: PRODUCER_ID,
      producerEpoch: run.epochs.open,
      firstSequence: 2,
      lastSequence: 3,
      process: 'A',
      osPid: 48_213,
    },
    checks: [
      { key: 'checks.batchWhole', outcome: 'passed', evidence: 'CRC-32C 0x246430e2' },
      { key: 'checks.transactionalId', outcome: 'passed', evidence: 'order-service-1' },
      { key: 'checks.transactionOpen', outcome: 'asked', evidence: 'orders-0, pid 1000: none open' },
      {
        key: 'checks.coordinatorEpoch',
        outcome: 'refused',
        evidence: `${run.epochs.open} ≠ ${run.epochs.last}  →  PRODUCER_FENCED (90)`,
      },
      { key: 'checks.produceCode', outcome: 'refused', evidence: '90  →  INVALID_PRODUCER_EPOCH (47)' },
    ],
    frames: [
      { frame: 1, label: `Produce v${version}`, errorCode: 47 },
      { frame: 2, label: `EndTxn v${run.version === 2 ? 5 : 4}`, errorCode: 90 },
    ],
    command:
      'kafka-transactions.sh --bootstrap-server localhost:9092 \\\n  describe --transactional-id order-service-1',
  };
}

export class WindowFixture {
  #scene: Scene;
  #isBusy = false;
  #version: Version;

  constructor({ version, step }: FixtureOptions) {
    this.#version = version;
    this.#scene = { run: zombieRun(version), step, startedAtMs: Date.now() - (STEP_ENDS[step] ?? 0) };
  }

  /** A connection to it. */
  transport(): LabTransport {
    let listener: (message: Json) => void = () => undefined;
    const answer = async (message: WindowMessage): Promise<void> => {
      if (message.kind !== 'call') return;
      const value = await this.#answer(message.name, message.input as { readonly [key: string]: Json });
      listener({ kind: 'answer', id: message.id, ok: true, value } as Json);
    };
    return {
      send: (message) => void answer(message as unknown as WindowMessage),
      onMessage: (onMessage) => {
        listener = onMessage;
      },
      onClose: () => undefined,
      close: () => undefined,
    };
  }

  async #answer(name: string, input: { readonly [key: string]: Json }): Promise<Json> {
    const snapshot = (value: unknown): Json => ({ seq: 1000, value }) as Json;
    switch (name) {
      case 'lab.describe':
        return this.#lab();
      case 'lab.setTransactionVersion':
        this.#version = input['transactionVersion'] as Version;
        return this.#lab();
      case 'story.describe':
        return snapshot(storyView(this.#scene, this.#isBusy));
      case 'story.reset':
        this.#scene = { run: zombieRun(this.#version), step: 0, startedAtMs: Date.now() - 450 };
        return storyView(this.#scene, false) as Json;
      case 'story.advance':
        return this.#advance();
      case 'story.refusal':
        return this.#scene.step >= 6 ? (refusal(this.#scene) as Json) : null;
      case 'producers.list':
        return snapshot(processViews(this.#scene));
      case 'log.lanes':
      case 'log.partitions':
        return snapshot(laneViews(this.#scene));
      case 'log.batches':
        return snapshot(this.#batches(input));
      case 'log.batchBytes':
        return byteView(this.#batchAt(input)) as Json;
      case 'transactions.list':
        return snapshot(transactionViews(this.#scene));
      case 'transactions.records':
        return snapshot(recordViews(this.#scene));
      case 'timeline.read':
        return {
          seq: timelineItems(this.#scene).length,
          value: timelineItems(this.#scene).filter((item) => item.seq > Number(input['sinceSeq'])),
        } as Json;
      default:
        return null;
    }
  }

  #lab(): Json {
    const lab: LabView = {
      startedAtMs: this.#scene.startedAtMs,
      nowMs: Date.now(),
      broker: { state: 'running', port: 9092, reason: null },
      bootstrap: '127.0.0.1:9092',
      clusterId: 'fixture',
      dataDirectory: '/tmp/fencepost/data',
      kafkaVersion: '4.3',
      transactionVersion: this.#version,
      hasSignals: true,
    };
    return lab as Json;
  }

  async #advance(): Promise<Json> {
    this.#isBusy = true;
    await new Promise((done) => setTimeout(done, STEP_TAKES_MS));
    this.#isBusy = false;
    const step = Math.min(7, this.#scene.step + 1);
    // The run began so long ago that this step is over now.
    this.#scene = { ...this.#scene, step, startedAtMs: Date.now() - (STEP_ENDS[step] ?? 0) };
    return storyView(this.#scene, false) as Json;
  }

  #batches(input: { readonly [key: string]: Json }): readonly BatchView[] {
    const lane = laneViews(this.#scene)[Number(input['partition'])];
    const from = Number(input['fromOffset']);
    const isDown = input['direction'] === 'down';
    const batches = (lane?.batches ?? []).filter((batch) =>
      isDown ? batch.baseOffset <= from : batch.lastOffset >= from,
    );
    return isDown ? [...batches].reverse() : batches;
  }

  #batchAt(input: { readonly [key: string]: Json }): BatchView {
    const lane = laneViews(this.#scene)[Number(input['partition'])];
    const batch = lane?.batches.find((one) => one.baseOffset === Number(input['baseOffset']));
    if (batch === undefined) throw new Error('The recorded run has no such batch.');
    return batch;
  }
}
