import type { Disk } from '#core/base/disk.ts';

/**
 * Brings a file to the device, through a handle of its own that nobody else closes while the kernel writes. A file that was deleted
 * meanwhile is left alone.
 */
export async function syncFile(disk: Disk, path: string): Promise<void> {
  if (!disk.exists(path)) return;
  const file = disk.open(path, 'write');
  try {
    await file.sync();
  } finally {
    file.close();
  }
}
