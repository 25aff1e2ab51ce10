/** Files that cross between the lab and a browser, which has no paths, in pieces. */
import type { EvidencePiece } from '#core/lab-api/evidence-views.ts';
import type { LabSession } from './lab-session.svelte.ts';
import type { JobProgress } from './long-job.svelte.ts';

const PIECE_BYTES = 256 * 1024;
/** Asked for before those before them have come. */
const AHEAD = 4;
/** So many are handed to the browser at once, which keeps large ones on its disk. */
const PIECES_A_BLOB = 64;

/** Is told how far it is; throws when it is to end. */
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

/** Hands a file to the lab; answers what it is called there. @throws {LabError} (as rejection), or what `report` throws. */
export async function uploadFile(session: LabSession, file: File, report: Report): Promise<string> {
  const { upload } = await session.call('evidence.receive', { name: file.name, sizeBytes: file.size });
  try {
    for (let position = 0; position < file.size; position += PIECE_BYTES) {
      const piece = new Uint8Array(await file.slice(position, position + PIECE_BYTES).arrayBuffer());
      const { receivedBytes } = await session.call('evidence.receivePiece', {
        upload,
        position,
        base64: toBase64(piece),
      });
      report({ phase: 'receive', doneBytes: receivedBytes, totalBytes: file.size });
    }
  } catch (error) {
    await session.call('evidence.fetched', { download: upload });
    throw error;
  }
  return upload;
}

/** Fetches a file from the lab and gives it to the browser to save. @throws {LabError} (as rejection), or what `report` throws. */
export async function downloadFile(
  session: LabSession,
  { download, name }: { readonly download: string; readonly name: string },
  report: Report,
): Promise<void> {
  const parts: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  try {
    let doneBytes = 0;
    for await (const piece of piecesOf(session, download)) {
      const bytes = fromBase64(piece.base64);
      doneBytes += bytes.length;
      report({ phase: 'fetch', doneBytes, totalBytes: piece.sizeBytes });
      pieces.push(bytes);
      if (pieces.length < PIECES_A_BLOB) continue;
      parts.push(new Blob(pieces));
      pieces = [];
    }
  } finally {
    await session.call('evidence.fetched', { download });
  }
  saveAs(new Blob([...parts, ...pieces]), name);
}

/** In order; the next few are on their way meanwhile. */
async function* piecesOf(session: LabSession, download: string): AsyncGenerator<EvidencePiece, void> {
  const fetch = (position: number): Promise<EvidencePiece> => {
    const coming = session.call('evidence.fetch', { download, position });
    // Whoever waits for it hears of it; nobody waits for those behind one that failed.
    coming.catch(() => undefined);
    return coming;
  };
  const coming = [fetch(0)];
  let position = PIECE_BYTES;
  for (let next = coming.shift(); next !== undefined; next = coming.shift()) {
    const piece = await next;
    for (; coming.length < AHEAD && position < piece.sizeBytes; position += PIECE_BYTES) {
      coming.push(fetch(position));
    }
    yield piece;
  }
}

function saveAs(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
