/**
 * Files that cross between this machine's disk and a window that has no paths, in pieces of at most 256 KiB: what was written waits
 * to be fetched, what a person dropped comes in before it is opened.
 */
import type { Disk } from '#core/base/disk.ts';
import type { EvidencePiece } from '#core/lab-api/evidence-views.ts';
import { labError } from '#core/lab-api/lab-error.ts';

const PIECE = 256 * 1024;
/** At a time, either way: a window that forgets its files must not fill the disk. */
const TRANSFERS_MAX = 8;

interface Upload {
  readonly name: string;
  readonly path: string;
  readonly folder: string;
  readonly sizeBytes: number;
  receivedBytes: number;
}

interface Download {
  readonly path: string;
  readonly folder: string;
}

export class Transfers {
  readonly #disk: Disk;
  readonly #makeFolder: () => string;
  readonly #downloads = new Map<string, Download>();
  readonly #uploads = new Map<string, Upload>();
  #made = 0;

  /** `makeFolder` makes an empty temporary folder. */
  constructor(disk: Disk, makeFolder: () => string) {
    this.#disk = disk;
    this.#makeFolder = makeFolder;
  }

  /** A place for a file called `name` that will be fetched; nothing is there yet. */
  newDownload(name: string): { readonly download: string; readonly path: string } {
    if (this.#downloads.size >= TRANSFERS_MAX) {
      throw labError(
        'TOO_MANY_FILES',
        `${TRANSFERS_MAX} files wait to be fetched.`,
        'Fetch or drop them first.',
      );
    }
    const folder = this.#makeFolder();
    const download = `d${++this.#made}`;
    const path = `${folder}/${name}`;
    this.#downloads.set(download, { path, folder });
    return { download, path };
  }

  fetch(download: string, position: number): EvidencePiece {
    const known = this.#downloads.get(download);
    if (known === undefined)
      throw labError('NO_SUCH_FILE', `There is no file ${download} to fetch.`, 'Write it again.');
    const file = this.#disk.open(known.path, 'read');
    try {
      const sizeBytes = file.size();
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(PIECE, sizeBytes - position)));
      const got = bytes.subarray(0, file.read(position, bytes, 0, bytes.length));
      const isLast = position + got.length >= sizeBytes;
      return { position, base64: got.toString('base64'), sizeBytes, isLast };
    } finally {
      file.close();
    }
  }

  /** Lets a file go, whichever way it was crossing. */
  drop(transfer: string): void {
    this.forget(transfer);
    this.#dropDownload(transfer);
  }

  #dropDownload(download: string): void {
    const known = this.#downloads.get(download);
    this.#downloads.delete(download);
    if (known !== undefined) this.#disk.removeDirectory(known.folder);
  }

  /** A file will come; `name` is only what it is called. */
  receive({ name, sizeBytes }: { readonly name: string; readonly sizeBytes: number }): string {
    if (this.#uploads.size >= TRANSFERS_MAX) {
      throw labError(
        'TOO_MANY_FILES',
        `${TRANSFERS_MAX} files are coming in already.`,
        'Wait for them first.',
      );
    }
    const folder = this.#makeFolder();
    const { usableBytes } = this.#disk.volumeOf(folder);
    if (sizeBytes > usableBytes) {
      this.#disk.removeDirectory(folder);
      throw labError(
        'DISK_FULL',
        `The file has ${sizeBytes} bytes; ${usableBytes} are free.`,
        'Make room, or start Fencepost on the machine that has it.',
      );
    }
    const upload = `u${++this.#made}`;
    this.#uploads.set(upload, { name, path: `${folder}/upload`, folder, sizeBytes, receivedBytes: 0 });
    return upload;
  }

  /** Takes the next piece; answers how many bytes are there. */
  take(upload: string, position: number, bytes: Buffer): number {
    const known = this.#upload(upload);
    if (position !== known.receivedBytes || position + bytes.length > known.sizeBytes) {
      throw labError('BAD_PIECE', `${upload} goes on at byte ${known.receivedBytes} of ${known.sizeBytes}.`);
    }
    const file = this.#disk.open(known.path, 'write');
    try {
      file.write(position, bytes);
    } finally {
      file.close();
    }
    known.receivedBytes += bytes.length;
    return known.receivedBytes;
  }

  /** Where the whole file lies, and what it is called. */
  uploaded(upload: string): { readonly path: string; readonly name: string } {
    const known = this.#upload(upload);
    if (known.receivedBytes !== known.sizeBytes) {
      throw labError('NOT_ALL_THERE', `${known.receivedBytes} of ${known.sizeBytes} bytes have come.`);
    }
    return { path: known.path, name: known.name };
  }

  /** Lets an upload go. */
  forget(upload: string): void {
    const known = this.#uploads.get(upload);
    this.#uploads.delete(upload);
    if (known !== undefined) this.#disk.removeDirectory(known.folder);
  }

  close(): void {
    for (const download of [...this.#downloads.keys()]) this.drop(download);
    for (const upload of [...this.#uploads.keys()]) this.forget(upload);
  }

  #upload(upload: string): Upload {
    const known = this.#uploads.get(upload);
    if (known === undefined)
      throw labError('NO_SUCH_FILE', `Nothing is coming in as ${upload}.`, 'Choose the file again.');
    return known;
  }
}
