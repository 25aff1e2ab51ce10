/** A client on a simulated clock, connected to a scripted broker. */

import type { ClientObserver, ProducerStateNotice } from '#core/client/client-observer.ts';
import type { ClientPlatform } from '#core/client/client-platform.ts';
import { KafkaConsumer } from '#core/client/consumer/kafka-consumer.ts';
import { KafkaProducer } from '#core/client/producer/kafka-producer.ts';
import type { ProducerRecord, RecordMetadata } from '#core/client/producer/producer.ts';
import type { KafkaProducerOptions } from '#core/client/producer/producer-parts.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';
import type { ScriptedBrokerOptions } from './scripted-broker.ts';
import { ScriptedBroker } from './scripted-broker.ts';
import { SeededRandom } from './seeded-random.ts';

type Config = { readonly [key: string]: string };

/** What became of a promise by now. */
export interface Outcome<T> {
  value: T | undefined;
  error: (Error & { exception?: string }) | undefined;
}

/** Notes what the promise comes to. */
export function outcomeOf<T>(promise: Promise<T>): Outcome<T> {
  const outcome: Outcome<T> = { value: undefined, error: undefined };
  promise.then(
    (value) => {
      outcome.value = value;
    },
    (error: Error) => {
      outcome.error = error;
    },
  );
  return outcome;
}

/** What a producer is made with besides its world. */
export type ClientWorldProducer = Omit<KafkaProducerOptions, 'platform'>;

export class ClientWorld {
  readonly clock = new SimClock();
  readonly broker: ScriptedBroker;
  readonly platform: ClientPlatform;
  /** Every state that a producer went through. */
  readonly states: ProducerStateNotice[] = [];

  constructor(options: ScriptedBrokerOptions = { topics: { t: 3 } }) {
    this.broker = new ScriptedBroker(options);
    this.platform = { clock: this.clock, network: this.broker, random: new SeededRandom(7) };
  }

  producer(config: Config = {}, options: Partial<ClientWorldProducer> = {}): KafkaProducer {
    const observer: ClientObserver = {
      onStateChange: (notice) => void this.states.push(notice),
      ...options.observer,
    };
    return new KafkaProducer({
      ...options,
      platform: this.platform,
      config: { 'bootstrap.servers': '127.0.0.1:9092', 'linger.ms': '0', ...config },
      observer,
    });
  }

  consumer(config: Config = {}): KafkaConsumer {
    return new KafkaConsumer({
      platform: this.platform,
      config: { 'bootstrap.servers': '127.0.0.1:9092', ...config },
    });
  }

  /** Lets time pass. */
  async pass(ms = 50): Promise<void> {
    await this.clock.advance(ms);
  }

  /** Lets time pass until the promise is settled, a minute at most. */
  async settle<T>(promise: Promise<T>): Promise<T> {
    const outcome = outcomeOf(promise);
    for (let i = 0; i < 1200 && outcome.value === undefined && outcome.error === undefined; i++) {
      await this.clock.advance(50);
      let isSettled = false;
      void promise.then(
        () => {
          isSettled = true;
        },
        () => {
          isSettled = true;
        },
      );
      await this.clock.advance(0);
      if (isSettled) break;
    }
    return promise;
  }

  /** Sends and waits for the outcome. */
  async send(producer: KafkaProducer, record: ProducerRecord): Promise<RecordMetadata> {
    return this.settle(producer.send(record));
  }

  /** Base sequences of the accepted batches of a partition, in log order. */
  sequences(partition: string): readonly number[] {
    return (this.broker.logs.get(partition) ?? []).map(({ baseSequence }) => baseSequence);
  }
}

/** A transactional producer of a cluster that speaks this version, past initTransactions. */
export async function startedProducer(
  transactionVersion: number,
  config: Config = {},
  options: Partial<ClientWorldProducer> = {},
): Promise<{ readonly world: ClientWorld; readonly producer: KafkaProducer }> {
  const world = new ClientWorld({ topics: { t: 3 }, transactionVersion });
  const producer = world.producer({ 'transactional.id': 'id', ...config }, options);
  await world.settle(producer.initTransactions());
  return { world, producer };
}
