/**
 * Decodes a message and says which bytes each field came from: what the byte ruler shows of a frame. A walk over the same tables as
 * `compile`, for one message at a time; speed does not matter here, and damage ends the walk instead of throwing.
 */
import type { ByteReader } from '../reader.ts';
import { DecodeError } from '../reader.ts';
import type { Field, Shape } from './field.ts';

/** One field (or length, tag, count) and the bytes it takes. */
export interface FieldSpan {
  readonly at: number;
  readonly size: number;
  readonly depth: number;
  /** The field's name; elements are `name[i]`. */
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

/** What could be read, in wire order, and where reading stopped. */
export interface AnnotatedMessage {
  readonly fields: readonly FieldSpan[];
  readonly stop: { readonly at: number; readonly reason: string } | null;
}

const TEXT_MAX = 80;

class Annotator {
  readonly fields: FieldSpan[] = [];
  readonly #reader: ByteReader;
  readonly #version: number;
  readonly #flexible: boolean;

  constructor(reader: ByteReader, version: number, flexible: boolean) {
    this.#reader = reader;
    this.#version = version;
    this.#flexible = flexible;
  }

  struct(shape: Shape, depth: number): void {
    const tagged: [number, string, Field][] = [];
    for (const [name, field] of Object.entries(shape)) {
      const { since = 0, until = Number.POSITIVE_INFINITY, tag } = field.options;
      if (this.#version < since || this.#version > until) continue;
      if (tag === undefined) this.#field(name, field, depth);
      else tagged.push([tag, name, field]);
    }
    if (this.#flexible) this.#tags(tagged, depth);
  }

  #add(at: number, depth: number, name: string, type: string, value: string): void {
    this.fields.push({ at, size: this.#reader.offset - at, depth, name, type, value });
  }

  #field(name: string, field: Field, depth: number): void {
    const { type } = field;
    const at = this.#reader.offset;
    switch (type.kind) {
      case 'string':
      case 'bytes':
      case 'records':
        this.#sized(name, type.kind, depth);
        return;
      case 'array': {
        const count = this.#length(4);
        this.#add(at, depth, name, 'array', count < 0 ? 'null' : String(count));
        if (count > this.#reader.remaining) this.#reader.fail(`${name} claims ${count} elements`);
        for (let i = 0; i < count; i++) this.#field(`${name}[${i}]`, type.of, depth + 1);
        return;
      }
      case 'struct':
        if (field.options.nullable !== undefined) {
          const isTagged = field.options.tag !== undefined;
          const isNull = isTagged ? this.#reader.unsignedVarint() === 0 : this.#reader.int8() < 0;
          this.#add(at, depth, name, isTagged ? 'unsigned varint' : 'int8', isNull ? 'null' : 'present');
          if (isNull) return;
        }
        this.struct(type.shape, depth + 1);
        return;
      default: {
        const value = this.#reader[type.kind]();
        this.#add(at, depth, name, type.kind, String(value));
      }
    }
  }

  #length(plainSize: 2 | 4): number {
    if (this.#flexible) return this.#reader.unsignedVarint() - 1;
    return plainSize === 2 ? this.#reader.int16() : this.#reader.int32();
  }

  #sized(name: string, kind: 'string' | 'bytes' | 'records', depth: number): void {
    const at = this.#reader.offset;
    const size = this.#length(kind === 'string' ? 2 : 4);
    if (size < 0) {
      this.#add(at, depth, name, kind, 'null');
    } else if (kind === 'string') {
      this.#add(at, depth, name, kind, clip(this.#reader.text(size)));
    } else {
      this.#reader.skip(size);
      this.#add(at, depth, name, kind, `${size} bytes`);
    }
  }

  #tags(tagged: readonly (readonly [number, string, Field])[], depth: number): void {
    const at = this.#reader.offset;
    let count = this.#reader.unsignedVarint();
    this.#add(at, depth, 'tags', 'unsigned varint', String(count));
    for (; count > 0; count--) {
      const start = this.#reader.offset;
      const tag = this.#reader.unsignedVarint();
      const size = this.#reader.unsignedVarint();
      this.#add(start, depth, `tag ${tag}`, 'unsigned varint', `${size} bytes`);
      const known = tagged.find(([candidate]) => candidate === tag);
      if (known === undefined) {
        const skipped = this.#reader.offset;
        this.#reader.skip(size);
        this.#add(skipped, depth + 1, `unknown tag ${tag}`, 'bytes', `${size} bytes`);
      } else {
        this.#field(known[1], known[2], depth + 1);
      }
    }
  }
}

function clip(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}

/** Annotates the struct at the reader's place; stops, and says so, where it does not parse. */
export function annotateStruct(
  reader: ByteReader,
  shape: Shape,
  options: { readonly version: number; readonly flexible: boolean },
): AnnotatedMessage {
  const annotator = new Annotator(reader, options.version, options.flexible);
  try {
    annotator.struct(shape, 0);
    return { fields: annotator.fields, stop: null };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return { fields: annotator.fields, stop: { at: error.at, reason: error.message } };
  }
}
