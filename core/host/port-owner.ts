import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const LISTEN = '0A';

/** Who listens on a port. */
export interface PortOwner {
  readonly pid: number;
  readonly name: string;
}

/** The process that listens on a port, where the system tells (Linux, and only of processes we may look at). */
export function portOwner(port: number): PortOwner | undefined {
  try {
    const inode = listeningInode(port);
    return inode === undefined ? undefined : ownerOf(`socket:[${inode}]`);
  } catch {
    return undefined;
  }
}

/** `  0: 0100007F:2384 00000000:0000 0A … inode …`, hexadecimal, one line a socket. */
function listeningInode(port: number): string | undefined {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of readFileSync(table, 'utf8').split('\n')) {
      const [, local, , state, , , , , , inode] = line.trim().split(/ +/);
      if (state === LISTEN && local?.endsWith(suffix)) return inode;
    }
  }
  return undefined;
}

function ownerOf(socket: string): PortOwner | undefined {
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const holds = readdirSync(`/proc/${pid}/fd`).some(
        (fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) === socket,
      );
      if (holds) return { pid: Number(pid), name: readFileSync(`/proc/${pid}/comm`, 'utf8').trim() };
    } catch {
      // Another's process, or one that has just ended.
    }
  }
  return undefined;
}
