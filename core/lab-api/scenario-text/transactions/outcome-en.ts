/** Scenarios about the end of a transaction and what readers are given, in English. */
import type { ScenarioTexts } from '../scenario-text.ts';

export const outcomeTextsEn: ScenarioTexts = {
  'prepare-and-complete': {
    title: 'Decided, carried out, done',
    intro:
      'One transaction is committed, one is aborted. The records of the coordinator are read in the order in which they were written.',
    steps: {
      open: 'A producer sends a record to each of two partitions.',
      commit: 'It commits.',
      abort: 'It opens another transaction, and aborts it.',
    },
    checks: {
      prepareCommit: 'The record that EndTxn wrote',
      partitionsCommit: 'Partitions in it',
      answeredCommit: 'When EndTxn was answered',
      completeCommit: 'The record after the markers',
      leftCommit: 'Partitions in it',
      orderCommit: 'Order of writing: decision, markers, completion',
      prepareAbort: 'The record that EndTxn wrote',
      partitionsAbort: 'Partitions in it',
      answeredAbort: 'When EndTxn was answered',
      completeAbort: 'The record after the markers',
      leftAbort: 'Partitions in it',
      orderAbort: 'Order of writing: decision, markers, completion',
    },
  },
  'markers-take-offsets': {
    title: 'A marker takes an offset',
    intro:
      'A topic has three partitions, a transaction writes to two of them. Then both kinds of readers read it.',
    steps: {
      write: 'A producer sends two records to partition 0 and one to partition 1.',
      markers: 'It commits. The marker of partition 0 lies at offset {markerOffset}.',
      gap: 'It commits one more record. Readers go from the record before offset {gap} to the one behind it.',
    },
    checks: {
      next0: 'Markers in partition 0; expected: the offset after the last record',
      next1: 'Markers in partition 1; expected: the offset after the last record',
      untouched: 'Markers in partition 2, which the transaction did not touch',
      bytes: 'What the batch of the marker is',
      deliveredUncommitted: 'Offsets of partition 0 that read_uncommitted delivers',
      endUncommitted: 'Where it ends: beyond the last record',
      deliveredCommitted: 'Offsets of partition 0 that read_committed delivers',
      endCommitted: 'Where it ends: beyond the last record',
    },
    question: {
      ask: 'How many markers does the commit write?',
      options: {
        two: { label: 'Two', why: 'One for each partition of the transaction.' },
        three: {
          label: 'Three',
          why: 'Three records were sent, but a marker is for a partition, not for a record or for the topic.',
        },
        none: { label: 'None', why: 'Without a marker no reader would know what became of the records.' },
      },
    },
  },
  'readers-side-by-side': {
    title: 'Two readers, side by side',
    intro:
      'Committed, aborted, plain and open records lie in one partition. A read_uncommitted and a read_committed reader read it.',
    steps: {
      decided: 'One transaction is committed, one aborted, and one record belongs to none.',
      open: 'A transaction is left open at offset {heldAt}; behind it, another is committed and a plain record is written.',
      end: 'The open transaction is committed.',
    },
    checks: {
      decidedUncommitted: 'read_uncommitted delivers',
      decidedCommitted: 'read_committed delivers',
      aborted: 'Aborted transactions in the answer to Fetch',
      openUncommitted: 'read_uncommitted delivers',
      openCommitted: 'read_committed delivers',
      lso: 'Last stable offset; expected: the first offset of the open transaction',
      highWatermark: 'High watermark in the same answer',
      endUncommitted: 'read_uncommitted delivers',
      endCommitted: 'read_committed delivers',
      lsoEnd: 'Last stable offset; expected: the end of the log',
    },
    question: {
      ask: "A transaction stays open. Behind it lie another producer's committed record and a plain one. What does read_committed do?",
      options: {
        waits: {
          label: 'It waits before the open transaction',
          why: 'The broker gives out nothing beyond the last stable offset, whoever wrote it.',
        },
        skips: {
          label: 'It skips the open records and delivers those behind',
          why: 'Then it would have to come back for them: order within a partition would be lost.',
        },
        delivers: {
          label: 'It delivers all and takes back what is aborted',
          why: 'Nothing can be taken back from an application.',
        },
      },
    },
  },
};
