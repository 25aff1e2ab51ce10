/** Scenarios about ids, epochs and the coordinator, in English. */
import type { ScenarioTexts } from '../scenario-text.ts';

export const coordinatorTextsEn: ScenarioTexts = {
  'coordinator-of-an-id': {
    title: 'One id, one coordinator',
    intro:
      'A producer asks for its coordinator. The hash of its id says in which partition of __transaction_state it is written down.',
    steps: {
      find: 'A producer starts as {id}: hash {hash}, modulo {count}, is partition {partition}.',
      hash: 'Two ids whose hashes are known from Java itself. One of them hashes to the smallest int32.',
      twin: 'Another process asks for the same id.',
      topic: 'The topic is looked at: it is made by settings of its own.',
    },
    checks: {
      asked: 'The id that FindCoordinator asked for',
      home: 'Partitions of __transaction_state with a record of the id',
      leader: 'The answer to FindCoordinator; expected: the leader of that partition',
      knownHash: 'Partition of my-transactional-id (hash −959806496)',
      smallestHash: 'Partition of polygenelubricants (hash −2147483648)',
      sameHome: 'Partitions with a record of the id after the second process',
      partitions: 'Partitions; expected: transaction.state.log.num.partitions',
      replication: 'Replicas; expected: transaction.state.log.replication.factor',
      minIsr: 'min.insync.replicas; expected: transaction.state.log.min.isr',
      cleanup: 'cleanup.policy',
    },
  },
  'older-epoch-is-ignored': {
    title: 'A new epoch outdates the old one',
    intro:
      'A producer initialises its id, then a second one does. The first one writes once more, without knowing.',
    steps: {
      first: 'The first producer calls initTransactions, then commits a transaction.',
      second: 'A second one calls initTransactions with the same id: epoch {newEpoch}.',
      late: 'The first one sends a record at epoch {oldEpoch}. {answered} is refused.',
    },
    checks: {
      written: 'Records of the id in __transaction_state after initTransactions',
      bound: 'That record; expected: what the producer was told',
      firstEpoch: 'Epoch of an id that is new',
      raised: 'Newest record after the second initTransactions',
      told: 'What the second producer was told',
      refused: "Answer to the first producer's record",
      thrown: 'What its send() ended with',
      kept: 'Records in the partition: none was added',
    },
  },
  'begin-is-local': {
    title: 'Beginning a transaction sends nothing',
    intro:
      'A producer calls beginTransaction, and every frame on the wire is counted until its first record.',
    steps: {
      init: 'A producer starts and calls initTransactions.',
      begin: 'It calls beginTransaction.',
      send: 'It sends its first record.',
    },
    checks: {
      frames: 'Frames between beginTransaction and the first send',
      coordinator: 'What the coordinator has written after beginTransaction',
      first: 'The requests with which the first record goes',
      ongoing: 'What the coordinator has written after the first record',
    },
    question: {
      ask: 'How many requests does beginTransaction send?',
      options: {
        none: { label: 'None', why: 'It only changes the state of the producer.' },
        one: { label: 'One: BeginTxn', why: 'Kafka has no such request: the first record says enough.' },
        two: {
          label: 'Two: FindCoordinator and AddPartitionsToTxn',
          why: 'The coordinator was found by initTransactions, and there is no partition to add yet.',
        },
      },
    },
  },
  'first-record-adds-partition': {
    title: 'The first record opens the transaction',
    intro:
      'A producer begins, sends to one partition, then to another. What the coordinator writes down is read from its topic.',
    steps: {
      begin: 'The producer calls beginTransaction: no timer runs.',
      firstRecord: 'It sends its first record: Produce v{version}.',
      secondPartition: 'It sends a record to a second partition.',
      minute: 'Another producer starts without a transaction.timeout.ms.',
    },
    checks: {
      noTimer: 'The record of the id after beginTransaction',
      requests: 'Requests of the first record',
      produceVersion: 'Version of Produce; 12 and later add the partition',
      ongoing: 'The record of the id after the first record',
      timer: 'Start of the timer, ms; expected: not before the first record was sent',
      union: 'The record after the second partition',
      records: 'All records of the id so far',
      notRefreshed: 'Start of the timer, ms: it was not set anew',
      timeout: 'Timeout that the other producer was given, ms',
    },
  },
  'transaction-times-out': {
    title: 'A forgotten transaction is aborted',
    intro:
      'A producer with a very short transaction.timeout.ms leaves its transaction open, and the time of the lab goes on.',
    steps: {
      open: 'A producer sends two records and does nothing more. Its timeout is {timeoutMs} ms.',
      wait: 'The timeout passes, and the coordinator looks: it does every 10 seconds.',
      afterwards: 'The producer wakes up and aborts its transaction: {next}.',
    },
    checks: {
      marker: 'Markers in the partition',
      epoch: "Epoch of the marker; expected: one above the producer's",
      states: 'Records of the id in __transaction_state',
      delivered: 'What read_committed delivers',
      endTxn: "Answer to the producer's EndTxn",
      next: 'What becomes of it and its next transaction',
    },
    question: {
      ask: 'Nobody ends the transaction. What becomes of it after the timeout?',
      options: {
        aborted: {
          label: 'The coordinator aborts it',
          why: 'It writes ABORT markers at a raised epoch, so that the producer cannot add to it any more.',
        },
        committed: {
          label: 'The coordinator commits it',
          why: 'Only its producer can say that a transaction is whole.',
        },
        stays: {
          label: 'It stays open until the producer is back',
          why: 'It would hold back every read_committed consumer of the partition for so long.',
        },
      },
    },
  },
  'epochs-of-a-session': {
    title: 'What a session keeps',
    intro:
      'One producer commits three transactions, then the process is restarted. Producer id and epoch are read from the batches on disk.',
    steps: {
      session: 'Three transactions in one session: epochs {epochs}.',
      again: 'The process is closed, and started again with the same id.',
    },
    checks: {
      producerIds: 'Producer ids of the three batches',
      epochs: 'Epochs of the three batches',
      sequences: 'First sequences of the three batches',
      afterRestart: 'After the restart; expected: the same producer id, one epoch more',
    },
    question: {
      ask: 'Three transactions in one session. What happens to the epoch?',
      options: {
        same: {
          label: 'It stays the same',
          why: 'It did before KIP-890. With transaction.version 2, EndTxn v5 raises it each time.',
        },
        rises: {
          label: 'It rises with each transaction',
          why: 'It does with transaction.version 2. Before, only initTransactions raised it.',
        },
      },
    },
  },
};
