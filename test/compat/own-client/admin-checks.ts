/** What the admin client asks and is told. */

import type { Checks } from './world.ts';
import { exceptionOf, same } from './world.ts';

export const ADMIN_CHECKS: Checks = {
  async 'topics: created, described, listed, deleted'(world) {
    const a = world.admin();
    const topic = world.unique('t');
    await a.createTopics([{ name: topic, partitions: 2, configs: { 'retention.ms': '1000000' } }]);
    same(
      await exceptionOf(a.createTopics([{ name: topic, partitions: 2 }])),
      'TopicExistsException',
      'twice',
    );
    same(
      await exceptionOf(a.createTopics([{ name: 'no good', partitions: 1 }])),
      'InvalidTopicException',
      'bad name',
    );
    await world.until(async () => (await a.listTopics()).includes(topic));
    const [described] = await a.describeTopics([topic]);
    same([described?.partitions.length, described?.topicId.length], [2, 22], 'description');
    await a.deleteTopics([topic]);
    await world.until(async () => !(await a.listTopics()).includes(topic));
    return undefined;
  },

  async 'transactions: listed and described, producers described'(world) {
    const topic = await world.newTopic();
    const { p } = await world.transactional();
    p.beginTransaction();
    await p.send({ topic, value: 'x' });
    const { producerId, epoch } = p.producerIdAndEpoch;
    const a = world.admin();
    const [listed] = await a.listTransactions({ producerIds: [producerId] });
    same(listed?.state, 'Ongoing', 'state');
    const [described] = await a.describeTransactions([listed?.transactionalId ?? '']);
    same(
      [described?.producerId, described?.producerEpoch, described?.partitions],
      [producerId, epoch, [{ topic, partition: 0 }]],
      'description',
    );
    const [states] = await a.describeProducers([{ topic, partition: 0 }]);
    same(
      states?.map((state) => [state.producerId, state.currentTransactionStartOffset]),
      [[producerId, 0]],
      'producers',
    );
    same(
      await exceptionOf(a.describeTransactions([world.unique('none')])),
      'TransactionalIdNotFoundException',
      'unknown',
    );
    await p.abortTransaction();
    return undefined;
  },
};
