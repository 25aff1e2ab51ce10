/** Scenarios of the chapter that measure, in English. */
import type { ScenarioTexts } from './scenario-text.ts';

export const partitionerMeasuredEn: ScenarioTexts = {
  'small-batches': {
    title: 'The same records, many batches or few',
    intro:
      'Three producers send 60 bursts of 45 records without keys, compressed with zstd, to nine partitions that nine brokers lead as far as they see; each burst is acknowledged before the next one goes. Only the partitioner differs.',
    steps: {
      race: 'Round robin, sticky (2.4) and built-in (3.3) send, one after the other.',
      compare: 'Round robin took {bytesFactor} times the bytes on disk.',
    },
    checks: {
      runs: 'Sides and runs without a failure',
      recordsPerBatch: 'Records of a batch',
      requests: 'Produce requests',
      ratio: 'Bytes of records for each byte on disk',
      bytes: 'Bytes on disk',
    },
    question: {
      ask: 'Which one writes most bytes for the same records?',
      options: {
        roundRobin: {
          label: 'Round robin',
          why: 'Every batch has a header of 61 bytes, and little in it to compress.',
        },
        builtIn: { label: 'Built-in', why: 'Its batches are larger, and compress better.' },
        same: {
          label: 'All the same',
          why: 'The records are the same, but each batch is compressed by itself.',
        },
      },
    },
  },
  'sticky-latency': {
    title: 'Sticky: latency and CPU',
    intro:
      'Round robin, sticky and built-in send the same bursts of 64 records to 16 partitions on 16 brokers, as far as they see; each burst is acknowledged before the next one goes. Latency runs from send() to the acknowledgement; CPU time is what each process itself reports. The area Experiments measures for longer.',
    steps: {
      race: 'The three take turns.',
      compare: 'Built-in against round robin: p50 {latency} % lower, CPU time {cpu} % lower.',
    },
    checks: {
      runs: 'Sides and runs without a failure',
      requests: 'Produce requests',
      p50: 'p50, ms',
      p99: 'p99, ms',
      cpu: 'CPU time of the producer, ms',
    },
  },
  'slow-broker': {
    title: 'One broker answers late',
    intro:
      'Three partitions, led by three brokers as far as the producers see. One of them answers every Produce request 20 ms late.',
    steps: {
      race: 'Round robin, sticky (2.4) and built-in (3.3) send the same load.',
      compare: 'To the slow broker: sticky {sticky}, built-in {builtIn} of the records. p99 in ms: {p99}.',
    },
    checks: {
      runs: 'Sides and runs without a failure',
      inTurn: 'Share of the slow broker, round robin',
      sticky: 'Share of the slow broker, sticky',
      builtIn: 'Share of the slow broker, built-in',
      p99: 'p99, ms',
    },
    question: {
      ask: 'The sticky partitioner of 2.4: what does the slow broker get?',
      options: {
        more: {
          label: 'More than its share',
          why: 'A batch for it waits, and takes records until it is full; elsewhere small batches leave at once.',
        },
        same: { label: 'Its share', why: 'Batches are spread evenly, but those that wait grow larger.' },
        less: { label: 'Less', why: 'Only since 3.3 do queues have a say.' },
      },
    },
  },
};
