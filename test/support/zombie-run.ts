/**
 * The zombie story as a broker would tell it, written down: what happens at each step under both transaction versions. For
 * working on the window without a lab; the numbers are those of Kafka 4.3.
 */
export type Version = 1 | 2;

export interface RunBatch {
  readonly step: number;
  readonly atMs: number;
  readonly partition: number;
  readonly baseOffset: number;
  readonly lastOffset: number;
  readonly producerId: number;
  readonly epoch: number;
  readonly sequence: number;
  readonly marker: 'COMMIT' | 'ABORT' | null;
  readonly transaction: string | null;
  readonly process: string | null;
  readonly keys: readonly string[];
  readonly position: number;
  readonly size: number;
}

export interface RunFrame {
  readonly step: number;
  readonly atMs: number;
  readonly process: string;
  readonly api: string;
  readonly apiKey: number;
  readonly version: number;
  readonly errorCode: number;
}

export interface RunState {
  readonly step: number;
  readonly atMs: number;
  readonly state: string;
  readonly epoch: number;
  readonly partitions: readonly string[];
  readonly cause: string;
}

export interface RunRung {
  readonly step: number;
  readonly atMs: number;
  readonly epoch: number;
  readonly cause: 'initTransactions' | 'endTxnCommit' | 'fence';
  readonly process: string | null;
}

export interface RunProcess {
  readonly step: number;
  readonly atMs: number;
  readonly process: 'A' | 'B';
  readonly state: 'running' | 'frozen' | 'fenced';
}

export interface ZombieRun {
  readonly version: Version;
  readonly batches: readonly RunBatch[];
  readonly frames: readonly RunFrame[];
  readonly states: readonly RunState[];
  readonly rungs: readonly RunRung[];
  readonly processes: readonly RunProcess[];
  /** Epochs: A's open transaction, the fence, the twin, and the last one. */
  readonly epochs: {
    readonly open: number;
    readonly fence: number;
    readonly twin: number;
    readonly last: number;
  };
}

export const PRODUCER_ID = 1000;
const BOTH = ['orders-0', 'orders-1'];
const DATA_SIZE = { 1: 82, 2: 102 } as const;
const MARKER_SIZE = 78;

class Recorder {
  readonly batches: RunBatch[] = [];
  readonly frames: RunFrame[] = [];
  readonly states: RunState[] = [];
  readonly rungs: RunRung[] = [];
  readonly processes: RunProcess[] = [];
  step = 0;
  readonly #end = [0, 0];
  readonly #position = [0, 0];

  append(
    atMs: number,
    partition: number,
    batch: {
      producerId?: number;
      epoch?: number;
      sequence?: number;
      marker?: 'COMMIT' | 'ABORT';
      transaction?: string;
      process?: string;
      keys?: readonly string[];
    },
  ): void {
    const keys = batch.keys ?? [];
    const count = Math.max(1, keys.length);
    const baseOffset = this.#end[partition] ?? 0;
    const size = batch.marker === undefined ? DATA_SIZE[count === 1 ? 1 : 2] : MARKER_SIZE;
    this.batches.push({
      step: this.step,
      atMs,
      partition,
      baseOffset,
      lastOffset: baseOffset + count - 1,
      producerId: batch.producerId ?? PRODUCER_ID,
      epoch: batch.epoch ?? -1,
      sequence: batch.sequence ?? -1,
      marker: batch.marker ?? null,
      transaction: batch.transaction ?? null,
      process: batch.process ?? null,
      keys,
      position: this.#position[partition] ?? 0,
      size,
    });
    this.#end[partition] = baseOffset + count;
    this.#position[partition] = (this.#position[partition] ?? 0) + size;
  }

  frame(atMs: number, process: string, api: readonly [string, number, number], errorCode = 0): void {
    const [name, apiKey, version] = api;
    this.frames.push({ step: this.step, atMs, process, api: name, apiKey, version, errorCode });
  }

  state(atMs: number, state: string, epoch: number, cause: string, partitions: readonly string[] = []): void {
    this.states.push({ step: this.step, atMs, state, epoch, cause, partitions });
  }

  rung(atMs: number, epoch: number, cause: RunRung['cause'], process: string | null): void {
    this.rungs.push({ step: this.step, atMs, epoch, cause, process });
  }

  process(atMs: number, process: 'A' | 'B', state: RunProcess['state']): void {
    this.processes.push({ step: this.step, atMs, process, state });
  }

  /** Two records to partition 0, one to partition 1. */
  write(atMs: number, process: 'A' | 'B', epoch: number, transaction: string, keys: readonly string[]): void {
    const common = { epoch, transaction, process, sequence: 0 };
    this.append(atMs, 0, { ...common, keys: keys.slice(0, 2) });
    this.append(atMs + 1, 1, { ...common, keys: keys.slice(2) });
  }

