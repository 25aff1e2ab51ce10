/** What the calls around evidence packs, comparisons and the X-ray accept: see inputs.ts. */
import {
  array,
  type GenericSchema,
  literal,
  maxLength,
  minLength,
  null_,
  nullable,
  object,
  optional,
  picklist,
  pipe,
  string,
  unknown,
  variant,
} from 'valibot';
import type { Json } from '#core/observe/events.ts';
import type { InputOf } from './contract.ts';
import type { evidenceContract } from './evidence-contract.ts';
import { EVIDENCE_PACK_PARTS } from './evidence-views.ts';
import { OFFSET_MAX, partitionNumber, topic, transactionalId, whole } from './input-shapes.ts';

type Name = keyof typeof evidenceContract;

/** 256 KiB as base64. */
const PIECE_CHARACTERS_MAX = 349_528;
const LIST_MAX = 10_000;

const path = pipe(string(), minLength(1), maxLength(4096));
const name = pipe(string(), minLength(1), maxLength(64));
const job = { job: name };
const pack = { pack: name };
const target = { path: nullable(path) };
const selection = {
  topics: pipe(array(topic), maxLength(LIST_MAX)),
  transactionalIds: pipe(array(transactionalId), maxLength(LIST_MAX)),
  fromMs: nullable(whole(0, OFFSET_MAX)),
  toMs: nullable(whole(0, OFFSET_MAX)),
  parts: optional(pipe(array(picklist(EVIDENCE_PACK_PARTS)), maxLength(EVIDENCE_PACK_PARTS.length))),
};
const json = unknown() as unknown as GenericSchema<unknown, Json>;
const snapshot = variant('kind', [
  object({ kind: literal('lab') }),
  object({ kind: literal('path'), path }),
  object({ kind: literal('pack'), ...pack }),
]);

export const EVIDENCE_INPUTS: { readonly [N in Name]: GenericSchema<unknown, InputOf<N>> } = {
  'evidence.plan': object({ ...selection, ...target }),
  'evidence.export': object({
    ...selection,
    ...target,
    ...job,
    scenario: nullable(
      object({
        id: pipe(string(), maxLength(200)),
        definition: json,
        verdicts: pipe(array(json), maxLength(LIST_MAX)),
      }),
    ),
  }),
  'evidence.save': object({
    topic,
    partition: partitionNumber,
    opened: optional(name),
    ...target,
    ...job,
    part: variant('kind', [
      object({ kind: literal('partition') }),
      object({ kind: literal('segment'), baseOffset: whole(0, OFFSET_MAX) }),
      object({
        kind: literal('records'),
        format: picklist(['csv', 'json']),
        fromOffset: whole(0, OFFSET_MAX),
        toOffset: nullable(whole(0, OFFSET_MAX)),
      }),
    ]),
  }),
  'evidence.cancel': object(job),
  'evidence.fetch': object({ download: name, position: whole(0, OFFSET_MAX) }),
  'evidence.fetched': object({ download: name }),
  'evidence.receive': object({
    name: pipe(string(), minLength(1), maxLength(255)),
    sizeBytes: whole(0, OFFSET_MAX),
  }),
  'evidence.receivePiece': object({
    upload: name,
    position: whole(0, OFFSET_MAX),
    base64: pipe(string(), maxLength(PIECE_CHARACTERS_MAX)),
  }),
  'evidence.open': object({ ...job, path: nullable(path), upload: nullable(name) }),
  'evidence.packs': null_(),
  'evidence.close': object(pack),
  'evidence.timeline': object({ ...pack, sinceSeq: whole(0, OFFSET_MAX) }),
  'evidence.frameBytes': object({
    ...pack,
    frame: whole(1, OFFSET_MAX),
    side: picklist(['request', 'response']),
  }),
  'evidence.compare': object({ ...job, a: snapshot, b: snapshot }),
  'xray.read': object({
    ...job,
    source: snapshot,
    target: variant('kind', [
      object({ kind: literal('record'), topic, partition: partitionNumber, offset: whole(0, OFFSET_MAX) }),
      object({
        kind: literal('transaction'),
        transactionalId,
        producerId: whole(0, OFFSET_MAX),
        epoch: whole(0, 32_767),
      }),
    ]),
  }),
};
