/**
 * ElectLeaders (43), v0 to v2: with one replica a partition never needs another leader, so ELECTION_NOT_NEEDED. When all partitions
 * are meant, those that need none are left out, as Kafka does.
 */
import type { ErrorName } from '#core/protocol/errors.ts';
import { errorCode } from '#core/protocol/errors.ts';
import { ElectLeaders } from '#core/protocol/messages/43-elect-leaders.ts';
import type { RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { RequestContext } from '../handler.ts';
import { serve } from '../handler.ts';
import type { Services } from '../services.ts';

const UNCLEAN = 1;

export const electLeaders = serve(ElectLeaders, handle);

function handle(
  { electionType, topicPartitions }: RequestOf<typeof ElectLeaders>,
  { services }: RequestContext,
): ResponseInit<typeof ElectLeaders> {
  const isKnown = electionType >= 0 && electionType <= UNCLEAN;
  if (topicPartitions === null && !isKnown) {
    return { errorCode: errorCode('INVALID_REQUEST'), replicaElectionResults: [] };
  }
  // Where nothing is asked for, Kafka does not look at the type.
  const isRefused = !isKnown && topicPartitions?.length !== 0;
  return {
    errorCode: errorCode(isRefused ? 'INVALID_REQUEST' : 'NONE'),
    replicaElectionResults:
      topicPartitions === null
        ? [...services.topics.all()].map(({ name }) => ({ topic: name, partitionResult: [] }))
        : topicPartitions.map(({ topic, partitions }) => ({
            topic,
            partitionResult: partitions.map((partition) => {
              const [error, message]: Outcome = isKnown
                ? outcomeOf(topic, partition, services)
                : ['INVALID_REQUEST', `Unknown election type ${electionType}`];
              return { partitionId: partition, errorCode: errorCode(error), errorMessage: message };
            }),
          })),
  };
}

type Outcome = readonly [error: ErrorName, message: string];

function outcomeOf(name: string, partition: number, { topics }: Services): Outcome {
  const topic = topics.get(name);
  if (topic === undefined) return ['UNKNOWN_TOPIC_OR_PARTITION', `No such topic as ${name}`];
  if (!(partition >= 0 && partition < topic.partitionCount)) {
    return ['UNKNOWN_TOPIC_OR_PARTITION', `No such partition as ${name}-${partition}`];
  }
  return ['ELECTION_NOT_NEEDED', 'Leader election not needed for topic partition.'];
}