  end(atMs: number, marker: 'COMMIT' | 'ABORT', epoch: number, transaction: string, process: string): void {
    this.append(atMs, 0, { marker, epoch, transaction, process });
    this.append(atMs + 2, 1, { marker, epoch, transaction, process });
  }
}

const INIT = ['InitProducerId', 22, 5] as const;
const FIND = ['FindCoordinator', 10, 6] as const;
const VERSIONS = ['ApiVersions', 18, 4] as const;

/** The whole story under one transaction version. */
export function zombieRun(version: Version): ZombieRun {
  const run = new Recorder();
  const isNew = version === 2;
  const produce = ['Produce', 0, isNew ? 12 : 11] as const;
  const endTxn = ['EndTxn', 26, isNew ? 5 : 4] as const;
  const open = isNew ? 1 : 0;
  const epochs = { open, fence: open + 1, twin: open + 2, last: isNew ? open + 3 : open + 2 };
  writeFirst(run, { produce, endTxn, isNew, open });
  freezeAndTwin(run, epochs);
  commitAndThaw(run, { produce, endTxn, isNew, epochs });
  return { version, epochs, ...run };
}

interface Apis {
  readonly produce: readonly [string, number, number];
  readonly endTxn: readonly [string, number, number];
  readonly isNew: boolean;
}

function addPartitions(run: Recorder, atMs: number, process: string, isNew: boolean): void {
  if (!isNew) run.frame(atMs, process, ['AddPartitionsToTxn', 24, 3]);
}

function writeFirst(run: Recorder, { produce, endTxn, isNew, open }: Apis & { readonly open: number }): void {
  run.append(200, 0, { producerId: -1, keys: ['o-15', 'o-16'] });
  run.append(201, 1, { producerId: -1, keys: ['o-14'] });
  run.step = 1;
  run.process(610, 'A', 'running');
  run.frame(780, 'A', VERSIONS);
  run.frame(840, 'A', FIND);
  run.frame(900, 'A', INIT);
  run.state(902, 'Empty', 0, 'initProducerId');
  run.rung(900, 0, 'initTransactions', 'A');
  addPartitions(run, 1280, 'A', isNew);
  run.state(1300, 'Ongoing', 0, 'addPartitions', BOTH);
  run.frame(1310, 'A', produce);
  run.write(1312, 'A', 0, 'T1', ['o-17', 'o-18', 'o-19']);
  run.frame(1600, 'A', endTxn);
  run.state(1602, 'PrepareCommit', open, 'endTxn', BOTH);
  run.end(1620, 'COMMIT', open, 'T1', 'A');
  run.state(1640, 'CompleteCommit', open, 'markersWritten');
  if (isNew) run.rung(1600, open, 'endTxnCommit', 'A');
  addPartitions(run, 2480, 'A', isNew);
  run.state(2500, 'Ongoing', open, 'addPartitions', BOTH);
  run.frame(2510, 'A', produce);
  run.write(2512, 'A', open, 'T2', ['o-20', 'o-21', 'o-22']);
}

function freezeAndTwin(run: Recorder, epochs: ZombieRun['epochs']): void {
  run.step = 2;
  run.process(4000, 'A', 'frozen');
  run.step = 3;
  run.process(6000, 'B', 'running');
  run.frame(6150, 'B', VERSIONS);
  run.frame(6200, 'B', FIND);
  run.frame(6300, 'B', INIT, 51);
  run.rung(6300, epochs.fence, 'fence', null);
  run.state(6302, 'PrepareAbort', epochs.fence, 'fence', BOTH);
  run.end(6330, 'ABORT', epochs.fence, 'T2', 'A');
  run.state(6360, 'CompleteAbort', epochs.fence, 'markersWritten');
  run.frame(6440, 'B', INIT);
  run.state(6442, 'Empty', epochs.twin, 'initProducerId');
  run.rung(6440, epochs.twin, 'initTransactions', 'B');
}

function commitAndThaw(
  run: Recorder,
  { produce, endTxn, isNew, epochs }: Apis & { readonly epochs: ZombieRun['epochs'] },
): void {
  run.step = 4;
  addPartitions(run, 8000, 'B', isNew);
  run.state(8010, 'Ongoing', epochs.twin, 'addPartitions', BOTH);
  run.frame(8020, 'B', produce);
  run.write(8022, 'B', epochs.twin, 'T3', ['o-20', 'o-21', 'o-22']);
  run.frame(8600, 'B', endTxn);
  run.state(8602, 'PrepareCommit', epochs.last, 'endTxn', BOTH);
  run.end(8620, 'COMMIT', epochs.last, 'T3', 'B');
  run.state(8640, 'CompleteCommit', epochs.last, 'markersWritten');
  if (isNew) run.rung(8600, epochs.last, 'endTxnCommit', 'B');
  run.step = 5;
  run.process(10_500, 'A', 'running');
  run.step = 6;
  run.frame(10_520, 'A', produce, 47);
  run.frame(10_600, 'A', endTxn, 90);
  run.process(10_620, 'A', 'fenced');
}
