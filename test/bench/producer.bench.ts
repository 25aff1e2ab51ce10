import { afterAll, bench, describe } from 'vitest';
import { KafkaProducer } from '#core/client/producer/kafka-producer.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { producedWith, ScriptedBroker } from '../support/scripted-broker.ts';

const RECORDS = 20_000;
const VALUE = Buffer.alloc(100, 'x');

/** A broker that answers at once and keeps nothing: what is left is the producer. */
function producerOf(config: { readonly [key: string]: string }): KafkaProducer {
  const broker = new ScriptedBroker({ topics: { t: 1 } });
  broker.on('Produce', (request) => {
    broker.requests.length = 0;
    return producedWith(request, () => ({ errorCode: 0, baseOffset: 0 }));
  });
  const producer = new KafkaProducer({
    platform: { ...nodePlatform(), network: broker },
    config: { 'bootstrap.servers': '127.0.0.1:9092', ...config },
  });
  afterAll(() => producer.close());
  return producer;
}

async function sendAll(producer: KafkaProducer): Promise<void> {
  for (let i = 0; i < RECORDS; i++) void producer.send({ topic: 't', value: VALUE });
  await producer.flush();
}

const idempotent = producerOf({});
const plain = producerOf({ 'enable.idempotence': 'false' });
const compressed = producerOf({ 'compression.type': 'lz4' });

describe(`${RECORDS} records of 100 bytes, batches of 16 KiB`, () => {
  bench('idempotent', () => sendAll(idempotent));
  bench('without idempotence', () => sendAll(plain));
  bench('compressed with lz4', () => sendAll(compressed));
});
