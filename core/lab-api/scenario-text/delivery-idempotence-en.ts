/** The chapter's scenarios of what idempotence keeps, costs and does not cover, in English. */
import type { ScenarioTexts } from './scenario-text.ts';

export const deliveryIdempotenceEn: ScenarioTexts = {
  'order-kept': {
    title: 'Three batches in flight, the middle one fails',
    intro:
      'An idempotent producer sends records 0 to 10, 11 to 20 and 21 to 30 as B0, B1 and B2 without waiting. The broker refuses B1 once, with NOT_ENOUGH_REPLICAS.',
    steps: {
      start: 'An idempotent producer starts; a first record to the other partition opens its connection.',
      send: 'B0, B1 and B2 are sent at once, and B1 is refused.',
      disk: 'What lies in the log.',
    },
    checks: {
      sequences: 'Base sequences of the requests, in order',
      answers: 'Answers, in order',
      order: 'Batches in the log',
      offsets: 'Their base offsets',
    },
    question: {
      ask: 'B0 is stored, B1 has failed, and B2 is on its way already. What becomes of B2?',
      options: {
        stored: { label: 'It is stored behind B0', why: 'Its sequence does not follow that of B0.' },
        refused: {
          label: 'It is refused, and sent again after B1',
          why: 'The sequence of B1 is missing: OUT_OF_ORDER_SEQUENCE_NUMBER (45). The producer then sends B1, and B2 after it.',
        },
        held: { label: 'The broker holds it back until B1 comes', why: 'A broker keeps nothing back.' },
      },
    },
  },
  'order-lost': {
    title: 'The same failure without idempotence',
    intro:
      'B0, B1 and B2 again, and B1 is refused once; this time the producer has no id. Then the same with one request in flight.',
    steps: {
      start: 'Two producers start without idempotence: five requests in flight, and one.',
      five: 'Five in flight: B0, B1 and B2 are sent at once.',
      one: 'One in flight: each waits for the answer to the one before.',
    },
    checks: {
      answers: 'Answers with five in flight, in order',
      order: 'Batches in the log with five in flight',
      orderOfOne: 'Batches in the log with one in flight',
    },
    question: {
      ask: 'B1 fails while B2 is on its way, and there is no idempotence. What will the log hold?',
      options: {
        inOrder: {
          label: 'B0 B1 B2',
          why: 'Without sequences the broker does not know that B1 is missing.',
        },
        swapped: {
          label: 'B0 B2 B1',
          why: 'B2 was stored when it came, and the retry of B1 came behind it.',
        },
        lost: { label: 'B0 B2', why: 'NOT_ENOUGH_REPLICAS is retriable: B1 is sent again.' },
      },
    },
  },
  'five-batches': {
    title: 'How far back a broker remembers',
    intro:
      'Six batches of one producer id are written. Then an older one is sent again, and an even older one.',
    steps: {
      write: 'Six batches of two records each.',
      fifth: 'The fifth last batch is sent again.',
      sixth: 'The sixth last batch is sent again.',
    },
    checks: {
      six: 'Answers to the six batches',
      fifth: 'Answer to the fifth last, sent again',
      recognised: 'Events log.duplicate',
      sixth: 'Answer to the sixth last, sent again',
      endOffset: 'Log end offset',
    },
    question: {
      ask: 'The fifth last batch was recognised. And the sixth last?',
      options: {
        acknowledged: { label: 'It is recognised too', why: 'The broker keeps five batches, not all.' },
        refused: {
          label: 'It is refused as out of order',
          why: 'It is forgotten, so its sequence just does not follow the last one. No client has more than five batches in flight, so none gets there.',
        },
        stored: { label: 'It is stored a second time', why: 'Its sequence is not the next one.' },
      },
    },
  },
  'idempotence-cost': {
    title: 'What idempotence costs',
    intro:
      'The same load seven times with and without idempotence, in pairs, each in a process of its own. The median of the pairs is the measurement.',
    steps: { pairs: 'Seven pairs of runs.' },
    checks: { pairs: 'Pairs of runs', cost: 'Cost in throughput: median, least and most' },
  },
  'idempotence-conflicts': {
    title: 'Settings that contradict idempotence',
    intro:
      'Five producers with enable.idempotence=true in their settings: one whose other settings agree, four with a conflict.',
    steps: {
      agree: 'acks=all and five requests in flight.',
      conflict: 'acks=0, acks=1, retries=0, and six requests in flight.',
      ended: 'What has become of the four.',
    },
    checks: {
      starts: 'State of the process whose settings agree',
      acks0: 'With acks=0',
      acks1: 'With acks=1',
      retries0: 'With retries=0',
      inFlight6: 'With max.in.flight.requests.per.connection=6',
      frames: 'Requests of the four',
    },
  },
  'idempotence-default': {
    title: 'Idempotence nobody asked for',
    intro:
      'Three producers that do not mention enable.idempotence: one with no settings, one with acks=1, one with six requests in flight. Their batches say whether it is on.',
    steps: {
      nothing: 'No settings at all.',
      acks: 'acks=1.',
      inFlight: 'Six requests in flight.',
    },
    checks: {
      default: 'Producer id in the batch, no settings',
      acks: 'Producer id in the batch, acks=1',
      told: 'Exception that the application gets, acks=1',
      note: 'Line in the log of its client, acks=1',
      inFlight: 'With six requests in flight',
    },
    question: {
      ask: 'A producer sets acks=1 and nothing else. What happens?',
      options: {
        refused: {
          label: 'It does not start: ConfigException',
          why: 'Only if enable.idempotence=true is in its settings.',
        },
        idempotent: { label: 'It writes with a producer id', why: 'Idempotence needs acks=all.' },
        off: {
          label: 'It starts, and writes without a producer id',
          why: 'What was only a default gives way, and the application is not told.',
        },
      },
    },
  },
  'producer-id-life': {
    title: 'How long a producer id lives',
    intro: 'A producer is ended in order and started again: first without a transactional.id, then with one.',
    steps: {
      plain: 'Without transactional.id: start, end, start.',
      transactional: 'With transactional.id: start, end, start.',
    },
    checks: {
      newId: 'Producer ids of the two starts',
      onDisk: 'Producer ids of the batches in the log',
      sameId: 'Producer id of the second start with transactional.id',
      nextEpoch: 'Epoch of the second start with transactional.id',
    },
    question: {
      ask: 'A producer with a transactional.id is started a second time. What does it get?',
      options: {
        newId: { label: 'A new producer id', why: 'The coordinator keeps it for the transactional.id.' },
        sameEpoch: {
          label: 'The same producer id and epoch',
          why: 'Then nobody could tell the old process from the new one.',
        },
        nextEpoch: {
          label: 'The same producer id, the next epoch',
          why: 'The epoch counts the starts: whatever an older one still sends is refused.',
        },
      },
    },
  },
  'once-and-again': {
    title: 'An application that starts again',
    intro:
      'An application is killed before it hears that its record was stored. After its restart it sends the record again: first with an idempotent producer, then in a transaction.',
    steps: {
      idempotent: 'An idempotent producer sends order-1; it is stored, and the process is killed.',
      restart: 'The application starts again, and sends order-1.',
      transaction: 'In a transaction: order-1 is stored, and the process is killed before it commits.',
      restartInTransaction: 'It starts again with the same transactional.id, sends order-1 and commits.',
    },
    checks: {
      stored: 'Records in the log before the restart',
      twoIds: 'Producer ids that wrote order-1',
      duplicate: 'What a consumer reads after the restart',
      bothOnDisk: 'What read_uncommitted reads, with transactions',
      once: 'What read_committed reads, with transactions',
    },
    question: {
      ask: 'The restarted application sends order-1 again through an idempotent producer. What happens?',
      options: {
        one: {
          label: 'The broker recognises it: one record',
          why: 'It knows batches by producer id and sequence, and the new process has a new id.',
        },
        two: {
          label: 'It is stored again: two records',
          why: 'The new process has a new producer id and begins at sequence 0: to the broker it is another producer.',
        },
        refused: { label: 'It is refused', why: 'A new producer id may begin at sequence 0.' },
      },
    },
  },
};
