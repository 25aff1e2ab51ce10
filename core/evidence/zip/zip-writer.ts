/**
 * Writes a ZIP file an entry at a time, in one pass: header, data as it comes, then the sizes are filled in. Memory holds one piece
 * of data, and a line for each entry.
 */
import { crc32 } from '@node-rs/crc32';
import type { DiskFile } from '#core/base/disk.ts';
import type { Packing } from '#core/base/packing.ts';
import { centralHeader, endRecords, localHeader, METHOD, type ZipEntry } from './zip-format.ts';

/** Quick: a pack of a gigabyte is to be written while somebody waits. */
const LEVEL = 4;

export interface NewEntry {
  readonly name: string;
  readonly modifiedMs: number;
  /** The contents, in pieces of at most some hundred KiB. */
  readonly contents: Iterable<Buffer> | AsyncIterable<Buffer>;
}

/** What became of an entry. */
export interface WrittenEntry {
  readonly sizeBytes: number;
  readonly sha256: string;
}

export class ZipWriter {
  readonly #file: DiskFile;
  readonly #packing: Packing;
  readonly #entries: ZipEntry[] = [];
  #position = 0;

  /** Over an empty file. */
  constructor(file: DiskFile, packing: Packing) {
    this.#file = file;
    this.#packing = packing;
  }

  /** Bytes written so far. */
  get sizeBytes(): number {
    return this.#position;
  }

  /** @throws the platform's error, and what the contents throw. */
  async add({ name, modifiedMs, contents }: NewEntry): Promise<WrittenEntry> {
    const position = this.#position;
    const method = METHOD.deflated;
    const open = { name, method, crc: 0, packedBytes: 0, sizeBytes: 0, position, modifiedMs };
    this.#write(localHeader(open));
    const start = this.#position;
    const digest = this.#packing.sha256();
    const deflater = this.#packing.deflater(LEVEL);
    let crc = 0;
    let sizeBytes = 0;
    for await (const piece of contents) {
      crc = crc32(piece, crc);
      digest.update(piece);
      sizeBytes += piece.length;
      this.#write(await deflater.push(piece));
    }
    this.#write(await deflater.end());
    const entry = { ...open, crc: crc >>> 0, sizeBytes, packedBytes: this.#position - start };
    this.#file.write(position, localHeader(entry));
    this.#entries.push(entry);
    return { sizeBytes, sha256: digest.hex() };
  }

  /** Writes the directory. Nothing may be added afterwards. */
  finish(): void {
    const position = this.#position;
    for (const entry of this.#entries) this.#write(centralHeader(entry));
    const sizeBytes = this.#position - position;
    this.#write(endRecords({ position, sizeBytes, entries: this.#entries.length }));
  }

  #write(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#file.write(this.#position, bytes);
    this.#position += bytes.length;
  }
}
