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
      numbers: 'What the batch has; expected: as sent',
    },
  },
};
