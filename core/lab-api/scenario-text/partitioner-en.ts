/** The chapter's claims and scenarios in English. */
import { partitionerMeasuredEn } from './partitioner-measured-en.ts';
import type { ChapterText } from './scenario-text.ts';

export const partitionerEn: ChapterText = {
  claims: {
    C01: {
      says: "A topic has one or more partitions; every record lies in one partition's log.",
      short: 'One record, one partition',
      truth: null,
    },
    C02: {
      says: 'Records with the same key go to the same partition.',
      short: 'Same key, same partition',
      truth:
        'As long as the number of partitions stays, and one kind of client writes. Java, kafkajs and franz-go take murmur2 of the key; librdkafka takes CRC32 unless it is told to use murmur2_random.',
    },
    C03: {
      says: 'Adding partitions changes which partition a key goes to; avoid it.',
      short: 'More partitions move keys',
      truth:
        'What is written stays where it is. From 3 to 5 partitions four keys in five move, and the order of a key that moved is lost.',
    },
    C04: {
      says: 'Records without keys go to the partitions in turn.',
      short: 'Without keys: in turn',
      truth:
        'To 2.3, for each record. Then the default is sticky: 2.4 (KIP-480), by bytes and load since 3.3 (KIP-794). RoundRobinPartitioner can still be named; from 2.4 to 3.9 it skips partitions when a batch is begun (KAFKA-9965).',
    },
    C05: {
      says: 'Round robin makes small batches: more requests, poorer compression.',
      short: 'Round robin: small batches',
      truth: null,
    },
    C06: {
      says: 'The sticky partitioner fills the batch of one partition, sends it as soon as it is full, then sticks to another. The load still spreads.',
      short: 'Sticky fills batches',
      truth:
        'Since 2.4. Since 3.3 it moves on after batch.size bytes and not with each batch: one partition may take two batches in a row.',
    },
    C07: {
      says: "Sticky lowers latency by 30 % or more, and the producer's CPU time.",
      short: 'Sticky is faster',
      truth:
        'KIP-480 measured this where round robin makes a batch for every partition and each waits for linger.ms. It depends on load, partitions and brokers; what counts is what was measured here.',
    },
    C08: {
      says: 'The first sticky partitioner piles records on a slow broker.',
      short: 'A slow broker gets more',
      truth:
        'From 2.4 to 3.2: a batch for the slow broker waits, and takes records until it is full. Since 3.3 bytes are counted, and queues decide (KIP-794).',
    },
  },
  scenarios: {
    'one-record-one-partition': {
      title: 'Each record lies in one partition',
      intro:
        'Thirty records with values that occur nowhere else go to a topic of three partitions. Then their bytes are looked for in every .log file.',
      steps: {
        send: 'A producer sends 30 records.',
        find: 'The bytes of each value are looked for in all three files: {spread}.',
      },
      checks: {
        once: 'Values found exactly once in all .log files',
        used: 'Partitions that hold any',
      },
      question: {
        ask: 'In how many partitions is one record?',
        options: {
          one: { label: 'In one', why: 'The partitioner chooses one, and only its log is written to.' },
          all: {
            label: 'In each',
            why: 'Copies of a record are made by replication, of a partition on other brokers. Partitions share nothing.',
          },
          leader: {
            label: 'In the leader partition',
            why: 'Every partition has a leader, which is a broker. There is no leader among the partitions.',
          },
        },
      },
    },
    'same-key-same-partition': {
      title: 'The key decides, and the client decides how',
      intro:
        'Five hundred keys are sent twice, and keys whose partition is known from Java. Then they are compared with where real clients were recorded to put them.',
      steps: {
        twice: 'A producer sends {records} records: every key twice.',
        known: "It sends keys of which Java's partition is known.",
        others:
          "The places are compared with those recorded of other clients. librdkafka's CRC32 agrees on {crc32} of 500.",
      },
      checks: {
        records: 'Records in the segments',
        together: 'Keys whose two records share a partition',
        java: 'Partitions of the known keys',
        recorded: 'Keys that lie where the Java client was recorded to put them',
        kafkajs: 'Keys that lie where kafkajs puts them',
        murmur2Random: 'The same for librdkafka and murmur2_random',
        librdkafka: "The same for librdkafka's default, CRC32",
        rules: 'Clients whose 500 places the key tester tells as recorded',
      },
      question: {
        ask: 'A librdkafka producer with default settings writes the same 500 keys. How many go where Java puts them?',
        options: {
          all: {
            label: 'All',
            why: 'Its default partitioner is consistent_random: CRC32, not murmur2.',
          },
          third: {
            label: 'About a third',
            why: 'Another hash among three partitions agrees by chance, one time in three.',
          },
          none: { label: 'None', why: 'Two hashes among three partitions agree by chance, now and then.' },
        },
      },
    },
    'more-partitions': {
      title: 'More partitions, other places',
      intro: 'A thousand keys are written before and after the topic grows from 3 to 5 partitions.',
      steps: {
        before: 'A producer sends 1,000 keys to 3 partitions.',
        add: 'CreatePartitions raises the number to 5.',
        after:
          'Another sends the same keys. {moved} have moved; {key} was at {oldPlace} and is now at {newPlace}.',
      },
      checks: {
        count: 'Partitions of the topic',
        records: 'Records in the segments',
        moved: 'Keys that moved; with the Java client it was so many',
        order: 'One key, two partitions: where its later record lies',
      },
      question: {
        ask: 'How many of 1,000 keys have another partition now?',
        options: {
          none: { label: 'None: the old partitions keep theirs', why: 'The hash is divided anew, by 5.' },
          some: {
            label: 'Some 400: two new partitions of five',
            why: 'That would be so if only the new ones took keys. Division by 5 also mixes the old ones.',
          },
          most: {
            label: 'Some 800',
            why: 'A hash keeps its partition only if it leaves the same remainder by 3 and by 5: 3 of 15.',
          },
        },
      },
    },
    'keyless-in-turn': {
      title: 'Five records without keys',
      intro:
        'Five records without keys go to three partitions, under the default of the release and then with RoundRobinPartitioner.',
      steps: {
        default: 'With the default partitioner: {defaultPartitions}.',
        named: 'With RoundRobinPartitioner.',
      },
      checks: {
        defaultBatches: 'Records of the batches, default',
        defaultOrder: 'Order of partitions, default',
        defaultDisk: 'Records in the segments, partition by partition, default',
        exact: 'Partitions of record1 to record5, RoundRobinPartitioner',
        namedBatches: 'Records of the batches, RoundRobinPartitioner',
        namedOrder: 'Order of partitions, RoundRobinPartitioner',
        namedDisk: 'Records in the segments, partition by partition, RoundRobinPartitioner',
        skips: 'Partitions of record1 to record5 when a new batch makes it choose again (KAFKA-9965)',
      },
      question: {
        ask: 'Where does the default partitioner of this release put the five records?',
        options: {
          turn: {
            label: 'In turn: batches of 2, 2 and 1',
            why: 'That was the default to 2.3. It made small batches.',
          },
          one: {
            label: 'All into one partition, in one batch',
            why: 'To 2.3 the default counted on with every record; sticky came with 2.4.',
          },
          chance: { label: 'Each by chance', why: 'Chance only chooses the partition to stick to.' },
        },
      },
    },
    'sticky-fills-batches': {
      title: 'Sticky: full batches, one after the other',
      intro:
        'A producer that would wait a minute for more sends 4,800 records without keys to three partitions, led by three brokers as far as it sees. Nothing but a full batch makes it send.',
      steps: {
        fill: '{batches} full batches of {sizes} bytes go out, to {partitions}.',
        rest: 'flush() sends what is left.',
        spread: '10,000 records in small batches: {counts}.',
      },
      checks: {
        reasons: 'Why batches were closed before the flush',
        sizes: 'Bytes of the batches that went out by themselves',
        rows: 'Records in a row for the same partition',
        rowsAreBatches: 'Records in a row for the same partition: those of each batch',
        flushed: 'Records that waited for flush()',
        moves: 'Partitions that full batches went to',
        acknowledged: 'Records acknowledged',
        spread: 'Largest distance from an equal share',
      },
      question: {
        ask: 'linger.ms is 60,000. When does a full batch go out?',
        options: {
          atOnce: { label: 'At once', why: 'linger.ms is how long a batch that is not full may wait.' },
          linger: { label: 'After a minute', why: 'Only a batch that does not fill waits for linger.ms.' },
          flush: { label: 'With flush()', why: 'flush() ends the wait of those that are not full.' },
        },
      },
    },
    ...partitionerMeasuredEn,
  },
};
