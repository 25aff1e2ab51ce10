/**
 * The program inside a producer process: an application as the Kafka documentation writes it, driven by commands.
 *
 *   abortable error → it can only abort      fatal error (fenced) → it closes its producer, and stays for its output to be read
 *
 * It prints what a person would want to read in a terminal; the lab shows these lines as they are.
 */
import { type Cancel, type Clock, repeat } from '#core/base/clock.ts';
import type { CpuMeter } from '#core/base/cpu-meter.ts';
import type { Random } from '#core/base/random.ts';
import type { ClientObserver, ProducerStateNotice, ResponseNotice } from '#core/client/client-observer.ts';
import type { Consumer } from '#core/client/consumer/consumer.ts';
import type { Producer } from '#core/client/producer/producer.ts';
import type { ProducerSettings } from '#core/lab-api/views.ts';
import type { Json } from '#core/observe/events.ts';
import { ERRORS } from '#core/protocol/errors.ts';
import { IllegalStateError } from '#core/protocol/kafka-error.ts';
import { acknowledgedText } from './acknowledged-text.ts';
import { batchObserver } from './batch-notices.ts';
import { describeError } from './command-failure.ts';
import type { LoadPlan } from './load-plan.ts';
import { runLoad } from './load-run.ts';
import { Pipeline, type PipelinePlan, pipelineConsumerConfig } from './pipeline-run.ts';
import type {
  Acknowledged,
  CommandFailure,
  PlannedRecord,
  ProducerCommand,
  ProducerReport,
} from './producer-messages.ts';
import { made, producerConfig } from './producer-plan.ts';

export interface WorkerSurroundings {
  readonly clock: Clock;
  readonly random: Random;
  readonly cpu: CpuMeter;
  /** Makes the producer with this configuration, under the rules of a release or generation of the Java client. */
  readonly connect: (
    config: { readonly [key: string]: string },
    observer: ClientObserver,
    clientVersion: string | undefined,
  ) => Producer;
  /** Makes a consumer with this configuration. */
  readonly consume: (config: { readonly [key: string]: string }) => Consumer;
  readonly print: (line: string) => void;
  readonly report: (report: ProducerReport) => void;
  /** Ends the process. */
  readonly exit: (code: number) => void;
}

type StartCommand = Extract<ProducerCommand, { kind: 'start' }>;

const CLOSE_TIMEOUT_MS = 5_000;

export class ProducerWorker {
  readonly #around: WorkerSurroundings;
  #producer: Producer | undefined;
  #started: StartCommand | undefined;
  #pipeline: Pipeline | undefined;
  /** The tail of the command queue: commands run one after the other. */
  #tail: Promise<void> = Promise.resolve();
  #pendingCount = 0;
  #transactionNumber = 0;
  #sentInTransaction = 0;
  #madeCount = 0;
  #stopAuto: Cancel = () => undefined;
  #lastBelief = '';
  /** Produce requests of this process, and their bytes. */
  readonly #produced = { count: 0, bytes: 0 };
  /** Errors of answers that the current command has printed already. */
  readonly #printed = new Set<string>();

  constructor(around: WorkerSurroundings) {
    this.#around = around;
  }

  receive(command: ProducerCommand): void {
    if (command.kind === 'flush') void this.#do(command);
    else this.#enqueue(() => this.#do(command));
  }

