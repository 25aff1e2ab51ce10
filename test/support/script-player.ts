/** Plays a script of `transaction-scripts.ts` with our own producer. */
import { sleep } from '#core/base/clock.ts';
import type { ClientPlatform } from '#core/client/client-platform.ts';
import { KafkaProducer } from '#core/client/producer/kafka-producer.ts';

export interface ScriptInit {
  readonly platform: ClientPlatform;
  readonly bootstrap: string;
  readonly topic: string;
  readonly name: string;
  readonly calls: string;
  /** Behind the transactional id, so that it is a new one. */
  readonly idSuffix?: string;
  /** Waits for the end of a call; on a simulated clock it lets time pass. */
  readonly settle?: <T>(promise: Promise<T>) => Promise<T>;
}

/** `PRODUCER CALL OUTCOME` for each call. */
export async function playScript(init: ScriptInit): Promise<readonly string[]> {
  const { settle = (promise) => promise } = init;
  const producers = new Map<string, KafkaProducer>();
  const outcomes: string[] = [];
  for (const call of init.calls.split(',')) {
    if (call.startsWith('wait')) {
      await settle(sleep(init.platform.clock, Number(call.slice(4))));
      continue;
    }
    const [who = '', what = ''] = call.split('.');
    const producer = producers.get(who) ?? producerOf(init, who);
    producers.set(who, producer);
    let outcome = 'ok';
    try {
      await settle(run(producer, what, init.topic));
    } catch (error) {
      outcome = (error as { exception?: string }).exception ?? String(error);
    }
    outcomes.push(`${who} ${what} ${outcome}`);
  }
  for (const producer of producers.values()) await settle(producer.close(0));
  return outcomes;
}

function producerOf({ platform, bootstrap, name, idSuffix = '' }: ScriptInit, who: string): KafkaProducer {
  return new KafkaProducer({
    platform,
    config: {
      'bootstrap.servers': bootstrap,
      'client.id': `${name}/${who}`,
      'transactional.id': `${name}${idSuffix}`,
      'linger.ms': '0',
      'transaction.timeout.ms': name.startsWith('timeout') ? '1500' : '60000',
    },
  });
}

async function run(producer: KafkaProducer, what: string, topic: string): Promise<void> {
  switch (what) {
    case 'init':
      return producer.initTransactions();
    case 'begin':
      return producer.beginTransaction();
    case 'commit':
      return producer.commitTransaction();
    case 'abort':
      return producer.abortTransaction();
    case 'offsets':
      return producer.sendOffsetsToTransaction([{ topic, partition: 0, offset: 5 }], {
        groupId: 'g',
        generationId: -1,
        memberId: '',
        groupInstanceId: null,
      });
    default:
      await producer.send({ topic, partition: Number(what.slice(4)), value: 'v' });
  }
}
