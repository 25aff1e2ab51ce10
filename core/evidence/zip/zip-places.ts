/** Reading at places that a ZIP file names, and naming its entries in sentences. */
import type { DiskFile } from '#core/base/disk.ts';
import { printable } from '#core/base/printable.ts';
import { DecodeError } from '#core/protocol/reader.ts';

/** @throws {DecodeError} when the file ends before. */
export function readExactly(file: DiskFile, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  const got = file.read(position, bytes, 0, length);
  if (got !== length) throw new DecodeError(`${length} bytes are expected, ${got} are there`, position);
  return bytes;
}

/** A name as a sentence may say it. */
export function shown(name: string): string {
  return printable(JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name));
}
