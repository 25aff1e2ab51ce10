/** What each call accepts, checked at the border: a window of another version, or a stranger with the token, gets a sentence. */
import {
  array,
  type GenericSchema,
  literal,
  maxLength,
  maxValue,
  minLength,
  minValue,
  null_,
  nullable,
  number,
  object,
  optional,
  picklist,
  pipe,
  record,
  regex,
  string,
  union,
  variant,
} from 'valibot';
import type { CallName, InputOf } from './contract.ts';
import { EVIDENCE_INPUTS } from './evidence-inputs.ts';
import { EXPERIMENTS } from './experiment-views.ts';
import { OFFSET_MAX, partitionNumber, topic, transactionalId, whole } from './input-shapes.ts';

/** Ten years: nothing in Kafka takes longer. */
const ADVANCE_MS_MAX = 10 * 366 * 86_400_000;
const PARTITIONS_MAX = 100_000;

const nothing = null_();
const processRef = object({ process: pipe(string(), minLength(1), maxLength(16)) });
const partition = { topic, partition: partitionNumber };
const transactionVersion = object({ transactionVersion: union([literal(0), literal(1), literal(2)]) });

const producerSettings = object({
  name: pipe(string(), maxLength(200)),
  transactionalId: nullable(transactionalId),
  topic,
  recordsPerTransaction: whole(1, 10_000),
  transactionsPerSecond: pipe(number(), minValue(0), maxValue(1000)),
  transactionTimeoutMs: whole(1, 900_000),
  config: record(string(), string()),
  profile: optional(picklist(['2.x', '3.x', '4.x'])),
});

const scenarioId = pipe(string(), maxLength(100));
const scenarioVariant = object({
  profile: picklist(['2.x', '3.x', '4.x']),
  transactionVersion: union([literal(0), literal(1), literal(2)]),
});

const fileKind = picklist([
  'log',
  'index',
  'timeindex',
  'txnindex',
  'snapshot',
  'leader-epoch-checkpoint',
  'partition-metadata',
]);

const keyText = pipe(string(), maxLength(8192));
const keyInput = variant('kind', [
  object({ kind: literal('text'), value: keyText }),
  object({ kind: literal('hex'), value: keyText }),
  object({ kind: literal('null') }),
]);

/** Something opened. Its folders may be named as nobody's topics are. */
const opened = { id: pipe(string(), regex(/^o[1-9][0-9]{0,9}$/, 'is not the id of anything opened')) };
const openedPartition = {
  ...opened,
  topic: pipe(string(), minLength(1), maxLength(255)),
  partition: partition.partition,
};
const maybePartition = { topic: nullable(openedPartition.topic), partition: partition.partition };
const batchPlace = object({
  ...openedPartition,
  segment: whole(0, OFFSET_MAX),
  position: whole(0, OFFSET_MAX),
});

/** 16 MiB: what a person scrolls through. */
const CONTENT_BYTES_MAX = 16 * 1024 * 1024;
const recordPlace = { offset: whole(0, OFFSET_MAX), bytesMax: whole(1, CONTENT_BYTES_MAX) };

export const INPUTS: { readonly [N in CallName]: GenericSchema<unknown, InputOf<N>> } = {
  ...EVIDENCE_INPUTS,
  'lab.describe': nothing,
  'lab.setTransactionVersion': transactionVersion,
  'clock.advance': object({ byMs: whole(0, ADVANCE_MS_MAX) }),
  'story.describe': nothing,
  'story.reset': transactionVersion,
  'story.advance': nothing,
  'story.refusal': nothing,
  'scenarios.list': nothing,
  'scenarios.run': object({ scenario: scenarioId, variant: nullable(scenarioVariant) }),
  'scenarios.runAll': nothing,
  'scenarios.answer': object({ option: nullable(pipe(string(), maxLength(100))) }),
  'scenarios.evidence': object({ run: whole(1, OFFSET_MAX) }),
  'scenarios.cancel': nothing,
  'experiments.describe': nothing,
  'experiments.run': object({ experiment: picklist(EXPERIMENTS) }),
  'experiments.cancel': nothing,
  'producers.list': nothing,
  'producers.start': producerSettings,
  'producers.twin': processRef,
  'producers.freeze': processRef,
  'producers.thaw': processRef,
  'producers.kill': processRef,
  'producers.begin': processRef,
  'producers.send': object({ ...processRef.entries, count: whole(1, 10_000) }),
  'producers.commit': processRef,
  'producers.abort': processRef,
  'producers.close': processRef,
  'producers.setRate': object({
    ...processRef.entries,
    transactionsPerSecond: pipe(number(), minValue(0), maxValue(1000)),
  }),
  'producers.dismiss': processRef,
  'topics.create': object({ topic, partitions: whole(1, 1000) }),
  'log.partitions': nothing,
  'log.lanes': object({ topics: array(topic), recordsMax: whole(1, 5000) }),
  'log.batches': object({
    ...partition,
    fromOffset: whole(0, OFFSET_MAX),
    direction: picklist(['up', 'down']),
    recordsMax: whole(1, 5000),
    unit: optional(picklist(['records', 'batches'])),
  }),
  'log.record': object({ ...partition, ...recordPlace }),
  'log.batchBytes': object({ ...partition, baseOffset: whole(0, OFFSET_MAX) }),
  'log.fileBytes': object({
    ...partition,
    segment: whole(0, OFFSET_MAX),
    kind: fileKind,
    position: whole(0, OFFSET_MAX),
  }),
  'log.offsetForTime': object({ ...partition, timestampMs: whole(0, OFFSET_MAX) }),
  'opened.list': nothing,
  'opened.open': object({ path: pipe(string(), minLength(1), maxLength(4096)) }),
  'opened.close': object(opened),
  'opened.refresh': object(opened),
  'opened.partitions': object(opened),
  'opened.census': object({ ...opened, ...maybePartition }),
  'opened.cancel': object(opened),
  'opened.records': object({
    ...openedPartition,
    fromOffset: whole(0, OFFSET_MAX),
    direction: picklist(['up', 'down']),
    recordsMax: whole(1, 5000),
    unit: optional(picklist(['records', 'batches'])),
  }),
  'opened.offsetForTime': object({ ...openedPartition, timestampMs: whole(0, OFFSET_MAX) }),
  'opened.fileBytes': object({
    ...opened,
    ...maybePartition,
    file: pipe(string(), regex(/^[A-Za-z0-9._-]{1,255}$/, 'is not the name of a file')),
    position: whole(0, OFFSET_MAX),
  }),
  'opened.record': object({ ...batchPlace.entries, ...recordPlace }),
  'opened.holes': object(openedPartition),
  'opened.batchBytes': batchPlace,
  'opened.nextBatch': batchPlace,
  'census.read': object(maybePartition),
  'census.cancel': nothing,
  'transactions.list': nothing,
  'transactions.records': object({ transactionalId }),
  'config.examine': object({
    text: pipe(string(), maxLength(65_536)),
    profile: picklist(['2.x', '3.x', '4.x']),
    client: optional(picklist(['producer', 'consumer'])),
  }),
  'keys.place': object({
    keys: pipe(array(keyInput), maxLength(1000)),
    partitions: whole(1, PARTITIONS_MAX),
    partitionsAfter: nullable(whole(1, PARTITIONS_MAX)),
  }),
  'timeline.read': object({ sinceSeq: whole(0, OFFSET_MAX) }),
  'wire.frameBytes': object({ frame: whole(1, OFFSET_MAX), side: picklist(['request', 'response']) }),
};
