/** A Kafka that listens already, as the subject of a scenario: real time, real sockets, commands to stop and start it. */
import { execFileSync } from 'node:child_process';
import type { Clock } from '#core/base/clock.ts';
import { sleep } from '#core/base/clock.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { InitProducerId } from '#core/protocol/messages/22-init-producer-id.ts';
import { TestClient } from '../support/broker-world.ts';
import type { WireSubject } from '../support/wire-subject.ts';

/** Requests sent before the first answer is read. */
const WINDOW = 200;

/** How the broker is handled; each a command line, run to its end. */
export interface KafkaCommands {
  readonly stop: string;
  readonly kill: string;
  readonly boot: string;
}

export class KafkaSubject implements WireSubject {
  readonly clock: Clock;
  readonly #platform = nodePlatform();
  readonly #port: number;
  readonly #commands: KafkaCommands;
  readonly #run: string;

  constructor(port: number, commands: KafkaCommands) {
    this.#port = port;
    this.#commands = commands;
    this.clock = this.#platform.clock;
    this.#run = this.clock.nowMs().toString(36);
  }

  async connect(): Promise<TestClient> {
    return new TestClient(await this.#platform.network.connect('127.0.0.1', this.#port));
  }

  settle<T>(promise: Promise<T>): Promise<T> {
    return promise;
  }

  pass(ms: number): Promise<void> {
    return sleep(this.clock, ms);
  }

  async restart(): Promise<void> {
    execFileSync('sh', ['-c', this.#commands.stop]);
    execFileSync('sh', ['-c', this.#commands.boot]);
  }

  async crash(): Promise<void> {
    execFileSync('sh', ['-c', this.#commands.kill]);
    execFileSync('sh', ['-c', this.#commands.boot]);
  }

  name(base: string): string {
    return `${base}-${this.#run}`;
  }

  /** Asks for a producer id so often that the epoch is reached. */
  async climb(transactionalId: string, epoch: number): Promise<void> {
    const client = await this.connect();
    const body = { transactionalId, transactionTimeoutMs: 60_000 };
    for (let reached = -1; reached < epoch; ) {
      const count = Math.min(WINDOW, epoch - reached);
      for (let i = 0; i < count; i++) client.send(InitProducerId, 1, body);
      for (let i = 0; i < count; i++) {
        const { errorCode, producerEpoch } = await client.receive(InitProducerId, 1);
        if (errorCode === 0) reached = producerEpoch;
      }
    }
    client.close();
  }
}