  async #do(command: ProducerCommand): Promise<void> {
    const acknowledged: Acknowledged[] = [];
    let result: Json = null;
    const failure = await this.#attempt(async () => {
      result = await this.#answer(command, acknowledged);
    });
    this.#around.report({ kind: 'done', id: command.id, failure, acknowledged, result });
    if (command.kind === 'start' && failure !== null) this.#around.exit(1);
    if (command.kind === 'close') this.#around.exit(failure === null ? 0 : 1);
  }

  #enqueue(task: () => Promise<void>): void {
    this.#pendingCount++;
    this.#tail = this.#tail.then(task).finally(() => {
      this.#pendingCount--;
    });
  }

  /** Runs one command or automatic transaction; a fatal error of the producer closes it. */
  async #attempt(action: () => Promise<void>): Promise<CommandFailure | null> {
    this.#printed.clear();
    try {
      await action();
      return null;
    } catch (error) {
      const failure = describeError(error);
      if (!this.#printed.has(failure.error)) this.#around.print(`${failure.exception}: ${failure.message}`);
      if (this.#producer?.transactionState === 'FATAL_ERROR') await this.#closeFenced(failure);
      return failure;
    }
  }

  async #closeFenced(failure: CommandFailure): Promise<void> {
    this.#stopAuto();
    this.#around.print(`${failure.exception}, closing`);
    const producer = this.#producer;
    this.#producer = undefined;
    this.#around.report({ kind: 'fatal', exception: failure.exception });
    await producer?.close(0);
  }

  async #answer(command: ProducerCommand, acknowledged: Acknowledged[]): Promise<Json> {
    if (command.kind === 'load') return this.#load(command.load);
    if (command.kind === 'pipeline') return this.#runPipeline(command.plan);
    if (command.kind === 'metrics') return this.#open().metrics();
    await this.#run(command, acknowledged);
    return null;
  }

  async #run(
    command: Exclude<ProducerCommand, { kind: 'load' | 'pipeline' | 'metrics' }>,
    acknowledged: Acknowledged[],
  ): Promise<void> {
    switch (command.kind) {
      case 'start':
        return this.#start(command);
      case 'begin':
        return this.#begin();
      case 'send':
        return this.#send(command.records ?? this.#make(command.count), acknowledged);
      case 'commit':
        return this.#end('commit');
      case 'abort':
        return this.#end('abort');
      case 'flush':
        return this.#open().flush();
      case 'close':
        this.#stopAuto();
        await this.#producer?.close(CLOSE_TIMEOUT_MS);
        this.#producer = undefined;
        this.#around.print('closed');
        return;
      case 'setRate':
        return this.#setRate(command.transactionsPerSecond);
    }
  }

  async #start(command: StartCommand): Promise<void> {
    const { settings } = command;
    const { transactionalId } = settings;
    this.#started = command;
    this.#around.print(`started as ${transactionalId ?? `${command.clientId}, no transactional.id`}`);
    const { report } = this.#around;
    const observer: ClientObserver = {
      ...(settings.tellsOfBatches === true
        ? batchObserver((notice) => report({ kind: 'noticed', notice }))
        : {}),
      onRequest: ({ api, sizeBytes }) => {
        if (api !== 'Produce') return;
        this.#produced.count++;
        this.#produced.bytes += sizeBytes;
      },
      onResponse: (notice) => this.#onResponse(notice),
      onStateChange: (notice) => this.#onStateChange(notice),
    };
    const clientVersion = settings.release ?? settings.profile;
    this.#producer = this.#around.connect(producerConfig(command), observer, clientVersion);
    if (transactionalId !== null) {
      await this.#producer.initTransactions();
      const { producerId, epoch } = this.#producer.producerIdAndEpoch;
      this.#around.print(`initTransactions: pid ${producerId}, epoch ${epoch}`);
    }
    this.#setRate(settings.transactionsPerSecond);
  }

  async #begin(): Promise<void> {
    this.#open().beginTransaction();
    this.#transactionNumber++;
    this.#sentInTransaction = 0;
    this.#around.print(`txn ${this.#transactionNumber} begin (local, no frame)`);
  }

  async #send(records: readonly PlannedRecord[], acknowledged: Acknowledged[]): Promise<void> {
    const producer = this.#open();
    const topic = this.#settings?.topic ?? '';
    if (this.#sentInTransaction > 0) {
      this.#around.print(
        `txn ${this.#transactionNumber}: sending ${records.length} more record${records.length === 1 ? '' : 's'}`,
      );
    }
    this.#sentInTransaction += records.length;
    const outcomes = await Promise.allSettled(
      records.map(({ partition, key, value }) =>
        producer.send({ topic, partition: partition ?? undefined, key, value }),
      ),
    );
    const metadata = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value);
    for (const { partition, offset } of metadata) acknowledged.push({ partition, offset });
    if (metadata.length > 0) this.#around.print(`acked ${acknowledgedText(metadata)}`);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    if (refused !== undefined) throw refused.reason;
  }

  async #load(plan: LoadPlan): Promise<Json> {
    const { clock, random, cpu, print } = this.#around;
    const topic = plan.topic ?? this.#settings?.topic ?? '';
    const requests = () => ({ ...this.#produced });
    print(`load to ${topic}`);
    const result = await runLoad({ clock, random, cpu, producer: this.#open(), requests }, topic, plan);
    const { acknowledged, failed, elapsedMs } = result;
    print(`load: ${acknowledged} acked, ${failed} failed in ${Math.round(elapsedMs)} ms`);
    return result;
  }

  async #runPipeline(plan: PipelinePlan): Promise<Json> {
    const producer = this.#open();
    if (this.#started === undefined) throw new IllegalStateError('The process was not started.');
    const { topic: output, transactionalId } = this.#started.settings;
    this.#pipeline ??= new Pipeline({
      producer,
      consumer: this.#around.consume(pipelineConsumerConfig(plan, this.#started)),
      output,
      isTransactional: transactionalId !== null,
      print: this.#around.print,
    });
    return this.#pipeline.round(plan);
  }

  async #end(how: 'commit' | 'abort'): Promise<void> {
    const producer = this.#open();
    const epochBefore = producer.producerIdAndEpoch.epoch;
    if (how === 'commit') await producer.commitTransaction();
    else await producer.abortTransaction();
    const { epoch } = producer.producerIdAndEpoch;
    const raised = epoch === epochBefore ? '' : `, epoch is now ${epoch}`;
    this.#around.print(
      `txn ${this.#transactionNumber} ${how === 'commit' ? 'committed' : 'aborted'}${raised}`,
    );
    this.#sentInTransaction = 0;
  }

  get #settings(): ProducerSettings | undefined {
    return this.#started?.settings;
  }

  /** The producer, as long as it is usable. */
  #open(): Producer {
    if (this.#producer === undefined) {
      throw new IllegalStateError('This producer is closed. Its twin, a new process, can take over.');
    }
    return this.#producer;
  }

  #make(count: number): PlannedRecord[] {
    return Array.from({ length: count }, () => made(++this.#madeCount));
  }

  #setRate(perSecond: number): void {
    this.#stopAuto();
    if (perSecond <= 0) return;
    this.#stopAuto = repeat(this.#around.clock, 1000 / perSecond, () => {
      // A broker slower than the rate is not buried under waiting transactions.
      if (this.#pendingCount === 0) this.#enqueue(() => this.#automatic());
    });
  }

  /** One transaction (or just its records) of auto mode; an abortable error is answered as the documentation says. */
  async #automatic(): Promise<void> {
    const settings = this.#settings;
    if (settings === undefined || this.#producer === undefined) return;
    const isTransactional = settings.transactionalId !== null;
    const failure = await this.#attempt(async () => {
      // A transaction that a person left open is carried on.
      if (isTransactional && this.#producer?.transactionState === 'READY') await this.#begin();
      await this.#send(this.#make(settings.recordsPerTransaction), []);
      if (isTransactional) await this.#end('commit');
    });
    if (failure !== null && this.#producer?.transactionState === 'ABORTABLE_ERROR') {
      await this.#attempt(() => this.#end('abort'));
    }
  }

  #onResponse({ api, errors }: ResponseNotice): void {
    // The same code for ten partitions is one line.
    for (const error of new Set(errors.map((answered) => answered.error))) {
      const { code, retriable } = ERRORS[error];
      this.#around.print(retriable ? `${code} ${error}, retry` : `${api}: ${code} ${error}`);
      if (!retriable) this.#printed.add(error);
    }
  }

  #onStateChange({ producerId, producerEpoch, state }: ProducerStateNotice): void {
    const belief = `${producerId} ${producerEpoch} ${state}`;
    if (belief === this.#lastBelief) return;
    this.#lastBelief = belief;
    this.#around.report({ kind: 'belief', producerId, producerEpoch, state });
  }
}
