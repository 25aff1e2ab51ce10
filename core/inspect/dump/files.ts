/** How a dump opens files and reads their names. */
import type { Disk, DiskFile } from '#core/base/disk.ts';
import { noFileReason } from '../read/unreadable.ts';
import type { DumpFile } from './dump-options.ts';
import { DumpFailure } from './dump-options.ts';

/** A folder, a pipe or a device where a file should be. */
export class NoFile extends DumpFailure {
  override readonly name = 'NoFile';
}

/** Opens the file, hands it to `use`, and closes it again. @throws {DumpFailure} when there is no such file. */
export async function opened<T>(disk: Disk, path: string, use: (file: DiskFile) => Promise<T>): Promise<T> {
  const stat = disk.stat(path);
  if (stat === undefined) throw new DumpFailure(`${path} does not exist`);
  if (!stat.isFile) throw new NoFile(`cannot be read: ${noFileReason(disk, path)}`);
  const file = disk.open(path, 'read');
  try {
    return await use(file);
  } finally {
    file.close();
  }
}

/** Where the file lies. */
export function pathOf({ directory, name }: DumpFile): string {
  return `${directory}/${name}`;
}

/** Where the file of the same segment with this suffix lies. */
export function siblingOf({ directory, name }: DumpFile, suffix: string): string {
  return `${directory}/${stemOf(name)}${suffix}`;
}

/** What stands in front of the first dot. */
function stemOf(name: string): string {
  const dot = name.indexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}

/** The base offset in a file's name. @throws {DumpFailure} when it is not a number. */
export function baseOffsetOf(name: string): bigint {
  const stem = stemOf(name);
  if (!/^[+-]?[0-9]{1,20}$/.test(stem)) {
    throw new DumpFailure(
      `its name does not begin with an offset, as 00000000000000000000${name.slice(stem.length)} does`,
    );
  }
  return BigInt.asIntN(64, BigInt(stem.replace('+', '')));
}
