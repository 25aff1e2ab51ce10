import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Broker } from '#core/broker/broker.ts';
import { KafkaProducer } from '#core/client/producer/kafka-producer.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';

/** A broker on a free port with a data directory that goes with it. */
export async function temporaryBroker(config: { readonly [key: string]: string } = {}) {
  const platform = nodePlatform();
  const bus = new EventBus(platform.clock);
  const directory = mkdtempSync(join(tmpdir(), 'fencepost-test-'));
  const broker = await Broker.start({ platform, bus, config, directory, port: 0 });
  const bootstrap = `127.0.0.1:${broker.port}`;
  return {
    platform,
    bus,
    broker,
    bootstrap,
    producer: (extra: { readonly [key: string]: string } = {}) =>
      new KafkaProducer({ platform, config: { 'bootstrap.servers': bootstrap, ...extra } }),
    async stop() {
      await broker.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
