import { deflateRawSync } from 'node:zlib';
import { crc32 } from '@node-rs/crc32';
import { centralHeader, endRecords, localHeader, METHOD } from '#core/evidence/zip/zip-format.ts';

/** An entry of a ZIP made by hand; what is left out is as it should be. */
export interface ForgedEntry {
  readonly name: string;
  readonly data?: Buffer;
  /** What the directory says of the size, and of the checksum. */
  readonly claimedSize?: number;
  readonly crc?: number;
  /** File type and permissions, as Unix has them. */
  readonly mode?: number;
  readonly flags?: number;
  readonly method?: number;
  /** Where the directory says it is. */
  readonly position?: number;
  /** Changes its headers once they are made. */
  readonly local?: (header: Buffer) => void;
  readonly central?: (header: Buffer) => void;
}

/** A ZIP file of those entries, right or wrong. */
export function zipBytes(entries: readonly ForgedEntry[]): Buffer {
  const pieces: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const forged of entries) {
    const data = forged.data ?? Buffer.from('contents');
    const packed = deflateRawSync(data);
    const entry = {
      name: forged.name,
      method: METHOD.deflated,
      crc: forged.crc ?? crc32(data) >>> 0,
      packedBytes: packed.length,
      sizeBytes: forged.claimedSize ?? data.length,
      position: forged.position ?? at,
      modifiedMs: 1_700_000_000_000,
    };
    const local = localHeader(entry);
    forged.local?.(local);
    pieces.push(local, packed);
    at += local.length + packed.length;
    const header = centralHeader(entry);
    if (forged.mode !== undefined) header.writeUInt32LE(forged.mode * 65536, 38);
    if (forged.flags !== undefined) header.writeUInt16LE(header.readUInt16LE(8) | forged.flags, 8);
    if (forged.method !== undefined) header.writeUInt16LE(forged.method, 10);
    forged.central?.(header);
    central.push(header);
  }
  const sizeBytes = central.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([
    ...pieces,
    ...central,
    endRecords({ position: at, sizeBytes, entries: entries.length }),
  ]);
}
