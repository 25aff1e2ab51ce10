/** The chapter's claims and scenarios in English. */
import type { ChapterText } from './scenario-text.ts';
import { coordinatorTextsEn } from './transactions/coordinator-en.ts';
import { failureTextsEn } from './transactions/failure-en.ts';
import { outcomeTextsEn } from './transactions/outcome-en.ts';

export const transactionsEn: ChapterText = {
  claims: {
    C30: {
      says: 'The hash of the transactional.id names a partition of __transaction_state, and its leader is the coordinator: one id, one coordinator.',
      short: "The id's hash finds its coordinator",
      truth:
        "It is Java's String.hashCode, made positive (the smallest int32 becomes 0), modulo the topic's real partition count, 50 by default. The topic's name begins with two underscores.",
    },
    C31: {
      says: 'initTransactions writes the id with its producer id to the log and raises the epoch; older epochs are ignored from then on.',
      short: 'initTransactions raises the epoch',
      truth:
        'The producer id stays the same, except when its epochs run out (after 32766) or when the id was unused for 7 days. Not only initTransactions raises the epoch: a timeout does, fencing does, and since KIP-890 every transaction does.',
    },
    C32: {
      says: 'beginTransaction is local: the broker hears nothing of it.',
      short: 'beginTransaction is local',
      truth: null,
    },
    C33: {
      says: 'With the first record its partition is added, the state becomes Ongoing, and the timer starts: 1 minute.',
      short: 'The first record adds its partition',
      truth:
        'Before KIP-890 the client adds the partition itself with AddPartitionsToTxn. With transaction.version 2 (Kafka 4.0) there is no such request: Produce adds it on the way.',
    },
    C34: {
      says: 'When a transaction is not ended within its timeout, the coordinator aborts it.',
      short: 'A timeout aborts',
      truth:
        'The limit is 1 minute unless the client says otherwise, 15 minutes at most, and the coordinator looks every 10 seconds. Before KIP-890 the producer is fenced by it; since then it aborts and goes on.',
    },
    C35: {
      says: 'EndTxn writes PrepareCommit or PrepareAbort to the log.',
      short: 'EndTxn writes the decision',
      truth: 'From then on the outcome is final, whatever fails afterwards.',
    },
    C36: {
      says: 'Every partition of the transaction gets a control message at its next offset. It is for brokers and clients only; applications never see it.',
      short: 'A marker takes an offset',
      truth:
        'It is not free: each marker takes one offset, so offsets have gaps, and a partition ends beyond its last record. A control batch has no sequence: −1.',
    },
    C37: {
      says: 'When all markers are written, CompleteCommit or CompleteAbort goes to the log.',
      short: 'Complete closes the transaction',
      truth:
        'commitTransaction does not wait for it: it returns when PrepareCommit is in the log. Consumers may see the records a moment later.',
    },
    C38: {
      says: 'read_committed delivers committed records only; the marker decides.',
      short: 'read_committed: the marker decides',
      truth:
        'It delivers records of no transaction as well. It buffers nothing: the broker gives out nothing beyond the last stable offset, and the client leaves out what the answer lists as aborted. Aborted records stay in the log.',
    },
    C39: {
      says: 'The raised epoch shuts out the zombie: its writes are refused, its records aborted.',
      short: 'The zombie is fenced',
      truth:
        'It notices only at its next request. The leader of a partition answers 47 INVALID_PRODUCER_EPOCH, the coordinator 90 PRODUCER_FENCED; before 2.7 there was no code 90, and both answered 47.',
    },
    C40: {
      says: 'transactional.id is fixed, the producer id is kept, the epoch counts re-initialisations; the transactions of one session share producer id and epoch.',
      short: 'One session, one epoch',
      truth:
        'True before KIP-890, and for older clients still. When client and cluster are of 4.0 (transaction.version 2), the epoch rises with every commit and abort, and sequences begin at 0 in each transaction.',
    },
    C41: {
      says: 'Produce carries no transactional id, only producer id, epoch and sequence.',
      short: 'What Produce carries',
      truth:
        'False since 0.11: Produce has a field transactionalId since version 3. It served for authorisation only; since 3.6 the transaction is verified by it, since 4.0 the partition is added by it. The batches themselves do carry numbers only.',
    },
    C42: {
      says: 'Consume, process, produce: with the offsets inside the transaction, each input has its output exactly once.',
      short: 'Consume, process, produce',
      truth:
        "One transactional.id for each input partition was needed until 2.4; since 2.5 (KIP-447) one for each process is enough. The offsets become visible with the marker; until then consumers get 88 UNSTABLE_OFFSET_COMMIT. It covers Kafka's own reads, writes and offsets only.",
    },
    C43: {
      says: 'The coordinator records everything in its own topic, so that it can go on after a crash.',
      short: "The coordinator's own log",
      truth:
        'Once PrepareCommit is in the log, a restarted coordinator repeats the markers until all are written.',
    },
  },
  scenarios: { ...coordinatorTextsEn, ...outcomeTextsEn, ...failureTextsEn },
};
