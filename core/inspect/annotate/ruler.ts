/** Collects the fields of a byte ruler while something is read. */
import type { ByteSay } from '#core/lab-api/byte-says.ts';
import type { ByteStop } from '#core/lab-api/byte-views.ts';
import { saidOf } from '#core/lab-api/said.ts';
import type { ByteField } from '#core/lab-api/views.ts';
import { ByteReader, DecodeError } from '#core/protocol/reader.ts';

/** Sentences about bytes; each has a text in every language of the window, under `bytes.` and this key. */
export type SayParams = { readonly [name: string]: string | number };

/** What is said of a field besides its bytes. */
export interface FieldInfo {
  readonly name: string;
  readonly type: string;
  readonly value: string | number;
  /** Message key without its `bytes.` prefix. */
  readonly say: ByteSay;
  readonly params?: SayParams;
  readonly isDeciding?: boolean;
  readonly depth?: number;
}

/** What was read, and where reading stopped. */
export interface Annotated {
  readonly fields: readonly ByteField[];
  readonly stop: ByteStop | null;
}

/** The next field begins behind what is shown: not damage, only the end of the picture. */
class EndOfPicture extends Error {
  override readonly name = 'EndOfPicture';
}

/** A reader that remembers which bytes became which field. */
export class Ruler {
  readonly reader: ByteReader;
  readonly fields: ByteField[] = [];
  readonly #shownMax: number;

  constructor(bytes: Buffer, shownMax: number) {
    this.reader = new ByteReader(bytes);
    this.#shownMax = shownMax;
  }

  /** Runs `read`, and makes a field of the bytes it took. `info` says what they are. */
  field<T>(read: (reader: ByteReader) => T, info: (value: T) => FieldInfo): T {
    const at = this.reader.offset;
    this.#expectShown(at);
    const value = read(this.reader);
    this.put(at, this.reader.offset - at, info(value));
    return value;
  }

  /** Adds a field whose place is known. */
  put(at: number, size: number, info: FieldInfo): void {
    this.#expectShown(at);
    this.fields.push({
      at,
      size,
      depth: info.depth ?? 0,
      name: info.name,
      type: info.type,
      value: String(info.value),
      ...(info.isDeciding === true ? { isDeciding: true } : {}),
      say: { key: `bytes.${info.say}`, params: info.params ?? {} },
    });
  }

  #expectShown(at: number): void {
    if (at >= this.#shownMax && at < this.reader.buffer.length) throw new EndOfPicture();
  }
}

/**
 * Annotates `bytes` with `walk`; damage ends the walk and is reported, never thrown. Fields that begin at or behind byte `shownMax`
 * are left out; one that reaches beyond it has its full size.
 */
export function annotate(
  bytes: Buffer,
  walk: (ruler: Ruler) => void,
  shownMax = Number.POSITIVE_INFINITY,
): Annotated {
  const ruler = new Ruler(bytes, shownMax);
  try {
    walk(ruler);
    return { fields: ruler.fields, stop: null };
  } catch (error) {
    return endedBy(error, ruler);
  }
}

/** Gives the thread back when it was held long enough; must be awaited when it answers a promise. */
export type Breathe = () => Promise<void> | undefined;

/** As `annotate`, with a walk that can be held up after each of its steps. */
export async function annotateInTurns(
  bytes: Buffer,
  walk: (ruler: Ruler) => Iterable<void>,
  { shownMax, breathe }: { readonly shownMax: number; readonly breathe: Breathe },
): Promise<Annotated> {
  const ruler = new Ruler(bytes, shownMax);
  try {
    for (const _ of walk(ruler)) await breathe();
    return { fields: ruler.fields, stop: null };
  } catch (error) {
    return endedBy(error, ruler);
  }
}

function endedBy(error: unknown, { fields, reader }: Ruler): Annotated {
  if (error instanceof EndOfPicture) return { fields, stop: null };
  if (!(error instanceof DecodeError)) throw error;
  return { fields, stop: stopAt(Math.min(error.at, reader.buffer.length), error.message) };
}

/** Reading stopped there; `reason` is what the reader threw. */
export function stopAt(at: number, reason: string): ByteStop {
  return { at, reason, expected: null, found: saidOf(reason, 'damage') };
}
