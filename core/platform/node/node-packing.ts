import { createHash } from 'node:crypto';
import zlib from 'node:zlib';
import type { Deflater, Digest, Inflater, Packing } from '#core/base/packing.ts';

/** A zlib stream, spoken to one piece at a time. */
class ZlibPieces {
  readonly #stream: zlib.DeflateRaw | zlib.InflateRaw;
  #out: Buffer[] = [];
  #failure: Error | undefined;
  #reject: ((error: Error) => void) | undefined;
  /** Deflated data may end before the bytes do; nothing comes after that. */
  #isOver = false;
  #whenOver: () => void = () => undefined;

  constructor(stream: zlib.DeflateRaw | zlib.InflateRaw) {
    this.#stream = stream;
    stream.on('data', (piece: Buffer) => this.#out.push(piece));
    stream.on('end', () => {
      this.#isOver = true;
      this.#whenOver();
    });
    stream.on('error', (error: Error) => {
      this.#failure = error;
      this.#reject?.(error);
    });
  }

  /** Bytes that were taken in; behind the end of deflated data nothing is. */
  get bytesTaken(): number {
    return this.#stream.bytesWritten;
  }

  push(bytes: Buffer): Promise<Buffer> {
    return this.#do((done) => this.#stream.write(bytes, done));
  }

  end(): Promise<Buffer> {
    return this.#do((done) => {
      if (this.#isOver) return done();
      this.#whenOver = done;
      this.#stream.end();
    });
  }

  close(): void {
    this.#stream.destroy();
  }

  #do(start: (done: () => void) => void): Promise<Buffer> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      start(() => {
        if (this.#failure !== undefined) return;
        this.#reject = undefined;
        const out = this.#out;
        this.#out = [];
        resolve(out.length === 1 && out[0] !== undefined ? out[0] : Buffer.concat(out));
      });
    });
  }
}

class NodeInflater implements Inflater {
  readonly #pieces = new ZlibPieces(zlib.createInflateRaw());
  #given = 0;

  push(bytes: Buffer): Promise<Buffer> {
    this.#given += bytes.length;
    return this.#pieces.push(bytes);
  }

  async end(): Promise<Buffer> {
    const rest = await this.#pieces.end();
    if (this.#pieces.bytesTaken !== this.#given) throw new Error('bytes behind the end of the data');
    return rest;
  }

  close(): void {
    this.#pieces.close();
  }
}

/** Node's zlib and OpenSSL. */
export class NodePacking implements Packing {
  deflater(level: number): Deflater {
    return new ZlibPieces(zlib.createDeflateRaw({ level }));
  }

  inflater(): Inflater {
    return new NodeInflater();
  }

  sha256(): Digest {
    const hash = createHash('sha256');
    return { update: (bytes) => hash.update(bytes), hex: () => hash.digest('hex') };
  }
}
