/** What is written, topic by topic and phase by phase. Each phase begins a segment; after phases 1, 3 and 5 the log is cleaned. */
import type { ClusterClients, Said } from './clients.ts';

type Settings = { readonly [key: string]: string };

export interface Case {
  readonly topic: string;
  readonly settings: Settings;
  /** Batches are compressed: two implementations of a codec need not agree on bytes. */
  readonly isCompressed?: boolean;
  /** Too large to be kept as a fixture. */
  readonly isLarge?: boolean;
  write(clients: ClusterClients, phase: number): Promise<void>;
}

export const PHASES = 6;

const BASE = {
  'cleanup.policy': 'compact',
  'segment.ms': '1800000',
  'min.cleanable.dirty.ratio': '1',
  'message.timestamp.after.max.ms': '1000000000',
  'file.delete.delay.ms': '100',
  'index.interval.bytes': '150',
};
const TOMBSTONES_GO_AT_ONCE = { 'delete.retention.ms': '0' };

function keys(phase: number, count: number, from = 0): Said[] {
  return Array.from({ length: count }, (_, i) => [`k${from + i}`, `v${phase}-${from + i}`]);
}

async function writePlain(clients: ClusterClients, topic: string, phase: number): Promise<void> {
  const steady = await clients.writer(topic, 'steady');
  await steady.batch(...keys(phase, 4));
  await steady.batch([`only-${phase}`, 'kept', `phase ${phase}`], ['k0', `again ${phase}`], ['k1', null]);
  const passing = await clients.writer(topic, `passing-${phase}`);
  await passing.batch(...keys(phase, 2, 2));
  await passing.batch(['k2', null], [`gone-${phase - 1}`, null]);
  await steady.batch([`gone-${phase}`, 'goes with the next phase']);
  const bare = await clients.writer(topic, 'bare', { 'enable.idempotence': 'false' });
  await bare.batch(['k9', `bare ${phase}`], ['k8', phase % 2 === 0 ? null : 'odd']);
}

async function writeTransactions(clients: ClusterClients, topic: string, phase: number): Promise<void> {
  const a = await clients.writer(topic, 'a', { 'transactional.id': `a-${topic}` });
  const b = await clients.writer(topic, 'b', { 'transactional.id': `b-${topic}` });
  // Left open by the phase before.
  if (phase > 0) {
    await b.batch(['k5', `b goes on ${phase}`]);
    await (phase % 2 === 0 ? b.commit() : b.abort());
  }
  a.begin();
  await a.batch(...keys(phase, 3));
  await a.commit();
  b.begin();
  a.begin();
  await b.batch(['k0', `aborted ${phase}`], ['k1', `aborted ${phase}`]);
  await a.batch(['k0', `committed ${phase}`], ['k2', null]);
  await b.abort();
  await a.commit();
  const once = await clients.writer(topic, `once-${phase}`, { 'transactional.id': `once-${phase}-${topic}` });
  once.begin();
  await once.batch(['k3', `once ${phase}`]);
  await (phase % 2 === 0 ? once.abort() : once.commit());
  b.begin();
  await b.batch(['k4', `b begins ${phase}`]);
  if (phase < PHASES - 1) return;
  await b.commit();
}

/** The transaction that phase 2 begins stays open to the end. */
async function writeAroundOpen(clients: ClusterClients, topic: string, phase: number): Promise<void> {
  const steady = await clients.writer(topic, 'steady');
  await steady.batch(...keys(phase, 3));
  if (phase === 2) {
    const open = await clients.writer(topic, 'open', { 'transactional.id': `open-${topic}` });
    open.begin();
    await open.batch(['k0', 'open']);
  }
  await steady.batch(...keys(phase + 10, 2, 1));
}

async function writeCompressed(clients: ClusterClients, topic: string, phase: number): Promise<void> {
  const codec = { 'compression.type': topic.replace('codec-', '') };
  const steady = await clients.writer(topic, 'steady', codec);
  await steady.batch(...keys(phase, 20), [`only-${phase}`, 'x'.repeat(300)], ['k3', null]);
  await steady.batch(...keys(phase + 10, 5, phase * 3));
}

/** Segments are filled by size; timestamps are the broker's where the topic says so. */
async function writeLarge(clients: ClusterClients, topic: string, phase: number): Promise<void> {
  const steady = await clients.writer(topic, 'steady');
  await steady.batch(['large', String(phase).repeat(600_000)]);
  await steady.batch(...keys(phase, 3), [`kept-${phase}`, 'z'.repeat(150_000)]);
  await steady.batch(['k1', null], [`only-${phase}`, 'kept']);
}

function codecCase(codec: string): Case {
  const topic = `codec-${codec}`;
  return {
    topic,
    settings: BASE,
    isCompressed: true,
    write: (clients, phase) => writeCompressed(clients, topic, phase),
  };
}

const LARGE = {
  ...BASE,
  'segment.ms': '604800000',
  'segment.bytes': '1048576',
  'max.message.bytes': '1048588',
};

export const CASES: readonly Case[] = [
  { topic: 'plain', settings: BASE, write: (clients, phase) => writePlain(clients, 'plain', phase) },
  {
    topic: 'plain-short',
    settings: { ...BASE, ...TOMBSTONES_GO_AT_ONCE },
    write: (clients, phase) => writePlain(clients, 'plain-short', phase),
  },
  { topic: 'txn', settings: BASE, write: (clients, phase) => writeTransactions(clients, 'txn', phase) },
  {
    topic: 'txn-short',
    settings: { ...BASE, ...TOMBSTONES_GO_AT_ONCE },
    write: (clients, phase) => writeTransactions(clients, 'txn-short', phase),
  },
  { topic: 'open', settings: BASE, write: (clients, phase) => writeAroundOpen(clients, 'open', phase) },
  ...['gzip', 'snappy', 'lz4', 'zstd'].map(codecCase),
  {
    topic: 'grouped',
    settings: LARGE,
    isLarge: true,
    write: (clients, phase) => writeLarge(clients, 'grouped', phase),
  },
  {
    topic: 'append-time',
    settings: { ...LARGE, 'message.timestamp.type': 'LogAppendTime' },
    isLarge: true,
    write: (clients, phase) => writeLarge(clients, 'append-time', phase),
  },
];
