/**
 * `frames.pcap` of an evidence pack, decoded by tshark: every exchange of the timeline has to come out as Kafka with the same API key
 * and correlation id, in the packets that the timeline names, and nothing may be out of order. Exit 1 when something differs.
 *
 *   npx tsx test/compat/frames-in-tshark.ts [PACK]
 *
 * Without PACK one is made of a small lab. Without tshark this is skipped.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTimeline } from '#core/evidence/pack/pack-timeline.ts';
import { extractPack } from '#core/evidence/pack/read-pack.ts';
import { Work } from '#core/evidence/work.ts';
import { startLab } from '#core/host/start-lab.ts';
import { NodePacking } from '#core/platform/node/node-packing.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { WireProducer } from '../support/wire-producer.ts';
import { leaveOpen, produceSurely, subjectAt, writeOn, writeSome } from './evidence/subjects.ts';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-tshark-'));
const { disk, clock } = nodePlatform();

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function makePack(path: string): Promise<void> {
  const running = await startLab({ port: 0 });
  try {
    const subject = subjectAt(running.lab.broker.port);
    await writeSome(subject, 'orders');
    await leaveOpen(subject, 'orders');
    const writing = writeOn(subject, 'orders');
    const large = await WireProducer.ready(subject, null);
    await produceSurely(large, 'orders', ['x'.repeat(300_000)]);
    await writing.stop();
    const nothing = { topics: [], transactionalIds: [], fromMs: null, toMs: null };
    await running.lab.evidence?.export(nothing, { path, job: 'pack', scenario: null });
  } finally {
    await running.stop();
  }
}

/** tshark's own words. It then cannot tell of the response which API it answers. */
const UNKNOWN_VERSION = '[Unsupported API version]';

interface Decoded {
  readonly apiKey: string;
  readonly correlationId: string;
  readonly hasKnownVersion: boolean;
}

/** By packet number, what tshark makes of it; `|` separates several frames of one packet. */
function decode(capture: string, port: number): ReadonlyMap<number, Decoded> {
  const fields = ['frame.number', 'kafka.api_key', 'kafka.correlation_id', '_ws.col.Info'];
  const text = execFileSync(
    'tshark',
    [
      ...['-r', capture, '-d', `tcp.port==${port},kafka`, '-T', 'fields', '-E', 'separator=;'],
      ...['-E', 'aggregator=|', ...fields.flatMap((field) => ['-e', field])],
    ],
    { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  return new Map(
    text.split('\n').flatMap((line) => {
      const [number, apiKey = '', correlationId = '', info = ''] = line.split(';');
      const hasKnownVersion = !info.includes(UNKNOWN_VERSION);
      return correlationId === ''
        ? []
        : [[Number(number), { apiKey, correlationId, hasKnownVersion }] as const];
    }),
  );
}

/** What Wireshark complains about, but for API versions that its release does not know. */
function complaints(capture: string, port: number): readonly string[] {
  const filter =
    'tcp.analysis.flags || _ws.malformed || tcp.checksum.status == "Bad" || ip.checksum.status == "Bad"';
  const checks = ['-o', 'tcp.check_checksum:TRUE', '-o', 'ip.check_checksum:TRUE'];
  const text = execFileSync(
    'tshark',
    ['-r', capture, '-d', `tcp.port==${port},kafka`, ...checks, '-Y', filter],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  return text.split('\n').filter((line) => line !== '' && !line.includes(UNKNOWN_VERSION));
}

async function run(): Promise<number> {
  const pack = process.argv[2] ?? join(folder, 'made.fence');
  if (process.argv[2] === undefined) await makePack(pack);
  const out = join(folder, 'out');
  const facts = await extractPack(
    { disk, packing: new NodePacking(), path: pack, work: new Work(clock) },
    out,
  );
  const capture = join(out, 'frames.pcap');
  const { brokerPort } = facts.frames;
  const decoded = decode(capture, brokerPort);
  let failures = 0;
  let count = 0;
  const undecoded = new Map<string, number>();
  const unknown = new Set<string>();
  for (const line of readTimeline(readFileSync(join(out, 'timeline.ndjson'), 'utf8'))) {
    if (line.type !== 'frame.exchanged' || line.packets == null) continue;
    count++;
    const { api, apiKey, version, correlationId } = line.data;
    for (const side of ['request', 'response'] as const) {
      const packet = line.packets[side];
      if (packet === null) continue;
      const seen = decoded.get(packet);
      if (seen?.hasKnownVersion === false && side === 'request') unknown.add(`${api} v${version}`);
      const mayLackKey = side === 'response' && unknown.has(`${api} v${version}`) && seen?.apiKey === '';
      if (seen?.correlationId !== String(correlationId) || (seen.apiKey !== String(apiKey) && !mayLackKey)) {
        failures++;
        const was =
          seen === undefined ? 'nothing' : `api key ${seen.apiKey}, correlation id ${seen.correlationId}`;
        undecoded.set(
          `${api} v${version} ${side}: ${was}`,
          (undecoded.get(`${api} v${version} ${side}: ${was}`) ?? 0) + 1,
        );
      }
    }
  }
  for (const [what, times] of [...undecoded].slice(0, 20)) print(`FAIL  ${what} (${times} times)`);
  const said = complaints(capture, brokerPort);
  for (const line of said.slice(0, 10)) print(`FAIL  tshark: ${line}`);
  if (unknown.size > 0) print(`      this tshark does not know ${[...unknown].join(', ')}: header only`);
  print(`${count} exchanges in ${facts.frames.packets} packets, ${decoded.size} decoded; ${failures} differ`);
  return failures === 0 && said.length === 0 ? 0 : 1;
}

if (spawnSync('tshark', ['--version']).status !== 0) {
  print('skipped: there is no tshark on this machine');
} else {
  process.exitCode = await run();
}
rmSync(folder, { recursive: true, force: true });
