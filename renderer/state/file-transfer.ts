/** Files that cross between the lab and a browser, which has no paths, in pieces. */

import type { LabSession } from './lab-session.svelte.ts';
import type { JobProgress } from './long-job.svelte.ts';

const PIECE_BYTES = 256 * 1024;

type Report = (progress: JobProgress) => void;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(text);
}

function fromBase64(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Hands a file to the lab; answers what it is called there. @throws {LabError} (as rejection) */
export async function uploadFile(session: LabSession, file: File, report: Report): Promise<string> {
  const { upload } = await session.call('evidence.receive', { name: file.name, sizeBytes: file.size });
  for (let position = 0; position < file.size; position += PIECE_BYTES) {
    const piece = new Uint8Array(await file.slice(position, position + PIECE_BYTES).arrayBuffer());
    const { receivedBytes } = await session.call('evidence.receivePiece', {
      upload,
      position,
      base64: toBase64(piece),
    });
    report({ phase: 'receive', doneBytes: receivedBytes, totalBytes: file.size });
  }
  return upload;
}

/** Fetches a file from the lab and gives it to the browser to save. @throws {LabError} (as rejection) */
export async function downloadFile(
  session: LabSession,
  file: { readonly download: string; readonly name: string },
  report: Report,
): Promise<void> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let position = 0; ; ) {
    const piece = await session.call('evidence.fetch', { download: file.download, position });
    const bytes = fromBase64(piece.base64);
    pieces.push(bytes);
    position += bytes.length;
    report({ phase: 'fetch', doneBytes: position, totalBytes: piece.sizeBytes });
    if (piece.isLast) break;
  }
  await session.call('evidence.fetched', { download: file.download });
  saveAs(new Blob(pieces), file.name);
}

function saveAs(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
