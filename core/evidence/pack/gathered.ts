/** Small pieces joined: each goes through compression on its own. */
const PIECE = 64 * 1024;

/** The same bytes in pieces of at least 64 KiB, but for the last. */
export function* gathered(pieces: Iterable<Buffer>): Generator<Buffer, void> {
  let waiting: Buffer[] = [];
  let size = 0;
  for (const piece of pieces) {
    waiting.push(piece);
    size += piece.length;
    if (size < PIECE) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}
