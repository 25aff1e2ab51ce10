/** Scenarios about processes and brokers that fail, and about what travels, in English. */
import type { ScenarioTexts } from '../scenario-text.ts';

export const failureTextsEn: ScenarioTexts = {
  'zombie-is-fenced': {
    title: 'The zombie is fenced',
    intro:
      'A producer process is frozen in the middle of its transaction, a twin takes over its id, and the frozen one is thawed.',
    steps: {
      freeze: 'The process sends two records and is frozen. Its operating system pid is {osPid}.',
      twin: 'A twin starts with the same id, aborts what is open, writes the same orders and commits.',
      thaw: 'The frozen process is thawed, sends another record, and aborts.',
      read: 'Both kinds of readers read the partition.',
      before27: 'A request of a client before 2.7 is sent in the name of the zombie.',
    },
    checks: {
      stopped: 'State of the process in the operating system',
      waited: "First answer to the twin's InitProducerId",
      aborted: 'Marker of the open transaction; expected: one epoch higher',
      produce: "Answer to the zombie's Produce",
      endTxn: "Answer to the zombie's EndTxn",
      fatal: 'What its abortTransaction ended with',
      nothingWritten: 'Records in the partition: none was added',
      committed: 'read_committed delivers',
      all: 'read_uncommitted delivers',
      endTxnBefore27: 'Answer to EndTxn v1',
      initBefore27: 'Answer to InitProducerId v3',
      twinGoesOn: "The twin's next transaction",
    },
    question: {
      ask: 'The zombie awakes with its transaction, as it thinks, still open. Whose records will read_committed deliver?',
      options: {
        both: {
          label: 'Of both',
          why: 'Then every order would be there twice, which transactions are to prevent.',
        },
        zombie: {
          label: "The zombie's: it was first",
          why: 'Its epoch is outdated: the twin has raised it, and what it left open was aborted.',
        },
        twin: { label: "The twin's", why: 'It has the newest epoch of the id; all others are refused.' },
      },
    },
  },
  'killed-mid-transaction': {
    title: 'Killed in the middle of a transaction',
    intro: 'A producer process is killed with kill -9 while its transaction is open, and started again.',
    steps: {
      kill: 'The process sends two records and is killed.',
      restart: 'It is started again with the same id: initTransactions aborts what is open.',
      again: 'It writes the same orders again and commits.',
    },
    checks: {
      killed: 'How the process ended',
      stillOpen: "The coordinator's state after the kill: nobody has told it",
      heldBack: 'Last stable offset; expected: the first offset of the open transaction',
      waited: 'First answer to InitProducerId',
      aborted: 'Marker of the open transaction; expected: one epoch higher',
      epochs: 'Epoch of the new process; expected: two higher, one was for the abort',
      states: 'Records of the id in __transaction_state',
      committed: 'read_committed delivers',
      all: 'read_uncommitted delivers',
    },
  },
  'what-produce-carries': {
    title: 'What a Produce request carries',
    intro:
      'A transaction is written, and the bytes of its Produce request and of its batch are searched for the id.',
    steps: {
      produce: 'A producer commits two records with Produce v{version}.',
      frame: 'The bytes of the request: the id {id} is at position {at}, the batch at {batchAt}.',
      batch: 'The bytes of the batch, as it lies in the segment.',
    },
    checks: {
      version: 'Version of Produce; 12 and later add the partition',
      field: 'Field transactionalId of the request',
      place: 'Position of the id in the request; expected: before the batch',
      notInBatch: 'Position of the id in the batch; −1 is nowhere',
      sent: 'What the batch has in the request; expected: as InitProducerId gave it',
      numbers: 'What the batch has in the log',
    },
  },
  'consume-process-produce': {
    title: 'Consume, process, produce',
    intro:
      'A process reads two records at a time, writes an output for each, and commits both outputs and offsets in one transaction. It is killed between produce and commit.',
    steps: {
      firstRound: 'The process does one round: o-1 and o-2.',
      crash: 'It does the next round up to the commit, and is killed with kill -9.',
      restart: 'It is started again with the same id, and works until the input is done.',
      without:
        'The same application without a transaction: outputs first, then the offset. It is killed at the same place.',
    },
    checks: {
      firstOutput: 'Outputs in the log',
      firstRead: 'What the round read',
      firstOffset: 'Committed offset of the group; expected: what the round committed',
      written: 'Outputs in the log when it is dead',
      offsetSent: 'Offset that was sent into the transaction',
      offsetKept: 'Committed offset of the group: not moved',
      unstable: 'Answer to a consumer that asks for the offset (requireStable)',
      aborted: 'Marker that the restart wrote behind the unfinished outputs',
      readAgain: 'What the first round after the restart read',
      exactlyOnce: 'Outputs that read_committed delivers',
      attempts: 'Outputs that lie in the log',
      offsetMoved: 'Committed offset of the group at the end',
      duplicates: 'Outputs without a transaction, read_committed',
    },
    question: {
      ask: 'The process dies after it produced o-3 and o-4, before it commits. How often will read_committed deliver their outputs once it was restarted?',
      options: {
        once: {
          label: 'Once',
          why: 'The outputs were aborted and the offset never moved: both are done again, and committed together.',
        },
        twice: {
          label: 'Twice',
          why: 'So it is without a transaction. Here the first attempt is aborted.',
        },
        never: {
          label: 'Never',
          why: 'The offset is part of the transaction: as the outputs were aborted, it was not moved either.',
        },
      },
    },
  },
  'coordinator-survives': {
    title: 'The coordinator survives kill -9',
    intro:
      'A broker runs as a process of its own. It is killed while one transaction is open and another is decided, but not carried out; then it is started again.',
    steps: {
      life: "A transaction is committed, and its records are read from the broker's files. The broker's pid is {osPid}.",
      halfWay:
        'One transaction is left open. Another is committed while the partition takes no marker: its max.message.bytes is too small.',
      kill: 'The broker is killed with kill -9. Its files are read.',
      restart: 'The broker is started again on the same files.',
      read: 'Another transaction is committed, and a reader reads all.',
    },
    checks: {
      life: 'Records of the whole transaction in __transaction_state',
      answered: 'What commitTransaction ended with',
      noMarker: 'The partition: no marker behind o-3 yet',
      decidedOnDisk: 'Records of the decided transaction, on disk',
      openOnDisk: 'Records of the open transaction, on disk',
      decidedAfter: 'Records of the decided transaction after the restart',
      markerAfter: 'The partition after the restart',
      openAnswered: "What the open transaction's commit ended with",
      openAfter: 'Records of the open transaction; expected: as if nothing had happened',
      next: "The decided producer's next transaction",
      committed: 'read_committed delivers',
    },
    question: {
      ask: 'PrepareCommit is in the log, no marker is written, and the broker is killed. What becomes of that transaction?',
      options: {
        committed: {
          label: 'It is committed at the restart',
          why: 'The decision is in the log: the coordinator reads it and repeats the markers.',
        },
        aborted: {
          label: 'It is aborted at the restart',
          why: 'After PrepareCommit the outcome is final, and its producer was told so.',
        },
        lost: {
          label: 'It stays as it is until its producer comes back',
          why: 'The coordinator needs nobody for it: all that it has to know is in its topic.',
        },
      },
    },
  },
};
