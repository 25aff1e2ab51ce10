/**
 * Producer "processes" inside the test's own: the same worker, over real sockets, without the second that a process takes to start
 * on a busy machine. A kill cuts its connections, as the end of a process does. They cannot be frozen.
 */

import type { Wire } from '#core/base/network.ts';
import type { Platform } from '#core/base/platform.ts';
import { KafkaConsumer } from '#core/client/consumer/kafka-consumer.ts';
import { KafkaProducer } from '#core/client/producer/kafka-producer.ts';
import type { LaunchedProcess, ProcessLauncher, ProcessListener } from '#core/lab/producers/launcher.ts';
import type { ProducerCommand, ProducerReport } from '#core/lab/producers/producer-messages.ts';
import { ProducerWorker } from '#core/lab/producers/producer-worker.ts';
import type { Json } from '#core/observe/events.ts';
import { NodeCpuMeter } from '#core/platform/node/node-cpu-meter.ts';

export class WorkerLauncher implements ProcessLauncher {
  readonly freezesBy = 'pipe';
  readonly #platform: Platform;
  readonly #running = new Set<LaunchedWorker>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  async launch(listener: ProcessListener): Promise<LaunchedProcess> {
    const worker = new LaunchedWorker(this.#platform, listener, () => this.#running.delete(worker));
    this.#running.add(worker);
    return worker;
  }

  async close(): Promise<void> {
    for (const worker of this.#running) worker.kill();
  }
}

class LaunchedWorker implements LaunchedProcess {
  readonly osPid = process.pid;
  readonly #wires = new Set<Wire>();
  readonly #worker: ProducerWorker;
  readonly #listener: ProcessListener;
  readonly #onEnd: () => void;
  #printedLines = 0;
  #isDead = false;

  constructor(platform: Platform, listener: ProcessListener, onEnd: () => void) {
    this.#listener = listener;
    this.#onEnd = onEnd;
    const own = { ...platform, network: { ...platform.network, connect: this.#connecting(platform) } };
    this.#worker = new ProducerWorker({
      clock: platform.clock,
      random: platform.random,
      cpu: new NodeCpuMeter(),
      connect: (config, observer, clientVersion) => {
        const producer = new KafkaProducer({ platform: own, config, observer, clientVersion });
        for (const note of producer.configNotes) this.#print(`note: ${note}`);
        return producer;
      },
      consume: (config) => new KafkaConsumer({ platform: own, config }),
      print: (line) => this.#print(line),
      report: (report) => this.#report(report),
      exit: (code) => this.#end(code, null),
    });
  }

  /** A message crosses as a copy, and later, as between processes. */
  send(message: Json): void {
    const copy = structuredClone(message) as ProducerCommand;
    setImmediate(() => {
      if (!this.#isDead) this.#worker.receive(copy);
    });
  }

  freeze(): Promise<string | null> {
    return Promise.reject(new Error('A worker in the test’s own process cannot be frozen.'));
  }

  thaw(): Promise<void> {
    return Promise.resolve();
  }

  kill(): void {
    this.#end(null, 'SIGKILL');
  }

  #connecting({ network }: Platform): Platform['network']['connect'] {
    return async (host, port) => {
      if (this.#isDead) throw Object.assign(new Error('The worker is gone.'), { code: 'ECONNREFUSED' });
      const wire = await network.connect(host, port);
      this.#wires.add(wire);
      return wire;
    };
  }

  #print(line: string): void {
    if (this.#isDead) return;
    this.#printedLines++;
    this.#listener.onLine(line, 'stdout');
  }

  #report(report: ProducerReport): void {
    if (this.#isDead) return;
    this.#listener.onMessage(structuredClone({ report, printedLines: this.#printedLines }) as Json);
  }

  #end(code: number | null, signal: string | null): void {
    if (this.#isDead) return;
    this.#isDead = true;
    for (const wire of this.#wires) wire.destroy();
    this.#onEnd();
    setImmediate(() => this.#listener.onExit({ code, signal }));
  }
}
