/** The chapter's claims in English. */
import type { ChapterText } from './scenario-text.ts';

export const deliveryClaimsEn: ChapterText['claims'] = {
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
      'In effect since 3.0.1, 3.1.1 and 3.2.0. Silently means without an exception: the application is told nothing, the client writes one line (INFO) to its log. More than five requests in flight switch it off until 3.9, with a warning in the log, and are a ConfigException since 4.0.',
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
};
