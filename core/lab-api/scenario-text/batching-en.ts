/** The chapter's claims and scenarios in English. */
import type { ChapterText } from './scenario-text.ts';

export const batchingEn: ChapterText = {
  claims: {
    C09: {
      says: 'buffer.memory, 32 MB by default, holds the records that wait to be sent.',
      short: 'buffer.memory full: send() waits',
      truth:
        'Without memory send() waits, for max.block.ms at most; then it fails with BufferExhaustedException, which is a TimeoutException. Memory comes back with the answer, not when a batch is sent.',
    },
    C10: {
      says: 'batch.size, 16 KB, is an upper bound: the record that would exceed it closes the batch and opens the next.',
      short: 'batch.size is an upper bound',
      truth: 'It is no minimum: a batch goes when it is full, or linger.ms is over, or somebody flushes.',
    },
    C11: {
      says: 'When linger.ms is over, what is there is sent.',
      short: 'linger.ms over: sent',
      truth: 'It delays only batches that are not full; a flush or a commit does not wait for it.',
    },
    C12: {
      says: 'A record larger than batch.size goes alone, in a batch of its own; it is never split.',
      short: 'A large record goes alone',
      truth: null,
    },
    C13: {
      says: 'The absolute limits are elsewhere: max.request.size and message.max.bytes.',
      short: 'The real limits are elsewhere',
      truth:
        'The client refuses by the first, with nothing sent; the broker by the second (max.message.bytes of the topic), with code 10. Both are RecordTooLargeException.',
    },
    C14: {
      says: 'linger.ms is 0 by default: records go at once.',
      short: 'linger.ms is 0 by default',
      truth:
        'Until 3.9. Since 4.0 it is 5 ms (KIP-1030). Also with 0 batches form: what comes while requests are in flight goes together.',
    },
    C15: {
      says: 'Large batch.size and linger.ms for throughput, small ones for latency.',
      short: 'Throughput or latency',
      truth: 'Once batches fill, larger ones gain little; linger.ms then costs nothing.',
    },
    C16: {
      says: 'gzip and zstd for ratio; lz4 and snappy for latency.',
      short: 'Codecs: ratio or speed',
      truth: 'How much depends on the data, and on how many records a batch has.',
    },
  },
  scenarios: {
    'buffer-memory': {
      title: 'The memory of a producer is full',
      intro:
        'The broker stands still while a producer with default settings sends 34 records of 1 MB. buffer.memory has room for 33.',
      steps: {
        fill: 'The last record waits; {availableBytes} bytes are left, which is too little. After {blockedMs} ms it fails with BufferExhaustedException, a subclass of TimeoutException.',
        freed: 'The same with time to wait: the broker answers, memory comes back, the record goes on.',
      },
      checks: {
        fits: 'Records, max.block.ms=500',
        error: 'Error of the last one',
        memory: 'Bytes that are left and those of the batches, together',
        blocked: 'How long send() waited, max.block.ms=500',
        granted: 'The wait for memory, max.block.ms by default',
        all: 'Records, max.block.ms by default',
      },
      question: {
        ask: 'The 34th record has no room. What does send() do?',
        options: {
          grows: { label: 'Memory grows', why: 'buffer.memory is the limit.' },
          waits: { label: 'It waits', why: 'For max.block.ms at most, or until a batch is answered.' },
          drops: { label: 'It drops the oldest record', why: 'A producer never drops what it has taken.' },
        },
      },
    },
    'batch-size-bound': {
      title: 'batch.size is an upper bound',
      intro:
        'A producer that would wait a minute for more sends 500 records of 100 bytes; then one of 20 KB between two small ones.',
      steps: {
        many: 'Batches of {sizes} bytes go out, with {counts} records.',
        large: 'The large record makes a batch of {largeBytes} bytes.',
      },
      checks: {
        bound: 'Bytes of each batch: not above batch.size',
        close: 'Bytes of each batch: less than a record below it',
        reasons: 'Why they were closed',
        counts: 'Records of the batches: small, large, small',
        larger: 'Bytes of the batch with the large record',
        atOnce: 'Batches that went without a flush',
        whole: 'Bytes of the values on disk: none is split',
      },
      question: {
        ask: 'What becomes of a record of 20 KB when batch.size is 16 KB?',
        options: {
          split: { label: 'It is split over two batches', why: 'No record is ever split.' },
          alone: { label: 'It goes alone, in a larger batch', why: 'Its batch is made as large as it is.' },
          refused: {
            label: 'It is refused',
            why: 'The limit for that is max.request.size, 1 MB by default.',
          },
        },
      },
    },
    linger: {
      title: 'linger.ms, set and by default',
      intro:
        'Three records wait for linger.ms; single ones are sent under default settings; and nine come while a request is in flight.',
      steps: {
        expires: 'With linger.ms=300 they go together after {waitedMs} ms.',
        default: 'Without the setting: the shortest wait of twenty was {shortestMs} ms.',
        busy: 'linger.ms=0, one request in flight and not answered: nine more records are sent.',
      },
      checks: {
        batch: 'Records of the batch',
        reason: 'Why it was closed',
        waited: 'How long it waited',
        shortest: 'Shortest wait of twenty single records',
        single: 'Batches of them × records of each',
        behind: 'Records of the batches when a request is in flight',
      },
      question: {
        ask: 'How long does a single record wait in the producer of this release, by default?',
        options: {
          zero: { label: 'Not at all: linger.ms is 0', why: 'So it was until 3.9; 4.0 made it 5 ms.' },
          five: { label: '5 ms', why: 'That is so since 4.0. Until 3.9 it was 0.' },
          hundred: { label: '100 ms', why: 'linger.ms was never that long by default.' },
        },
      },
    },
    'size-limits': {
      title: 'What is really too large',
      intro:
        'batch.size is 2 MB. A record of 1.1 MB meets max.request.size; with a larger one it meets message.max.bytes of the broker. One of 5 KB meets a topic that takes 1,000 bytes.',
      steps: {
        client: 'The client says: {clientSays}',
        broker: 'With max.request.size=2000000 the same record reaches the broker, which refuses it.',
        topic: 'max.message.bytes of a topic stands above message.max.bytes of the broker.',
      },
      checks: {
        clientRefuses: 'What send() throws for 1.1 MB',
        clientSays: 'What the exception says',
        noFrame: 'Produce requests of it',
        brokerRefuses: "Error code of the broker's answer to 1.1 MB",
        brokerException: 'What send() throws then',
        nothingStored: 'Records in the partition',
        largestStored: 'Bytes of the largest batch that is stored: message.max.bytes',
        topicRefuses: 'Error code of the answer to 5 KB',
        topicStored: "Records in that topic's partition",
      },
      question: {
        ask: 'A record of 1.1 MB, batch.size=2 MB. Who refuses it first?',
        options: {
          client: { label: 'The client', why: 'max.request.size is 1 MB, whatever batch.size is.' },
          broker: { label: 'The broker', why: 'It would, but the client does not even send it.' },
          nobody: {
            label: 'Nobody: batch.size is enough',
            why: 'batch.size only says what is put together.',
          },
        },
      },
    },
    'batching-grid': {
      title: 'batch.size and linger.ms, measured',
      intro:
        'Four corners of a grid: each as fast as it goes, and at 200 records a second. The area Experiments draws the whole grid.',
      steps: {
        grid: 'Four producers, one after the other.',
        compare: '{grid}',
      },
      checks: {
        runs: 'Runs without a failure',
        records: 'Records of a batch as fast as it goes: 1,024 bytes and 0 ms, 65,536 bytes and 50 ms',
        throughput: 'Records a second: large and patient against small and at once',
        latency: 'p50 at a rate, 65,536 bytes and 50 ms',
        atOnce: 'p50 at a rate, 65,536 bytes and 0 ms',
        grid: 'Each corner: records a second, and p99 at a rate',
      },
    },
    codecs: {
      title: 'Five codecs on the same records',
      intro:
        'A block of 16 KB is compressed and decompressed many times, and a producer with each codec sends the same load.',
      steps: {
        measure: 'Blocks first, then the producers.',
        compare: 'p50 in ms: {p50}. Decompressing a block, µs: {decompress}.',
      },
      checks: {
        runs: 'Sides and runs without a failure',
        ratio: 'Compression ratio of the block',
        micros: 'Shortest time to compress it, µs',
        decompress: 'Shortest time to decompress it, µs',
        p50: 'p50 from send() to the acknowledgement, ms',
      },
      question: {
        ask: 'Which one makes these records smallest?',
        options: {
          zstd: { label: 'gzip or zstd', why: 'They look further back and code what is left.' },
          lz4: { label: 'lz4 or snappy', why: 'They are made for speed: they only replace repetitions.' },
          none: { label: 'It makes no difference', why: 'JSON repeats itself a lot.' },
        },
      },
    },
  },
};
