/**
 * What a scenario works with: the lab's broker, processes, clients and hooks, and the book in which its steps and checks are
 * written. Everything that is started here ends with the run.
 */
import { type Cancel, sleep } from '#core/base/clock.ts';
import type { Scope } from '#core/base/scope.ts';
import type { RequestHook, ResponseHook } from '#core/broker/interceptor.ts';
import { KafkaAdmin } from '#core/client/admin/kafka-admin.ts';
import type { ClientObserver } from '#core/client/client-observer.ts';
import { KafkaConsumer } from '#core/client/consumer/kafka-consumer.ts';
import { KafkaProducer } from '#core/client/producer/kafka-producer.ts';
import type { CheckView, ClaimId, ClaimVerdict, ScenarioVariant } from '#core/lab-api/scenario-views.ts';
import type { ProducerSettings } from '#core/lab-api/views.ts';
import type { PartitionLog } from '#core/log/partition-log.ts';
import type { AnyEvent, LabEvent } from '#core/observe/event-bus.ts';
import type { RecordBatch } from '#core/protocol/records/record-batch.ts';
import type { ApiDefinition } from '#core/protocol/schema/api.ts';
import type { BrokerHome } from '../brokers/broker-launcher.ts';
import type { LabProcess } from '../producers/lab-process.ts';
import type { ScenarioBook } from './scenario-book.ts';
import { ScenarioCancelled, ScenarioFailure } from './scenario-errors.ts';
import type { ScenarioWorld } from './scenario-world.ts';

const POLL_MS = 5;
const WAIT_MS = 15_000;

type Config = { readonly [key: string]: string };

/** An exchange on the wire, as the journal has it. */
export type FrameFact = LabEvent<'frame.exchanged'>['data'];

export interface StageParts {
  readonly lab: ScenarioWorld;
  /** Begins the names of its topics; no other run of this lab has it, so that nothing left over writes into them. */
  readonly prefix: string;
  readonly run: number;
  readonly variant: ScenarioVariant;
  readonly book: ScenarioBook;
  /** Closed when the run is over. */
  readonly scope: Scope;
}

export class ScenarioStage {
  readonly lab: ScenarioWorld;
  readonly variant: ScenarioVariant;
  readonly #parts: StageParts;

  constructor(parts: StageParts) {
    this.lab = parts.lab;
    this.variant = parts.variant;
    this.#parts = parts;
  }

