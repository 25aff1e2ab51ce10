import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { extractPack } from '#core/evidence/pack/read-pack.ts';
import { endRecords, readExtra } from '#core/evidence/zip/zip-format.ts';
import { PackWorld } from '../../../support/pack-world.ts';
import { zipBytes } from '../../../support/zip-bytes.ts';

const PARTITION = {
  topic: 'orders',
  partition: 0,
  isInternal: false,
  logStartOffset: 0,
  lastStableOffset: 0,
  highWatermark: 0,
  logEndOffset: 0,
  sizeBytes: 0,
};

describe('a pack that nobody vouches for', () => {
  let world: PackWorld;

  beforeEach(() => {
    world = new PackWorld();
  });
  afterEach(() => world.close());

  /** The reason, once it is sure that nothing was left anywhere. */
  async function refusal(name: string): Promise<string> {
    const before = readdirSync(world.folder, { recursive: true }).length;
    const error = await world.extract(name).then(
      () => undefined,
      (thrown: Error) => thrown,
    );
    expect(error?.name).toBe('PackRefused');
    expect(existsSync(world.path('out'))).toBe(false);
    expect(readdirSync(world.folder, { recursive: true })).toHaveLength(before);
    return error?.message ?? '';
  }

  it('is opened when nothing is wrong with it', async () => {
    world.forge('good.fence', [{ name: 'logs/orders-0/00000000000000000000.log' }]);
    await world.extract('good.fence');
    expect([...world.filesBelow('out').keys()].sort()).toEqual([
      'SHA256SUMS',
      'logs/orders-0/00000000000000000000.log',
      'pack.json',
    ]);
  });

  it.each([
    ['../outside', 'would lie outside of the pack'],
    ['logs/../../outside', 'would lie outside of the pack'],
    ['logs/..', 'would lie outside of the pack'],
    ['/etc/passwd', 'has an absolute name'],
    ['C:/windows', 'has a name with a drive letter'],
    ['logs\\..\\..\\outside', 'has a backslash in its name'],
    ['logs//a', 'has an empty part in its name'],
    ['./a', 'has an empty part in its name'],
    ['logs/a\0.log', 'has a control character in its name'],
    ['logs/a\u202egol.exe', 'has an invisible or directing character in its name'],
    ['logs/a\u2066b', 'has an invisible or directing character in its name'],
    ['logs/a\u200bb', 'has an invisible or directing character in its name'],
    ['logs/\ufeffa', 'has an invisible or directing character in its name'],
    ['logs/a\u00adb', 'has an invisible or directing character in its name'],
    ['logs/a\u2028b', 'has an invisible or directing character in its name'],
    ['logs/a\u0085b', 'has a control character in its name'],
    ['logs/a\u{e0041}b', 'has an invisible or directing character in its name'],
    ['logs/nul', 'has the name of a device'],
    ['logs/NUL .log', 'has the name of a device'],
    ['logs/com\u00b9.log', 'has the name of a device'],
    ['logs/CONIN$', 'has the name of a device'],
    ['logs/what?', 'has a character in its name that Windows does not take'],
    ['logs/a|b', 'has a character in its name that Windows does not take'],
    ['logs/a ', 'has a name that ends with a dot or a space'],
    ['//server/share', 'has an absolute name'],
    ['\\\\server\\share', 'has a backslash in its name'],
    ['logs/a:b', 'has a colon in its name'],
    ['logs/a.', 'has a name that ends with a dot or a space'],
    [`logs/${'a'.repeat(300)}`, 'has a part of more than 255 bytes'],
    ['', 'has no name'],
  ])('is refused for the name %j', async (name, reason) => {
    world.forge('bad.fence', [{ name }]);
    expect(await refusal('bad.fence')).toContain(reason);
  });

  it.each([
    { createdAtMs: 1e300 },
    { timeline: { events: 0, firstMs: -1e300, lastMs: null, byType: {} } },
    { partitions: [{ ...PARTITION, logEndOffset: -5 }] },
    { partitions: [{ ...PARTITION, lastStableOffset: 0.5 }] },
    { partitions: [{ ...PARTITION, topic: '../../etc' }] },
  ])('is refused for facts that cannot be: %j', async (facts) => {
    world.forge('facts.fence', [], facts);
    expect(await refusal('facts.fence')).toMatch(/^pack\.json is not what a pack says of itself: /);
  });

  it('is refused for a link', async () => {
    world.forge('link.fence', [{ name: 'logs/link', data: Buffer.from('/etc/passwd'), mode: 0o120777 }]);
    expect(await refusal('link.fence')).toBe('"logs/link" is a link');
  });

  it('is refused for links of every kind', async () => {
    // As a Mac makes them, with a Windows reparse point, and said to be made by DOS.
    const made = [19, 0].map((system) => (header: Buffer) => {
      header.writeUInt8(system, 5);
      header.writeUInt32LE((0o120777 * 65536) >>> 0, 38);
    });
    const reparse = (header: Buffer): void => {
      header.writeUInt8(10, 5);
      header.writeUInt32LE(0x400, 38);
    };
    for (const central of [...made, reparse]) {
      world.forge('link.fence', [{ name: 'logs/link', central }]);
      expect(await refusal('link.fence')).toBe('"logs/link" is a link');
    }
  });

  it('is refused when the two headers of an entry say different things', async () => {
    const lies: readonly ((header: Buffer) => void)[] = [
      (header) => header.writeUInt16LE(0, 8),

      (header) => header.writeUInt32LE(7, 14),
      (header) => header.writeUInt32LE(7, 18),
      (header) => header.writeUInt32LE(7, 22),
      (header) => header.writeUInt32LE(7, header.length - 9 - 16),
    ];
    for (const local of lies) {
      world.forge('two.fence', [{ name: 'logs/a', local }]);
      expect(await refusal('two.fence')).toMatch(
        /^"logs\/a" has two headers that differ$|directory is damaged/,
      );
    }
  });

  it('is opened with sizes behind the data, as programs write them that cannot go back', async () => {
    const streamed = (header: Buffer): void => {
      header.writeUInt16LE(0x0808, 6);
      header.fill(0, 14, 26);
    };
    const flagged = (header: Buffer): void => {
      header.writeUInt16LE(0x0808, 8);
    };
    world.forge('streamed.fence', [{ name: 'logs/a', local: streamed, central: flagged }]);
    await world.extract('streamed.fence');
    expect(world.filesBelow('out').get('logs/a')?.toString()).toBe('contents');
  });

  it('is refused for two ends, for an end within a comment, and for bytes behind the end', async () => {
    world.forge('whole.fence', [{ name: 'logs/a' }]);
    const whole = readFileSync(world.path('whole.fence'));
    const end = Buffer.from(whole.subarray(whole.length - 22));
    const commented = Buffer.from(whole);
    commented.writeUInt16LE(22, whole.length - 2);
    writeFileSync(world.path('ends.fence'), Buffer.concat([commented, end]));
    expect(await refusal('ends.fence')).toBe('it has two ends: one of them is in a comment');
    writeFileSync(world.path('behind.fence'), Buffer.concat([whole, Buffer.from('PK\x03\x04 more')]));
    expect(await refusal('behind.fence')).toBe('it is not a ZIP file, or its end is missing');
    // An entry between the directory and its end: nobody lists it, some would find it.
    const gap = Buffer.concat([whole.subarray(0, whole.length - 22), Buffer.from('PK\x03\x04 hidden'), end]);
    writeFileSync(world.path('gap.fence'), gap);
    expect(await refusal('gap.fence')).toBe('there are bytes between its directory and its end');
  });

  it('is refused when its ends count otherwise than one another', async () => {
    world.forge('whole.fence', [{ name: 'logs/a' }]);
    const whole = readFileSync(world.path('whole.fence'));
    const end = whole.subarray(whole.length - 22);
    const one = Buffer.from(whole);
    one.writeUInt16LE(1, whole.length - 22 + 8);
    writeFileSync(world.path('disk.fence'), one);
    expect(await refusal('disk.fence')).toBe('it is one of several volumes');
    // A ZIP64 end that says another number of entries than the end behind it.
    const [position, sizeBytes] = [end.readUInt32LE(16), end.readUInt32LE(12)];
    const long = endRecords({ position, sizeBytes, entries: 70_000 });
    const lie = Buffer.concat([whole.subarray(0, position + sizeBytes), long.subarray(0, -22), end]);
    writeFileSync(world.path('lie.fence'), lie);
    expect(await refusal('lie.fence')).toBe('its two ends differ');
  });

  it('is refused for a field of sizes that is there twice', async () => {
    const zip64 = (bytes: number): Buffer => {
      const field = Buffer.alloc(12);
      field.writeUInt16LE(1, 0);
      field.writeUInt16LE(8, 2);
      field.writeUInt32LE(bytes, 4);
      return field;
    };
    expect(() =>
      readExtra(Buffer.concat([zip64(8), zip64(9)]), { sizeBytes: 0xffffffff, packedBytes: 1, position: 0 }),
    ).toThrow('a second ZIP64 field');
  });

  it('is refused for two checksums of one file', async () => {
    const facts = { name: 'pack.json', data: Buffer.from('{}') };
    const lines = Buffer.from(`${'0'.repeat(64)}  pack.json\n${'1'.repeat(64)}  pack.json\n`);
    writeFileSync(world.path('sums.fence'), zipBytes([facts, { name: 'SHA256SUMS', data: lines }]));
    expect(await refusal('sums.fence')).toBe('pack.json has two checksums');
  });

  it('is refused when the disk has no room for what would come out of it', async () => {
    const { totalBytes } = world.disk.volumeOf(world.folder);
    world.forge('large.fence', [{ name: 'logs/zeros', claimedSize: totalBytes * 2 }]);
    const refused = world.extract('large.fence', 'out', Number.MAX_SAFE_INTEGER);
    await expect(refused).rejects.toThrow(/^unpacked it takes [0-9]+ bytes, and [0-9]+ are free$/);
    expect(existsSync(world.path('out'))).toBe(false);
  });

  it('of many thousand entries is read a piece at a time, and can be cancelled', async () => {
    const names = Array.from({ length: 20_000 }, (_, i) => ({
      name: `logs/orders-${i}/a`,
      data: Buffer.alloc(0),
    }));
    world.forge('many.fence', names);
    const work = world.work();
    const opening = extractPack(
      { disk: world.disk, packing: world.packing, path: world.path('many.fence'), work },
      world.path('out'),
    );
    work.cancel();
    await expect(opening).rejects.toThrow('it was cancelled');
    expect(existsSync(world.path('out'))).toBe(false);
  });

  it('is refused for a device', async () => {
    world.forge('fifo.fence', [{ name: 'logs/pipe', mode: 0o010644 }]);
    expect(await refusal('fifo.fence')).toBe('"logs/pipe" is no plain file');
  });

  it('is refused for two entries of one name', async () => {
    world.forge('twice.fence', [{ name: 'logs/a' }, { name: 'logs/a', data: Buffer.from('another') }]);
    expect(await refusal('twice.fence')).toBe('"logs/a" is in it twice');
  });

  it.each([
    ['README.md', 'readme.MD'],
    ['logs/caf\u00e9', 'logs/cafe\u0301'],
    ['logs/orders-0/a.log', 'logs/orders-0/A.log'],
    ['logs/\u017f', 'logs/s'],
  ])('is refused for %j and %j, which some disks take for one name', async (one, other) => {
    world.forge('fold.fence', [{ name: one }, { name: other, data: Buffer.from('another') }]);
    expect(await refusal('fold.fence')).toContain('are one name on some disks');
  });

  it('is opened with topics whose names differ in case only, as Kafka allows', async () => {
    world.forge('case.fence', [{ name: 'logs/Orders-0/a' }, { name: 'logs/orders-0/a' }]);
    await world.extract('case.fence');
    expect(world.filesBelow('out').has('logs/Orders-0/a')).toBe(true);
  });

  it('is refused for a name that is both a file and a folder', async () => {
    world.forge('both.fence', [{ name: 'logs/a' }, { name: 'logs/a/b' }]);
    expect(await refusal('both.fence')).toBe('"logs/a" is both a file and a folder');
  });

  it('is refused for entries over the same bytes', async () => {
    world.forge('over.fence', [{ name: 'logs/a' }, { name: 'logs/a', position: 0 }]);
    expect(await refusal('over.fence')).toBe('"logs/a" is in it twice');
    writeFileSync(
      world.path('over2.fence'),
      zipBytes([{ name: 'a' }, { name: 'b' }, { name: 'c', position: 0 }]),
    );
    expect(await refusal('over2.fence')).toMatch(/lies over|is not where the directory says/);
  });

  it('is refused when it would become far larger than a file of its size may', async () => {
    world.forge('bomb.fence', [
      { name: 'logs/zeros', data: Buffer.alloc(1000), claimedSize: 10 * 1024 ** 3 },
    ]);
    expect(await refusal('bomb.fence')).toMatch(/^unpacked it would be more than the 1073741824 bytes/);
  });

  it('is refused when more comes out of an entry than it announces', async () => {
    const zeros = Buffer.alloc(64 * 1024 * 1024);
    world.forge('liar.fence', [{ name: 'logs/zeros', data: zeros, claimedSize: 1000 }]);
    expect(statSync(world.path('liar.fence')).size).toBeLessThan(100_000);
    expect(await refusal('liar.fence')).toBe('logs/zeros has more bytes than it announces');
  });

  it('is refused when less comes out of an entry than it announces', async () => {
    world.forge('short.fence', [{ name: 'logs/a', claimedSize: 1000 }]);
    expect(await refusal('short.fence')).toBe('logs/a has fewer bytes than it announces');
  });

  it('is refused for a wrong CRC', async () => {
    world.forge('crc.fence', [{ name: 'logs/a', crc: 1 }]);
    expect(await refusal('crc.fence')).toBe('logs/a does not match its checksum');
  });

  it('is refused for a wrong SHA-256', async () => {
    world.forge('sha.fence', [{ name: 'logs/a', sha256: '0'.repeat(64) }]);
    expect(await refusal('sha.fence')).toBe('logs/a does not match its SHA-256 checksum');
  });

  it('is refused for a file without a checksum, and for a checksum without a file', async () => {
    const facts = { name: 'pack.json', data: Buffer.from('{}') };
    writeFileSync(world.path('a.fence'), zipBytes([facts, { name: 'SHA256SUMS', data: Buffer.from('') }]));
    expect(await refusal('a.fence')).toBe('pack.json has no checksum');
    const line = Buffer.from(`${'0'.repeat(64)}  pack.json\n${'0'.repeat(64)}  logs/gone\n`);
    writeFileSync(world.path('b.fence'), zipBytes([facts, { name: 'SHA256SUMS', data: line }]));
    expect(await refusal('b.fence')).toBe('logs/gone has a checksum, but is missing');
  });

  it('is refused when it is encrypted, or packed in a way nobody here reads', async () => {
    world.forge('hidden.fence', [{ name: 'logs/a', local: (header) => header.writeUInt16LE(0x0801, 6) }]);
    expect(await refusal('hidden.fence')).toBe('"logs/a" is encrypted');
    world.forge('locked.fence', [{ name: 'logs/a', flags: 1 }]);
    expect(await refusal('locked.fence')).toBe('"logs/a" is encrypted');
    world.forge('bzip.fence', [{ name: 'logs/a', method: 12 }]);
    expect(await refusal('bzip.fence')).toContain('is packed by method 12');
  });

  it('is refused when it is a ZIP file of something else, or no ZIP file', async () => {
    writeFileSync(world.path('other.zip'), zipBytes([{ name: 'letter.txt' }]));
    expect(await refusal('other.zip')).toBe('it is a ZIP file, but no evidence pack: it has no pack.json');
    writeFileSync(world.path('text'), 'hello');
    expect(await refusal('text')).toBe('it is not a ZIP file: it is too short');
    writeFileSync(world.path('zeros'), Buffer.alloc(100_000));
    expect(await refusal('zeros')).toBe('it is not a ZIP file, or its end is missing');
  });

  it('is refused when it is of a later version', async () => {
    world.forge('later.fence', [], { version: 2 as 1 });
    expect(await refusal('later.fence')).toBe('it is of version 2; this Fencepost reads version 1');
  });

  it('is refused wherever it was cut off', async () => {
    world.forge('whole.fence', [{ name: 'logs/a' }]);
    const whole = readFileSync(world.path('whole.fence'));
    for (let size = 0; size < whole.length; size += 13) {
      writeFileSync(world.path('cut.fence'), whole.subarray(0, size));
      expect(await refusal('cut.fence')).not.toBe('');
    }
  });

  it('is refused, or opened with the same contents, whichever bit is flipped', async () => {
    world.forge('whole.fence', [{ name: 'logs/a' }]);
    const whole = readFileSync(world.path('whole.fence'));
    for (let bit = 0; bit < whole.length * 8; bit += 37) {
      const flipped = Buffer.from(whole);
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      writeFileSync(world.path('flip.fence'), flipped);
      try {
        await world.extract('flip.fence');
        expect(world.filesBelow('out').get('logs/a')?.toString()).toBe('contents');
        world.disk.removeDirectory(world.path('out'));
      } catch (error) {
        expect((error as Error).name).toBe('PackRefused');
      }
    }
  });
});
