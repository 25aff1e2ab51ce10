/** The chapter's claims and scenarios in English. */
import type { ChapterText } from './scenario-text.ts';

export const deliveryEn: ChapterText = {
  claims: {
    C17: {
      says: 'At least once: a producer that gets no acknowledgement sends again. If the broker had stored the record, there is a duplicate at offset 1; if not, it is stored once.',
      short: 'A lost acknowledgement makes a duplicate',
      truth: null,
    },
    C18: {
      says: 'At most once: a producer that does not send again after a failure loses the record. A is stored, B is lost, C follows.',
      short: 'Without retries a record can be lost',
      truth: null,
    },
    C19: {
      says: 'With acks=0 the producer waits for no answer.',
      short: 'acks=0 does not wait',
      truth:
        'There is no answer to wait for: the broker sends none. What that saves depends on machine and network, so it is measured. acks=all costs more than acks=1 only where there are followers; this broker has none.',
    },
    C20: {
      says: 'An idempotent producer makes no duplicates: the broker remembers producer id and sequence of each partition, and answers a retry with the offset of the first time.',
      short: 'The broker recognises a retry',
      truth:
        'It remembers the last five batches of a producer id in each partition (since 2.0), and after a restart only what its snapshot and the log behind it hold.',
    },
    C21: {
      says: 'The broker stores a batch only if its sequence is the last one plus 1.',
      short: 'Only the next sequence is stored',
      truth:
        'One exception: of a producer id that the partition does not know, it takes any first sequence (since 2.5; before, UNKNOWN_PRODUCER_ID). Under transaction.version 2 a transactional batch must then start at 0.',
    },
    C22: {
      says: 'With three batches in flight, B1 fails and B2 is refused; both are sent again, and the order is kept.',
      short: 'Idempotence keeps the order in flight',
      truth:
        'For up to five requests in flight, since 2.0. It needs no max.in.flight.requests.per.connection=1.',
    },
    C23: {
      says: 'Without idempotence, several requests in flight can change the order.',
      short: 'Without idempotence the order can change',
      truth: 'Unless retries=0, which loses records, or max.in.flight.requests.per.connection=1.',
    },
    C24: {
      says: 'The broker keeps the last five batches of a producer id in each partition: an older one, sent again, is no longer recognised.',
      short: 'The broker remembers five batches',
      truth:
        'Since 2.0. A sixth is taken for a gap: OUT_OF_ORDER_SEQUENCE_NUMBER (45). Brokers no longer answer DUPLICATE_SEQUENCE_NUMBER (46).',
    },
    C25: {
      says: 'Idempotence costs up to 20 % of the throughput.',
      short: 'What idempotence costs',
      truth:
        'That is an upper bound from its early days. What it costs here is measured in pairs of runs, and shown with its spread.',
    },
    C26: {
      says: 'enable.idempotence=true together with acks=0 or 1, retries=0, or more than five requests in flight is a ConfigException: the producer does not start.',
      short: 'Explicit idempotence refuses conflicts',
      truth:
        'Only if enable.idempotence=true is in the settings. Where it is just the default, acks and retries switch it off instead; see the next claim.',
    },
    C27: {
      says: 'Since 3.0 idempotence is the default, and a conflicting setting silently switches it off.',
      short: 'The default is switched off silently',
      truth:
        'In effect since 3.0.1, 3.1.1 and 3.2.0; one line in the log says so when it is switched off. More than five requests in flight switch it off until 3.9, and are a ConfigException since 4.0.',
    },
    C28: {
      says: 'A producer id is new after each start of a producer.',
      short: 'A new producer id after each start',
      truth:
        'For a producer without transactional.id. With one, the next start gets the same producer id and the next epoch.',
    },
    C29: {
      says: 'Exactly once is more than no duplicates: a restarted application may send again what was stored already.',
      short: 'Exactly once is more than no duplicates',
      truth:
        'Idempotence covers one producer id, that is one life of a producer. Across restarts it takes a transactional.id and transactions.',
    },
  },
  scenarios: {
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
        acksState: 'State of the process with acks=1',
        note: 'The note in its log',
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
      intro:
        'A producer is ended in order and started again: first without a transactional.id, then with one.',
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
  },
};