  /** For what changes the lab: only while the run is on. @throws {ScenarioCancelled} */
  get #whileOn(): StageParts {
    this.#parts.book.stopIfOver();
    return this.#parts;
  }

  /** Facts of the run, for sentences. */
  get facts(): { [name: string]: number | string } {
    return this.#parts.book.facts;
  }

  /** Aborted when a person stops the run: for what takes long by itself. */
  get signal(): AbortSignal {
    return this.#parts.book.signal;
  }

  /** Does one step. @throws {ScenarioCancelled} when a person has stopped the run. */
  step<T>(id: string, action: () => Promise<T> | T): Promise<T> {
    return this.#parts.book.step(id, action);
  }

  /** Asks the scenario's question, and waits until it is answered or skipped. Before the decisive step. */
  ask(): Promise<void> {
    return this.#parts.book.ask();
  }

  /** Says which option came true. */
  answerIs(option: string): void {
    this.#parts.book.answerIs(option);
  }

  /**
   * Writes down one comparison in the step under way; true when it is as expected. `ok` when left out: both texts are equal.
   * Expected and observed are Kafka's words and numbers, the same in every language.
   */
  check(check: Omit<CheckView, 'ok' | 'refs'> & Partial<Pick<CheckView, 'ok' | 'refs'>>): boolean {
    return this.#parts.book.check({ ok: check.expected === check.observed, refs: [], ...check });
  }

  /** What the run says of a claim. Without it a claim whose checks are as expected simply holds. */
  verdict(claim: ClaimId, verdict: ClaimVerdict): void {
    this.#parts.book.verdict(claim, verdict);
  }

  /** Makes an empty topic of this scenario; answers its whole name. */
  topic(
    name: string,
    { partitions = 1, config = {} }: { partitions?: number; config?: Config } = {},
  ): string {
    const { lab, prefix, book } = this.#whileOn;
    const { topics } = lab.broker;
    const whole = `${prefix}-${name}`;
    const old = topics.get(whole);
    if (old !== undefined) topics.delete(old);
    topics.create({ name: whole, partitions, overrides: config });
    lab.watch(whole);
    book.showTopic(whole);
    return whole;
  }

  /**
   * A name that no other run uses, of a transactional id or a group, and none before in this data directory: what a coordinator
   * remembers of an earlier life of the lab is not taken for this run's.
   */
  unique(name: string): string {
    for (let n = this.#parts.run; ; n++) {
      const candidate = `${name}-${n}`;
      if (this.lab.transaction(candidate) === undefined) return candidate;
    }
  }

  /**
   * Starts a producer process and waits until its producer is ready. It follows the rules of the variant's profile. `elsewhere`:
   * bootstrap.servers of another broker than the lab's.
   */
  async producer(
    settings: Pick<ProducerSettings, 'name' | 'topic'> & Partial<ProducerSettings>,
    elsewhere?: string,
  ): Promise<LabProcess> {
    const { process, ready } = await this.startProducer(settings, elsewhere);
    await ready;
    return process;
  }

  /** As `producer`, without waiting: for one that is not expected to become ready. */
  async startProducer(
    settings: Pick<ProducerSettings, 'name' | 'topic'> & Partial<ProducerSettings>,
    elsewhere?: string,
  ): Promise<{ readonly process: LabProcess; readonly ready: Promise<unknown> }> {
    const { lab, book, scope, variant } = this.#whileOn;
    const whole = {
      transactionalId: null,
      recordsPerTransaction: 1,
      transactionsPerSecond: 0,
      transactionTimeoutMs: 60_000,
      config: {},
      profile: variant.profile,
      tellsOfBatches: true,
      ...settings,
    };
    const started = await lab.stage.start(whole, { elsewhere });
    if (book.isStopped) {
      started.ready.catch(() => undefined);
      await lab.stage.remove(started.process);
      throw new ScenarioCancelled();
    }
    book.showProcess(started.process.id);
    scope.add(() => {
      if (started.process.state !== 'dead') void started.process.kill();
    });
    return started;
  }

  /** A producer inside the lab's own process, where a process of its own would show nothing more. */
  ownProducer(config: Config, observer?: ClientObserver): KafkaProducer {
    const { scope } = this.#whileOn;
    const { platform, bootstrap } = this.lab;
    const producer = new KafkaProducer({
      platform,
      config: { ...config, 'bootstrap.servers': bootstrap },
      observer,
    });
    scope.add(() => void producer.close(0));
    return producer;
  }

  /** A consumer inside the lab's own process; of the lab's broker, unless `config` names another. */
  ownConsumer(config: Config): KafkaConsumer {
    const { scope } = this.#whileOn;
    const { platform, bootstrap } = this.lab;
    const consumer = new KafkaConsumer({ platform, config: { 'bootstrap.servers': bootstrap, ...config } });
    scope.add(() => void consumer.close(0).catch(() => undefined));
    return consumer;
  }

  admin(bootstrap: string = this.lab.bootstrap): KafkaAdmin {
    const { scope } = this.#whileOn;
    const admin = new KafkaAdmin({
      platform: this.lab.platform,
      config: { 'bootstrap.servers': bootstrap, 'client.id': 'scenario-admin' },
    });
    scope.add(() => void admin.close());
    return admin;
  }

  /** A directory for brokers beside the lab's own; it goes, and they do, with the run. */
  brokerHome(): BrokerHome {
    const { scope } = this.#whileOn;
    const home = this.lab.brokers.home();
    scope.add(() => void home.remove());
    return home;
  }

  /** Hooks into requests before they are handled, until the returned function is called or the run is over. */
  onRequest(api: ApiDefinition, hook: RequestHook): Cancel {
    const { scope } = this.#whileOn;
    return endWith(scope, this.lab.broker.interceptor.onRequest(api.key, hook));
  }

  /** Hooks into answers before they are sent, when what they answer has already happened. */
  onResponse(api: ApiDefinition, hook: ResponseHook): Cancel {
    const { scope } = this.#whileOn;
    return endWith(scope, this.lab.broker.interceptor.onResponse(api.key, hook));
  }

  log(topic: string, partition: number): PartitionLog {
    return this.lab.log(topic, partition);
  }

  /** Every batch of a partition, from its start, as it lies in the segments. */
  batches(topic: string, partition: number): readonly RecordBatch[] {
    const log = this.log(topic, partition);
    return log.logEndOffset > log.logStartOffset ? [...log.batchesFrom(log.logStartOffset)] : [];
  }

  /** A point in the lab's events; `events` and `frames` give what came after it. */
  mark(): number {
    return this.lab.bus.seq;
  }

  events(sinceSeq: number): readonly AnyEvent[] {
    return this.lab.journal.since(sinceSeq);
  }

  /** Exchanges since `sinceSeq`, oldest first, of one client or API when given. */
  frames(
    sinceSeq: number,
    { clientId, api }: { readonly clientId?: string; readonly api?: string } = {},
  ): readonly FrameFact[] {
    return this.events(sinceSeq)
      .flatMap((event) => (event.type === 'frame.exchanged' ? [event.data] : []))
      .filter((frame) => clientId === undefined || frame.clientId === clientId)
      .filter((frame) => api === undefined || frame.api === api);
  }

  /** The value of `look` as soon as there is one. @throws {ScenarioFailure} with `otherwise` when `waitMs` have passed. */
  async eventually<T>(
    look: () => T | undefined | false | Promise<T | undefined | false>,
    otherwise: string,
    waitMs: number = WAIT_MS,
  ): Promise<T> {
    const { clock } = this.lab.platform;
    const untilMs = clock.monotonicMs() + waitMs;
    for (;;) {
      const value = await look();
      if (value !== undefined && value !== false) return value;
      if (clock.monotonicMs() >= untilMs) throw new ScenarioFailure(otherwise);
      this.#parts.book.stopIfOver();
      await sleep(clock, POLL_MS);
    }
  }
}

/** Ends `cancel` with `scope` at the latest. */
function endWith(scope: Scope, cancel: Cancel): Cancel {
  scope.add(cancel);
  return cancel;
}
