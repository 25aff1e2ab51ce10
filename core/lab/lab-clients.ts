/** What the lab itself does as a client: it creates topics and writes plain records over the wire, as anybody would. */

import { KafkaAdmin } from '#core/client/admin/kafka-admin.ts';
import type { ClientPlatform } from '#core/client/client-platform.ts';
import { KafkaProducer } from '#core/client/producer/kafka-producer.ts';
import type { PlacedRecord } from './story/story-world.ts';

const FENCE_WAIT_MS = 5_000;

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

/** Ends what is open under a transactional id, as its next producer would. @throws {KafkaError} when that takes too long. */
export async function fenceProducers(
  { platform, bootstrap }: LabClientOptions,
  transactionalId: string,
): Promise<void> {
  const producer = new KafkaProducer({
    platform,
    config: {
      'bootstrap.servers': bootstrap,
      'client.id': 'fencepost-admin',
      'transactional.id': transactionalId,
      'max.block.ms': String(FENCE_WAIT_MS),
    },
  });
  try {
    await producer.initTransactions();
  } finally {
    await producer.close();
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
