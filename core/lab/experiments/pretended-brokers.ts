/**
 * A topic as if its partitions were led by several brokers. Metadata names more nodes, all with the lab's own address: a producer
 * opens a connection to each, keeps up to max.in.flight requests on each, and gathers a request for each, as in a cluster. The
 * broker behind is one, so what it does for them it does in turn.
 */
import type { Cancel } from '#core/base/clock.ts';
import type { Broker } from '#core/broker/broker.ts';
import type { Verdict } from '#core/broker/interceptor.ts';
import { PASS } from '#core/broker/interceptor.ts';
import { Metadata } from '#core/protocol/messages/03-metadata.ts';
import type { ResponseOf } from '#core/protocol/schema/api.ts';

type MetadataResponse = ResponseOf<typeof Metadata>;

/** Node ids of the brokers that are not there; the lab's own is 1. */
const FIRST_NODE = 101;

/** From now on clients that ask for a topic whose name begins with `prefix` see `count` brokers; partition n is led by n modulo them. */
export function pretendBrokers(
  broker: Broker,
  { prefix, count }: { readonly prefix: string; readonly count: number },
): Cancel {
  return broker.interceptor.onResponse(Metadata.key, (_, response): Verdict => {
    const metadata = response as unknown as MetadataResponse;
    const [own] = metadata.brokers;
    const isOurs = metadata.topics.some(({ name }) => name?.startsWith(prefix) === true);
    if (!isOurs || own === undefined) return PASS;
    const nodes = Array.from({ length: count }, (_unused, n) => ({ ...own, nodeId: FIRST_NODE + n }));
    const topics = metadata.topics.map((topic) => ({
      ...topic,
      partitions: topic.partitions.map((partition) => ({
        ...partition,
        leaderId: FIRST_NODE + (partition.partitionIndex % count),
      })),
    }));
    return { kind: 'answer', response: { ...metadata, brokers: [...metadata.brokers, ...nodes], topics } };
  });
}
