import type { Disk } from '#core/base/disk.ts';
import type { Packing } from '#core/base/packing.ts';
import type { SnapshotFile } from '../source/log-snapshot.ts';
import type { Work } from '../work.ts';
import { ZipWriter } from '../zip/zip-writer.ts';
import { openPartial, refuseTarget } from './refuse-target.ts';

/** Writes files into a plain ZIP, under another name until all are in it. Rejects with what the files or the disk throw. */
export async function writeZip(
  target: { readonly disk: Disk; readonly packing: Packing; readonly path: string; readonly work: Work },
  files: readonly SnapshotFile[],
): Promise<void> {
  const { disk, packing, path, work } = target;
  refuseTarget(disk, path, 'zip');
  const partial = `${path}.partial`;
  try {
    const file = openPartial(disk, partial);
    try {
      const zip = new ZipWriter(file, packing);
      work.begin(
        'logs',
        files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      );
      for (const { path: name, modifiedMs, sizeBytes, contents } of files) {
        await zip.add({ name, modifiedMs, contents: contents() });
        work.advance(sizeBytes);
        await work.breathe();
      }
      zip.finish();
    } finally {
      file.close();
    }
    disk.rename(partial, path);
  } catch (error) {
    disk.remove(partial);
    throw error;
  }
}
