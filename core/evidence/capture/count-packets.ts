/** How many packets a capture file holds. */
import type { Disk } from '#core/base/disk.ts';
import { FILE_HEADER, RECORD_HEADER } from './capture.ts';

/** Those that are whole: what follows one that is cut is not looked at. Rejects with the platform's error, and what `breathe` throws. */
export async function countPackets(
  disk: Disk,
  path: string,
  breathe: () => Promise<void> | undefined,
): Promise<number> {
  const file = disk.open(path, 'read');
  try {
    const size = file.size();
    const header = Buffer.alloc(RECORD_HEADER);
    let count = 0;
    for (let at = FILE_HEADER; at + RECORD_HEADER <= size; count++) {
      file.read(at, header, 0, RECORD_HEADER);
      at += RECORD_HEADER + header.readUInt32LE(8);
      if (at > size) break;
      const pause = breathe();
      if (pause !== undefined) await pause;
    }
    return count;
  } finally {
    file.close();
  }
}
