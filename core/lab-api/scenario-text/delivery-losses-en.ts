/** The chapter's scenarios of what is lost and sent again, in English. */
import type { ScenarioTexts } from './scenario-text.ts';

export const deliveryLossesEn: ScenarioTexts = {
  'at-least-once': {
    title: 'A lost acknowledgement, a lost request',
    intro:
      'A producer without idempotence sends one record twice over: once the connection breaks after the broker has written it, once before.',
    steps: {
      start: 'Two producers start: acks=all, enable.idempotence=false.',
      lostAck: 'The broker writes the record, and the connection breaks before its answer.',
      lostRequest: 'The connection breaks before the broker has handled the request.',
    },
    checks: {
      sentTwice: 'Produce requests, acknowledgement lost',
      duplicate: 'Records in the log, acknowledgement lost',
      ackedOffset: 'Offset that the producer was told',
      sentTwiceToo: 'Produce requests, request lost',
      once: 'Records in the log, request lost',
      onceOffset: 'Offset that the producer was told, request lost',
    },
    question: {
      ask: 'The broker stores a record, and its acknowledgement is lost. How often will the log hold it?',
      options: {
        one: {
          label: 'Once',
          why: 'Without a producer id the broker cannot tell a retry from a new record.',
        },
        two: {
          label: 'Twice',
          why: 'The producer heard nothing and sent it again; to the broker that is a new record.',
        },
        none: {
          label: 'Not at all: the write is undone',
          why: 'A broker does not undo what it has written when a connection breaks.',
        },
      },
    },
  },
  'at-most-once': {
    title: 'A producer that does not send again',
    intro:
      'A, B and C are sent one after the other, and the connection breaks with B. Once with retries=0, once with acks=0.',
    steps: {
      start: 'Two producers start: one with retries=0, one with acks=0.',
      noRetries: 'retries=0: B is lost, and the application is told.',
      noAcks: 'acks=0: B is lost, and nobody is told.',
    },
    checks: {
      toldOfLoss: 'Error of B with retries=0',
      requests: 'Produce requests with retries=0',
      log: 'Records in the log with retries=0',
      toldNothing: 'Error of B with acks=0',
      requestsNoAcks: 'Produce requests with acks=0',
      logNoAcks: 'Records in the log with acks=0',
    },
    question: {
      ask: 'B is lost on its way and is not sent again. What will the log hold?',
      options: {
        abc: { label: 'A B C', why: 'Nobody sends B a second time.' },
        ac: { label: 'A C', why: 'B never reached the log, and C did not wait for it.' },
        acb: { label: 'A C B', why: 'That would take a retry, and there is none.' },
      },
    },
  },
  'acks-zero': {
    title: 'No answer to wait for',
    intro:
      'The same record with acks=0, 1 and all: which requests are answered. Then the same load three times, measured.',
    steps: {
      frames: 'One record with each setting.',
      load: 'The same load with each setting.',
    },
    checks: {
      answers0: 'Answers to Produce with acks=0',
      answers1: 'Answers to Produce with acks=1',
      answersAll: 'Answers to Produce with acks=all',
      stored: 'Records in the log',
      throughput: 'Records a second with acks=0, 1, all',
      latency: 'Median latency in ms with acks=0, 1, all',
    },
    question: {
      ask: 'What does the broker answer to a Produce request with acks=0?',
      options: {
        offset: { label: 'The offset, but nobody waits for it', why: 'The broker sends no bytes at all.' },
        empty: { label: 'An empty answer', why: 'The broker sends no bytes at all.' },
        nothing: {
          label: 'Nothing',
          why: 'There is no response frame; on an error the broker just closes the connection.',
        },
      },
    },
  },
  'known-retry': {
    title: 'A retry that the broker recognises',
    intro:
      'An idempotent producer loses an acknowledgement. What the broker remembers of it is read before and after.',
    steps: {
      start: 'An idempotent producer starts; the partition does not know it yet.',
      write: 'Its record is written, and the connection breaks before the answer.',
      again: 'It sends the same batch again.',
    },
    checks: {
      before: 'What the partition remembers before',
      firstAnswer: 'Base offset in the answer that was lost',
      afterWrite: 'What the partition remembers after the write',
      sameSequence: 'Base sequences of the two requests',
      secondAnswer: 'Answer to the second request',
      acked: 'Offset that the producer was told',
      onDisk: 'Records in the log',
      afterRetry: 'What the partition remembers after the retry',
    },
    question: {
      ask: 'The batch is in the log, and comes a second time. What does the broker do?',
      options: {
        stored: {
          label: 'It stores it again',
          why: 'Producer id and sequence tell it that it has this batch.',
        },
        refused: {
          label: 'It refuses it: DUPLICATE_SEQUENCE_NUMBER (46)',
          why: 'That was the answer of old brokers. To the producer the first write was a success.',
        },
        acknowledged: {
          label: 'It answers with the offset of the first time',
          why: 'Nothing is written, and the producer learns what it would have learned the first time.',
        },
      },
    },
  },
  'next-sequence-only': {
    title: 'A gap in the sequence',
    intro:
      'Raw Produce requests with chosen sequences, as no client would send them: the next one, one too far, and the first of a producer id that the partition does not know.',
    steps: {
      next: 'Sequences 0, 1 and 2 in two batches.',
      gap: 'Sequence 4, then 3.',
      unknown: 'Another producer id begins with sequence 7, and goes on with 9.',
    },
    checks: {
      inOrder: 'Answers to sequences 0 and 2',
      gap: 'Answer to sequence 4, when 3 is next',
      next: 'Answer to sequence 3',
      onDisk: 'Records in the log',
      unknown: 'Answer to sequence 7 of an unknown producer id',
      unknownGap: 'Answer to its sequence 9',
    },
    question: {
      ask: 'After sequence 2 comes a batch with sequence 4. What does the broker do?',
      options: {
        stored: {
          label: 'It stores it: 4 is greater than 2',
          why: 'Then record 3 could no longer come before it.',
        },
        refused: {
          label: 'It refuses it: OUT_OF_ORDER_SEQUENCE_NUMBER (45)',
          why: 'Something is missing in between, and only the producer can send it.',
        },
        held: {
          label: 'It keeps it until 3 arrives',
          why: 'A broker keeps nothing back: it writes or refuses.',
        },
      },
    },
  },
};
