/**
 * One load: an application that sends records in a loop, as kafka-producer-perf-test does, and keeps the books of it.
 *
 * As fast as it can means: it fills up to `inFlightMax` records, goes on when acknowledgements have made room, and lets the event
 * loop turn in between. At a rate it sends whatever is due each time a timer comes, so that a late timer makes up for it. In bursts
 * it sends so many in one turn, and waits for all of them.
 */
import { type Clock, sleep } from '#core/base/clock.ts';
import type { CpuMeter } from '#core/base/cpu-meter.ts';
import type { Producer } from '#core/client/producer/producer.ts';
import { LatencyHistogram } from './latency-histogram.ts';
import type { LoadPlan, LoadResult } from './load-plan.ts';
import { type LoadRandom, LoadValues, loadKey } from './load-values.ts';

/** Records sent in one turn of the event loop; more would delay the answers. */
const BURST_MAX = 500;

export interface LoadSurroundings {
  readonly clock: Clock;
  readonly random: LoadRandom;
  readonly cpu: CpuMeter;
  readonly producer: Producer;
  /** Produce requests so far, and their sizes together. */
  readonly requests: () => { readonly count: number; readonly bytes: number };
}

/** What has been acknowledged, since the clocks started. */
interface Tally {
  acknowledged: number;
  failed: number;
  bytes: number;
  readonly errors: Map<string, number>;
  readonly latency: LatencyHistogram;
}

/** Sends the load to `topic`; resolves when every record is acknowledged or has failed. */
export async function runLoad(around: LoadSurroundings, topic: string, plan: LoadPlan): Promise<LoadResult> {
  const run = new LoadRun(around, topic, plan);
  if (plan.warmupCount !== undefined && plan.warmupCount > 0) {
    await run.send({ count: plan.warmupCount, untilMs: Number.POSITIVE_INFINITY });
  }
  return run.measured();
}

class LoadRun {
  readonly #around: LoadSurroundings;
  readonly #topic: string;
  readonly #plan: LoadPlan;
  readonly #values: LoadValues;
  #tally = newTally();
  #number = 0;
  #outstanding = 0;
  #onRoom: (() => void) | undefined;

  constructor(around: LoadSurroundings, topic: string, plan: LoadPlan) {
    this.#around = around;
    this.#topic = topic;
    this.#plan = plan;
    this.#values = new LoadValues(around.random, plan.valueKind, plan.valueSize);
  }

  async measured(): Promise<LoadResult> {
    const { clock, cpu, requests } = this.#around;
    const { count = Number.POSITIVE_INFINITY, durationMs = Number.POSITIVE_INFINITY } = this.#plan;
    this.#tally = newTally();
    const requestsBefore = requests();
    const cpuBefore = cpu.usage();
    const startedMs = clock.monotonicMs();
    await this.send({ count, untilMs: startedMs + durationMs });
    const elapsedMs = clock.monotonicMs() - startedMs;
    const cpuAfter = cpu.usage();
    const requestsAfter = requests();
    const { acknowledged, failed, bytes, errors, latency } = this.#tally;
    return {
      acknowledged,
      failed,
      errors: Object.fromEntries(errors),
      elapsedMs,
      cpuUserMs: cpuAfter.userMs - cpuBefore.userMs,
      cpuSystemMs: cpuAfter.systemMs - cpuBefore.systemMs,
      latencyMs: latency.summary(),
      bytes,
      requests: requestsAfter.count - requestsBefore.count,
      requestBytes: requestsAfter.bytes - requestsBefore.bytes,
    };
  }

  /** Sends up to `count` records until the monotonic time `untilMs`, and waits for the last acknowledgement. */
  async send({ count, untilMs }: { readonly count: number; readonly untilMs: number }): Promise<void> {
    const { clock } = this.#around;
    const { burst } = this.#plan;
    if (burst !== undefined) return this.#sendInBursts({ count, untilMs, burst });
    const { ratePerSecond, inFlightMax } = this.#plan;
    const startedMs = clock.monotonicMs();
    let sent = 0;
    while (sent < count && clock.monotonicMs() < untilMs) {
      const due =
        ratePerSecond === 0
          ? count
          : Math.min(count, 1 + Math.floor(((clock.monotonicMs() - startedMs) * ratePerSecond) / 1000));
      const now = Math.min(due - sent, inFlightMax - this.#outstanding, BURST_MAX);
      for (let i = 0; i < now; i++) this.#sendOne();
      sent += Math.max(now, 0);
      if (this.#outstanding >= inFlightMax) await this.#room(inFlightMax - 1);
      else if (sent < due) await sleep(clock, 0);
      else if (sent < count)
        await sleep(clock, startedMs + (sent * 1000) / ratePerSecond - clock.monotonicMs());
    }
    if (this.#outstanding === 0) return;
    const { producer } = this.#around;
    await Promise.all([this.#room(0), producer.flush()]);
  }

  async #sendInBursts(plan: {
    readonly count: number;
    readonly untilMs: number;
    readonly burst: number;
  }): Promise<void> {
    const { count, untilMs, burst } = plan;
    for (let sent = 0; sent < count && this.#around.clock.monotonicMs() < untilMs; sent += burst) {
      for (let i = Math.min(burst, count - sent); i > 0; i--) this.#sendOne();
      await this.#room(0);
    }
  }

  #sendOne(): void {
    const { producer, clock } = this.#around;
    const key = loadKey(this.#plan.keys, this.#number);
    const value = this.#values.next();
    this.#number++;
    this.#outstanding++;
    const tally = this.#tally;
    const sentMs = clock.monotonicMs();
    const size = (key?.length ?? 0) + value.length;
    producer.send({ topic: this.#topic, partition: this.#plan.partition, key, value }).then(
      () => {
        tally.acknowledged++;
        tally.bytes += size;
        tally.latency.record(clock.monotonicMs() - sentMs);
        this.#ended();
      },
      (error: unknown) => {
        tally.failed++;
        const name = nameOf(error);
        tally.errors.set(name, (tally.errors.get(name) ?? 0) + 1);
        this.#ended();
      },
    );
  }

  #ended(): void {
    this.#outstanding--;
    this.#onRoom?.();
  }

  /** Resolves when no more than `outstanding` records wait for their acknowledgement. */
  #room(outstanding: number): Promise<void> {
    return new Promise((resolve) => {
      this.#onRoom = () => {
        if (this.#outstanding > outstanding) return;
        this.#onRoom = undefined;
        resolve();
      };
      this.#onRoom();
    });
  }
}

function newTally(): Tally {
  return { acknowledged: 0, failed: 0, bytes: 0, errors: new Map(), latency: new LatencyHistogram() };
}

/** Java's name where there is one. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { exception } = error as { readonly exception?: unknown };
  return typeof exception === 'string' ? exception : error.name;
}
