/** `pack.json`: what a pack says of itself. */
import {
  array,
  boolean,
  literal,
  maxValue,
  minValue,
  nullable,
  number,
  object,
  optional,
  parse,
  picklist,
  pipe,
  record,
  regex,
  safeInteger,
  string,
  union,
  unknown,
  ValiError,
} from 'valibot';
import {
  type DecidedTransaction,
  EVIDENCE_PACK_PARTS,
  type EvidenceCheck,
  type EvidencePartition,
  type EvidenceSelection,
} from '#core/lab-api/evidence-views.ts';
import { PackRefused } from '../pack-refused.ts';

/** Names within a pack. */
export const PACK_FILES = {
  facts: 'pack.json',
  logs: 'logs',
  timeline: 'timeline.ndjson',
  frames: 'frames.pcap',
  scenario: 'scenario.json',
  verdicts: 'verdicts.ndjson',
  readme: 'README.md',
  checksums: 'SHA256SUMS',
} as const;

const FORMAT = 'fencepost-evidence';
const VERSION = 1;

export interface PackFacts {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly writtenBy: string;
  readonly createdAtMs: number;
  readonly point: 'turn' | 'closed' | 'crashed';
  readonly clusterId: string;
  readonly selection: EvidenceSelection;
  readonly partitions: readonly EvidencePartition[];
  readonly checks: readonly EvidenceCheck[];
  /** Transactions that a broker which starts on the logs completes. */
  readonly decided: readonly DecidedTransaction[];
  readonly timeline: {
    readonly events: number;
    readonly firstMs: number | null;
    readonly lastMs: number | null;
    readonly byType: { readonly [type: string]: number };
  };
  readonly frames: {
    readonly count: number;
    readonly packets: number;
    /** Port of the broker: what `-d tcp.port==` wants. */
    readonly brokerPort: number;
    readonly byApi: { readonly [api: string]: number };
  };
  /** Its id; null without one. */
  readonly scenario: string | null;
}

const DATE_MS_MAX = 8_640_000_000_000_000;

/** A time that a calendar has. */
const time = pipe(number(), minValue(-DATE_MS_MAX), maxValue(DATE_MS_MAX));
const offset = pipe(number(), safeInteger(), minValue(-1));

const partition = object({
  topic: pipe(string(), regex(/^[a-zA-Z0-9._-]{1,249}$/, 'a topic has a name that Kafka does not allow')),
  partition: pipe(number(), safeInteger(), minValue(0)),
  isInternal: boolean(),
  logStartOffset: offset,
  lastStableOffset: offset,
  highWatermark: offset,
  logEndOffset: offset,
  sizeBytes: pipe(number(), safeInteger(), minValue(0)),
});

const facts = object({
  format: literal(FORMAT),
  version: literal(VERSION),
  writtenBy: string(),
  createdAtMs: time,
  point: picklist(['turn', 'closed', 'crashed']),
  clusterId: string(),
  selection: object({
    topics: array(string()),
    transactionalIds: array(string()),
    fromMs: nullable(number()),
    toMs: nullable(number()),
    parts: optional(array(picklist(EVIDENCE_PACK_PARTS))),
  }),
  partitions: array(partition),
  checks: array(
    object({
      check: string(),
      outcome: picklist(['good', 'note', 'bad']),
      params: record(string(), union([string(), number()])),
    }),
  ),
  // Packs of before do not say it.
  decided: optional(
    array(
      object({
        transactionalId: string(),
        producerId: number(),
        epoch: number(),
        outcome: picklist(['committed', 'aborted']),
        partitions: array(string()),
      }),
    ),
    [],
  ),
  timeline: object({
    events: number(),
    firstMs: nullable(time),
    lastMs: nullable(time),
    byType: record(string(), number()),
  }),
  frames: object({
    count: number(),
    packets: number(),
    brokerPort: number(),
    byApi: record(string(), number()),
  }),
  scenario: nullable(string()),
});

/** What is the same in every pack of this version. */
export const PACK_IDENTITY = { format: FORMAT, version: VERSION } as const;

/** @throws {PackRefused} */
export function parseFacts(text: string): PackFacts {
  let value: unknown;
  try {
    value = JSON.parse(text);
    const version = parse(object({ format: literal(FORMAT), version: unknown() }), value);
    if (version.version !== VERSION) {
      throw new PackRefused(
        `it is of version ${JSON.stringify(version.version)}; this Fencepost reads version ${VERSION}`,
      );
    }
    return parse(facts, value) as PackFacts;
  } catch (error) {
    if (error instanceof SyntaxError) throw new PackRefused(`${PACK_FILES.facts} is not JSON`);
    if (!(error instanceof ValiError)) throw error;
    throw new PackRefused(`${PACK_FILES.facts} is not what a pack says of itself: ${error.message}`);
  }
}
