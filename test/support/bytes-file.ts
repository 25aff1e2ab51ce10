import type { DiskFile } from '#core/base/disk.ts';

/** A file that lies in memory and is only read. */
export class BytesFile implements DiskFile {
  readonly path: string;
  bytes: Buffer;

  constructor(bytes: Buffer, path = '/orders-0/00000000000000000000.log') {
    this.bytes = bytes;
    this.path = path;
  }

  read(position: number, target: Uint8Array, targetStart: number, length: number): number {
    return this.bytes.copy(target, targetStart, position, position + length);
  }
  size(): number {
    return this.bytes.length;
  }
  write(): never {
    throw new Error('a file that was opened for reading is never written');
  }
  truncate(): never {
    return this.write();
  }
  sync(): never {
    return this.write();
  }
  syncNow(): never {
    return this.write();
  }
  close(): void {
    // Nothing is held.
  }
}
