/**
 * One side of an experiment: a producer process and a topic of its own, which live through all its runs, so that a run is not
 * measured while its process still warms up.
 */
import { sleep } from '#core/base/clock.ts';
import type { RunFigures } from '#core/lab-api/experiment-views.ts';
import type { RulesOf } from '#core/lab-api/scenario-views.ts';
import type { Json } from '#core/observe/events.ts';
import type { LabProcess } from '../producers/lab-process.ts';
import type { LoadPlan, LoadResult } from '../producers/load-plan.ts';
import { AppendCount } from './append-count.ts';
import { ExperimentCancelled } from './experiment-control.ts';
import type { ExperimentWorld } from './experiment-world.ts';

/** For what was sent and not waited for. */
const WRITE_WAIT_MS = 5_000;

export interface ContenderOptions {
  /** Names it in results, its topic and its process. */
  readonly id: string;
  readonly experiment: string;
  readonly config: { readonly [key: string]: string };
  readonly profile: RulesOf;
  readonly release?: string;
  readonly partitions: number;
}

/** What the names of an experiment's topics begin with. */
export function topicPrefix(experiment: string): string {
  return `experiment-${experiment}-`;
}

export class Contender {
  readonly options: ContenderOptions;
  readonly #world: ExperimentWorld;
  readonly #topic: string;
  readonly #process: LabProcess;

  /** Starts the process and makes the topic. */
  static async start(world: ExperimentWorld, options: ContenderOptions): Promise<Contender> {
    const topic = `${topicPrefix(options.experiment)}${options.id}`;
    const { topics } = world.broker;
    const old = topics.get(topic);
    if (old !== undefined) topics.delete(old);
    topics.create({ name: topic, partitions: options.partitions, overrides: {} });
    const { process, ready } = await world.stage.start({
      name: `${options.experiment}-${options.id}`,
      topic,
      transactionalId: null,
      recordsPerTransaction: 1,
      transactionsPerSecond: 0,
      transactionTimeoutMs: 60_000,
      config: options.config,
      profile: options.profile,
      release: options.release,
    });
    const contender = new Contender(world, options, topic, process);
    try {
      await ready;
      return contender;
    } catch (error) {
      await contender.close();
      throw error;
    }
  }

  private constructor(world: ExperimentWorld, options: ContenderOptions, topic: string, process: LabProcess) {
    this.#world = world;
    this.options = options;
    this.#topic = topic;
    this.#process = process;
  }

  /** Makes the load once. @throws {ExperimentCancelled} when it is aborted meanwhile; the contender is then of no more use. */
  async run(load: LoadPlan, signal?: AbortSignal): Promise<RunFigures> {
    if (isAborted(signal)) throw new ExperimentCancelled();
    const stop = (): void => void this.#process.kill();
    signal?.addEventListener('abort', stop);
    const { warmupCount = 0, ...measured } = load;
    try {
      // A load of its own, so that nothing it wrote is counted.
      if (warmupCount > 0) await this.#load({ ...measured, ratePerSecond: 0, count: warmupCount });
      const written = new AppendCount(this.#world.bus, this.#topic, this.options.partitions);
      try {
        const result = await this.#load(measured);
        await this.#untilWritten(written, result.acknowledged);
        return figuresOf(result, written);
      } finally {
        written.close();
      }
    } catch (error) {
      throw isAborted(signal) ? new ExperimentCancelled() : error;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  async #load(load: LoadPlan): Promise<LoadResult> {
    return (await this.#process.request({ kind: 'load', load })) as LoadResult & Json;
  }

  /** With acks=0 the load is over before the broker has written it. */
  async #untilWritten(written: AppendCount, records: number): Promise<void> {
    const { clock } = this.#world;
    const untilMs = clock.monotonicMs() + WRITE_WAIT_MS;
    while (written.records < records && clock.monotonicMs() < untilMs) await sleep(clock, 5);
  }

  /** Ends the process and deletes the topic. */
  async close(): Promise<void> {
    await this.#world.stage.remove(this.#process);
    const { topics } = this.#world.broker;
    const topic = topics.get(this.#topic);
    if (topic !== undefined) topics.delete(topic);
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function figuresOf(result: LoadResult, written: AppendCount): RunFigures {
  const { acknowledged, failed, elapsedMs, latencyMs, cpuUserMs, cpuSystemMs, bytes, requests } = result;
  const { batches, bytes: bytesOnDisk, recordsByPartition } = written;
  return {
    acknowledged,
    failed,
    elapsedMs,
    recordsPerSecond: (acknowledged * 1000) / elapsedMs,
    megabytesPerSecond: bytes / 1000 / elapsedMs,
    p50Ms: latencyMs.p50,
    p90Ms: latencyMs.p90,
    p99Ms: latencyMs.p99,
    maxMs: latencyMs.max,
    cpuMs: cpuUserMs + cpuSystemMs,
    requests,
    batches,
    recordsPerBatch: written.records / batches,
    bytesOnDisk,
    ratio: bytes / bytesOnDisk,
    recordsByPartition,
  };
}
