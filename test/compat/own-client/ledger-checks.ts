/** Consume, process, produce, with a book of every record: what was read, written, committed and aborted has to add up. */
import type { KafkaConsumer } from '#core/client/consumer/kafka-consumer.ts';
import type { KafkaProducer } from '#core/client/producer/kafka-producer.ts';
import type { Checks, CompatWorld } from './world.ts';
import { expect, same } from './world.ts';

const PARTITIONS = 3;
const RECORDS = 600;
/** Each so many-th transaction is aborted, and each so many-th processor dies in the middle of one. */
const ABORT_EVERY = 4;
const DIE_EVERY = 7;

/** One life of the processor. */
interface Processor {
  readonly reader: KafkaConsumer;
  readonly producer: KafkaProducer;
}

interface Ledger {
  committed: number;
  aborted: number;
  lives: number;
}

interface Names {
  readonly protocol: string;
  readonly input: string;
  readonly output: string;
  readonly group: string;
  readonly transactionalId: string;
}

async function born(
  world: CompatWorld,
  { protocol, input, group, transactionalId }: Names,
): Promise<Processor> {
  const producer = world.producer({ 'transactional.id': transactionalId });
  await producer.initTransactions();
  const reader = world.consumer({
    'group.id': group,
    'isolation.level': 'read_committed',
    'max.poll.records': '40',
    'group.protocol': protocol,
    ...(protocol === 'classic' ? { 'session.timeout.ms': '6000', 'heartbeat.interval.ms': '1000' } : {}),
  });
  reader.subscribe([input]);
  return { reader, producer };
}

/** Back to what the group has committed, as after an abort. */
async function rewind(reader: KafkaConsumer): Promise<void> {
  const partitions = reader.assignment();
  const committed = await reader.committed(partitions);
  for (const [index, partition] of partitions.entries()) {
    reader.seek(partition, committed[index]?.offset ?? 0);
  }
}

/** Runs until the whole input is processed. */
async function process(world: CompatWorld, names: Names): Promise<Ledger> {
  const ledger: Ledger = { committed: 0, aborted: 0, lives: 1 };
  let { reader, producer } = await born(world, names);
  for (let turn = 1; ledger.committed < RECORDS; turn++) {
    expect(turn < 2000, 'the processor gets on');
    const records = await reader.poll(500);
    if (records.length === 0) continue;
    producer.beginTransaction();
    const ends = new Map<number, number>();
    for (const { partition, offset, value } of records) {
      void producer.send({ topic: names.output, partition, value });
      ends.set(partition, offset + 1);
    }
    if (turn % DIE_EVERY === 0) {
      await producer.flush();
      ledger.aborted += records.length;
      // No goodbye to the coordinator of transactions: the next life fences this one.
      await Promise.all([producer.close(0), reader.close(names.protocol === 'classic' ? 0 : 5000)]);
      ledger.lives++;
      ({ reader, producer } = await born(world, names));
      continue;
    }
    const offsets = [...ends].map(([partition, offset]) => ({ topic: names.input, partition, offset }));
    await producer.sendOffsetsToTransaction(offsets, reader.groupMetadata());
    if (turn % ABORT_EVERY === 0) {
      await producer.flush();
      await producer.abortTransaction();
      ledger.aborted += records.length;
      await rewind(reader);
    } else {
      await producer.commitTransaction();
      ledger.committed += records.length;
    }
  }
  await reader.close();
  return ledger;
}

function check(protocol: string): Checks[string] {
  return async (world) => {
    const names = {
      protocol,
      input: await world.newTopic(PARTITIONS),
      output: await world.newTopic(PARTITIONS),
      group: world.unique('g'),
      transactionalId: world.unique('tx'),
    };
    const writer = world.producer();
    for (let i = 0; i < RECORDS; i++) {
      void writer.send({ topic: names.input, partition: i % PARTITIONS, value: `${i}` });
    }
    await writer.flush();
    const ledger = await process(world, names);
    let seen = 0;
    let uncommitted = 0;
    for (let partition = 0; partition < PARTITIONS; partition++) {
      const input = await world.valuesOf(names.input, 'read_committed', partition);
      await world.until(
        async () => (await world.valuesOf(names.output, 'read_committed', partition)).length >= input.length,
      );
      const output = await world.valuesOf(names.output, 'read_committed', partition);
      same(output, input, `partition ${partition}: each record once, in order`);
      seen += output.length;
      uncommitted += (await world.valuesOf(names.output, 'read_uncommitted', partition)).length;
    }
    same([seen, ledger.committed], [RECORDS, RECORDS], 'committed');
    same(uncommitted, ledger.committed + ledger.aborted, 'committed and aborted');
    const reader = world.consumer({ 'group.id': names.group });
    const partitions = Array.from({ length: PARTITIONS }, (_, partition) => ({
      topic: names.input,
      partition,
    }));
    const offsets = (await reader.committed(partitions)).map((committed) => committed?.offset);
    same(
      offsets,
      partitions.map(() => RECORDS / PARTITIONS),
      'where the group stands',
    );
    return `${ledger.lives} lives, ${ledger.committed} committed, ${ledger.aborted} aborted`;
  };
}

export const LEDGER_CHECKS: Checks = Object.fromEntries(
  ['classic', 'consumer'].map((protocol) => [
    `consume, process, produce: through aborts and deaths every record counts once, ${protocol} protocol`,
    check(protocol),
  ]),
);
