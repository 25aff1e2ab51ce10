/**
 * A member of a group in a process of its own, to be killed: prints `ready N` when it is assigned N partitions, and every value it has
 * read and committed. Its settings come as JSON in the first argument, the topic as the second.
 */
import { KafkaConsumer } from '#core/client/consumer/kafka-consumer.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';

const [, , config = '{}', topic = ''] = process.argv;
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const member = new KafkaConsumer({ platform: nodePlatform(), config: JSON.parse(config) });
member.subscribe([topic], { onPartitionsAssigned: () => print(`ready ${member.assignment().length}`) });
for (;;) {
  const records = await member.poll(200);
  if (records.length === 0) continue;
  await member.commitSync();
  for (const { value } of records) print(String(value));
}
