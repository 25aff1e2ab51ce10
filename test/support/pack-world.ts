import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PackFacts } from '#core/evidence/pack/pack-facts.ts';
import { extractPack } from '#core/evidence/pack/read-pack.ts';
import { type PackContents, writePack } from '#core/evidence/pack/write-pack.ts';
import type { LogSnapshot } from '#core/evidence/source/log-snapshot.ts';
import { Work } from '#core/evidence/work.ts';
import { NodeClock } from '#core/platform/node/node-clock.ts';
import { NodeDisk } from '#core/platform/node/node-disk.ts';
import { NodePacking } from '#core/platform/node/node-packing.ts';
import { type ForgedEntry, zipBytes } from './zip-bytes.ts';

/** A folder for packs, and what reads and writes them. */
export class PackWorld {
  readonly folder = mkdtempSync(join(tmpdir(), 'fencepost-evidence-'));
  readonly disk = new NodeDisk();
  readonly packing = new NodePacking();
  readonly clock = new NodeClock();

  path(name: string): string {
    return join(this.folder, name);
  }

  work(): Work {
    return new Work(this.clock);
  }

  write(name: string, contents: Partial<PackContents> & { readonly snapshot: LogSnapshot }) {
    const { disk, clock, packing } = this;
    return writePack(
      { disk, clock, packing, path: this.path(name), work: this.work() },
      {
        selection: { topics: [], transactionalIds: [], fromMs: null, toMs: null },
        story: null,
        scenario: null,
        checks: [],
        writtenBy: 'a test',
        ...contents,
      },
    );
  }

  extract(name: string, into = 'out', unpackedMax?: number): Promise<PackFacts> {
    const { disk, packing } = this;
    return extractPack(
      { disk, packing, path: this.path(name), work: this.work(), unpackedMax },
      this.path(into),
    );
  }

  /** A pack with facts and right checksums, and these entries besides. */
  forge(
    name: string,
    entries: readonly (ForgedEntry & { readonly sha256?: string })[],
    facts: Partial<PackFacts> = {},
  ): void {
    const all: (ForgedEntry & { readonly sha256?: string })[] = [
      { name: 'pack.json', data: Buffer.from(JSON.stringify({ ...FACTS, ...facts })) },
      ...entries,
    ];
    const sums = all.map((entry) => {
      const data = entry.data ?? Buffer.from('contents');
      return `${entry.sha256 ?? createHash('sha256').update(data).digest('hex')}  ${entry.name}\n`;
    });
    writeFileSync(
      this.path(name),
      zipBytes([...all, { name: 'SHA256SUMS', data: Buffer.from(sums.join('')) }]),
    );
  }

  /** Every file below a folder, with its contents. */
  filesBelow(name: string): ReadonlyMap<string, Buffer> {
    const root = this.path(name);
    const files = new Map<string, Buffer>();
    if (!existsSync(root)) return files;
    for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      if (statSync(join(root, path)).isFile())
        files.set(path.replaceAll('\\', '/'), readFileSync(join(root, path)));
    }
    return files;
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const FACTS: PackFacts = {
  format: 'fencepost-evidence',
  version: 1,
  writtenBy: 'a test',
  createdAtMs: 0,
  point: 'closed',
  clusterId: '',
  selection: { topics: [], transactionalIds: [], fromMs: null, toMs: null },
  partitions: [],
  checks: [],
  decided: [],
  timeline: { events: 0, firstMs: null, lastMs: null, byType: {} },
  frames: { count: 0, packets: 0, brokerPort: 0, byApi: {} },
  scenario: null,
};
