/**
 * One producer that writes records of 100 bytes as fast as it can, and prints what it took: a line of JSON.
 *
 *   node --import tsx load-process.ts CLIENT BOOTSTRAP TOPIC RECORDS LIBRARIES
 *
 * Every client waits for acks=all, has at most five requests in flight and puts about 16 KB into a batch. kafkajs and platformatic
 * send what one call is given, so they are given as many records as fit; ours gathers them itself, under linger.ms.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { KafkaProducer } from '#core/client/producer/kafka-producer.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';

const VALUE = Buffer.alloc(100, 'x');
/** Of this many records a batch has a little less than 16384 bytes. */
const RECORDS_PER_BATCH = 150;
const IN_FLIGHT = 5;

interface Load {
  readonly bootstrap: string;
  readonly topic: string;
  readonly records: number;
  /** Folder whose node_modules has the other clients. */
  readonly libraries: string;
}

interface Client {
  /** Writes `records` records and resolves when all are acknowledged. */
  write(records: number): Promise<void>;
  close(): Promise<void>;
}

/** Calls `send` with whole batches, some of them at a time. */
async function inBatches(records: number, send: (count: number) => Promise<unknown>): Promise<void> {
  let left = records;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      const count = Math.min(left, RECORDS_PER_BATCH);
      left -= count;
      await send(count);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
}

/** A client of somebody else: no dependency of ours, so it comes from where the bench has installed it. */
function library(folder: string, name: string) {
  const path = createRequire(join(folder, 'package.json')).resolve(name);
  return import(pathToFileURL(path).href);
}

const CLIENTS: { readonly [name: string]: (load: Load) => Promise<Client> } = {
  async fencepost({ bootstrap, topic }) {
    const producer = new KafkaProducer({
      platform: nodePlatform(),
      config: { 'bootstrap.servers': bootstrap, 'linger.ms': '5' },
    });
    let failures = 0;
    const onDone = (_metadata: unknown, error: Error | null): void => {
      if (error !== null) failures++;
    };
    return {
      async write(records) {
        for (let i = 0; i < records; i++) {
          const waits = producer.send({ topic, value: VALUE }, onDone);
          if (waits !== undefined) await waits;
        }
        await producer.flush();
        if (failures > 0) throw new Error(`${failures} records failed`);
      },
      close: () => producer.close(),
    };
  },

  async kafkajs({ bootstrap, topic, libraries }) {
    const { Kafka, logLevel, Partitioners } = await library(libraries, 'kafkajs');
    const kafka = new Kafka({ brokers: [bootstrap], logLevel: logLevel.ERROR });
    const producer = kafka.producer({
      createPartitioner: Partitioners.DefaultPartitioner,
      maxInFlightRequests: IN_FLIGHT,
    });
    await producer.connect();
    return {
      write: (records) =>
        inBatches(records, (count) =>
          producer.send({
            topic,
            acks: -1,
            messages: Array.from({ length: count }, () => ({ value: VALUE })),
          }),
        ),
      close: () => producer.disconnect(),
    };
  },

  async platformatic({ bootstrap, topic, libraries }) {
    const { Producer } = await library(libraries, '@platformatic/kafka');
    const producer = new Producer({
      clientId: 'bench',
      bootstrapBrokers: [bootstrap],
      maxInflights: IN_FLIGHT,
    });
    return {
      write: (records) =>
        inBatches(records, (count) =>
          producer.send({
            acks: -1,
            messages: Array.from({ length: count }, () => ({ topic, value: VALUE })),
          }),
        ),
      close: () => producer.close(),
    };
  },
};

const [, , name = '', bootstrap = '', topic = '', records = '0', libraries = ''] = process.argv;
const make = CLIENTS[name];
if (make === undefined) throw new Error(`no client ${name}`);
const load = { bootstrap, topic, records: Number(records), libraries };
const client = await make(load);
// Once to connect, and to let the code become warm.
await client.write(load.records / 10);
const cpu = process.cpuUsage();
const startMs = performance.now();
await client.write(load.records);
const elapsedMs = performance.now() - startMs;
const { user, system } = process.cpuUsage(cpu);
await client.close();
const perSecond = Math.round((load.records / elapsedMs) * 1000);
process.stdout.write(
  `${JSON.stringify({ perSecond, cpuMs: Math.round((user + system) / 1000), elapsedMs: Math.round(elapsedMs) })}\n`,
);
