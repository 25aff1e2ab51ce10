import type { Disk } from '#core/base/disk.ts';
import type { Work } from '../work.ts';
import { openPartial, refuseTarget, type TargetKind } from './refuse-target.ts';

/** Writes pieces under another name and gives the file its own when all are there. Rejects with what the pieces or the disk throw. */
export async function writeFile(
  disk: Disk,
  path: string,
  contents: {
    readonly pieces: Iterable<Buffer> | AsyncIterable<Buffer>;
    readonly kind: TargetKind;
    readonly work: Work;
  },
): Promise<number> {
  refuseTarget(disk, path, contents.kind);
  const partial = `${path}.partial`;
  let size = 0;
  try {
    const file = openPartial(disk, partial);
    try {
      for await (const piece of contents.pieces) {
        contents.work.check();
        file.write(size, piece);
        size += piece.length;
        const pause = contents.work.breathe();
        if (pause !== undefined) await pause;
      }
    } finally {
      file.close();
    }
    disk.rename(partial, path);
  } catch (error) {
    disk.remove(partial);
    throw error;
  }
  return size;
}
