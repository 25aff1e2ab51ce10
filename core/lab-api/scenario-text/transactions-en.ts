/** The chapter's claims and scenarios in English. */
import type { ChapterText } from './scenario-text.ts';

export const transactionsEn: ChapterText = {
  claims: {
    C32: { says: 'beginTransaction is local: the broker hears nothing of it.', truth: null },
  },
  scenarios: {
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
        coordinator: "The coordinator's state after beginTransaction",
        ongoing: "The coordinator's state after the first record",
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
  },
};
