/** What the lab itself does as a client: it creates topics and writes plain records over the wire, as anybody would. */

import { KafkaAdmin } from '#core/client/admin/kafka-admin.ts';
import type { ClientPlatform } from '#core/client/client-platform.ts';
import { KafkaProducer } from '#core/client/producer/kafka-producer.ts';
import type { PlacedRecord } from './story/story-world.ts';

export interface LabClientOptions {
  readonly platform: ClientPlatform;
  readonly bootstrap: string;
}

export async function createTopic(
  { platform, bootstrap }: LabClientOptions,
  topic: string,
  partitions: number,
): Promise<void> {
  const admin = new KafkaAdmin({
    platform,
    config: { 'bootstrap.servers': bootstrap, 'client.id': 'fencepost-admin' },
  });
  try {
    await admin.createTopics([{ name: topic, partitions, replicationFactor: 1 }]);
  } finally {
    await admin.close();
  }
}

/** Records that no transaction owns, from a producer that has no id. */
export async function writePlain(
  { platform, bootstrap }: LabClientOptions,
  topic: string,
  records: readonly PlacedRecord[],
): Promise<void> {
  const producer = new KafkaProducer({
    platform,
    config: {
      'bootstrap.servers': bootstrap,
      'client.id': 'fencepost-seed',
      'enable.idempotence': 'false',
      acks: 'all',
    },
  });
  try {
    await Promise.all(records.map((record) => producer.send({ topic, ...record })));
  } finally {
    await producer.close();
  }
}
