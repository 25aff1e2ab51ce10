import type { Disk } from '#core/base/disk.ts';

/**
 * What is written takes the place of what has its name: of a file only, or a folder or `/dev/null` would be gone.
 * @throws {Error} with `code` EISDIR for a folder, EEXIST for a pipe, a socket or a device.
 */
export function refuseTarget(disk: Disk, path: string): void {
  const stat = disk.stat(path);
  if (stat === undefined || stat.isFile) return;
  const [code, what] = stat.isDirectory ? ['EISDIR', 'a folder'] : ['EEXIST', 'a pipe, a socket or a device'];
  throw Object.assign(new Error(`${code}: ${path} is ${what}`), { code, path });
}
