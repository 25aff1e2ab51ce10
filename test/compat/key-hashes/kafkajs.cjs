/**
 * Partitions of keys as kafkajs chooses them. Standard input: a key in base64 a line. Arguments: the directory of kafkajs, then numbers
 * of partitions. Answer: a line of JSON, partitions by partitioner and number, in the order of the keys.
 */
const { readFileSync } = require('node:fs');

const [directory, ...counts] = process.argv.slice(2);
const { Partitioners } = require(directory);
const keys = readFileSync(0, 'utf8')
  .split('\n')
  .slice(0, -1)
  .map((line) => Buffer.from(line, 'base64'));

const partitionsOf = (create, count) => {
  const partitionMetadata = Array.from({ length: count }, (_, partitionId) => ({ partitionId, leader: 1 }));
  const choose = create();
  return keys.map((key) => choose({ topic: 't', partitionMetadata, message: { key } }));
};
const answer = {};
for (const [name, create] of Object.entries({
  default: Partitioners.DefaultPartitioner,
  legacy: Partitioners.LegacyPartitioner,
})) {
  answer[name] = Object.fromEntries(counts.map((count) => [count, partitionsOf(create, Number(count))]));
}
process.stdout.write(`${JSON.stringify(answer)}\n`);
