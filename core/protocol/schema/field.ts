/**
 * The vocabulary in which Kafka's messages are written down: a field, its type, the versions that have it.
 *
 *   struct({ transactionalId: string(), producerId: int64({ since: 5, default: -1, ignorable: true }) })
 *
 * Field order is wire order. Names are Kafka's, in lower camel case.
 */

/** Versions and defaults of a field. Versions are those of the message and inclusive. */
export interface FieldOptions {
  /** First version that has the field. */
  readonly since?: number;
  /** Last version that has the field. */
  readonly until?: number;
  /** Null is legal: always, or from this version on. */
  readonly nullable?: true | number;
  /** What a reader gets, and a writer may leave out. Without one, Kafka's zero of the type is used. */
  readonly default?: unknown;
  /** Tagged field number; the field is then in the tag section of every version that has it. */
  readonly tag?: number;
  /** A value that a version cannot carry is dropped silently instead of being an error. */
  readonly ignorable?: true;
}

export type PrimitiveKind =
  | 'bool'
  | 'int8'
  | 'int16'
  | 'uint16'
  | 'int32'
  | 'int64'
  | 'exactInt64'
  | 'float64'
  | 'uuid'
  | 'string'
  | 'bytes'
  | 'records';

/** Structs keep their fields in wire order. */
export type Shape = { readonly [name: string]: Field };

export type FieldType =
  | { readonly kind: PrimitiveKind }
  | { readonly kind: 'array'; readonly of: Field }
  | { readonly kind: 'struct'; readonly shape: Shape };

/**
 * One field. The three type parameters exist only for inference: what decoding yields, what encoding accepts, and whether
 * encoding may leave it out.
 */
export interface Field<Read = unknown, Write = unknown, Optional extends boolean = boolean> {
  readonly type: FieldType;
  readonly options: FieldOptions;
  /** Never present at run time. */
  readonly inferred?: { readonly read: Read; readonly write: Write; readonly optional: Optional };
}

type OrNull<T, O> = O extends { readonly nullable: true | number } ? T | null : T;
type MayBeLeftOut<O> = O extends { readonly default: unknown }
  ? true
  : O extends { readonly tag: number } | { readonly since: number } | { readonly until: number }
    ? true
    : false;

function primitive<T>(kind: PrimitiveKind) {
  return <const O extends FieldOptions = Record<never, never>>(
    options?: O,
  ): Field<OrNull<T, O>, OrNull<T, O>, MayBeLeftOut<O>> => ({ type: { kind }, options: options ?? {} });
}

export const bool = primitive<boolean>('bool');
export const int8 = primitive<number>('int8');
export const int16 = primitive<number>('int16');
export const uint16 = primitive<number>('uint16');
export const int32 = primitive<number>('int32');
/** A checked number; see ByteReader.int64. */
export const int64 = primitive<number>('int64');
/** An int64 of which every bit counts: a hash. */
export const exactInt64 = primitive<bigint>('exactInt64');
export const float64 = primitive<number>('float64');
/** Kafka's text form: base64url, 22 characters. */
export const uuid = primitive<string>('uuid');
export const string = primitive<string>('string');
/** A view into the frame it came from. */
export const bytes = primitive<Buffer>('bytes');
/** Record batches, still encoded: a view into the frame it came from. */
export const records = primitive<Buffer>('records');

export function array<R, W, B extends boolean, const O extends FieldOptions = Record<never, never>>(
  of: Field<R, W, B>,
  options?: O,
): Field<OrNull<R[], O>, OrNull<readonly W[], O>, MayBeLeftOut<O>> {
  return { type: { kind: 'array', of }, options: options ?? {} };
}

/** What decoding a struct yields: every field, absent ones with their default. */
export type DecodedShape<S extends Shape> = {
  -readonly [K in keyof S]: S[K] extends Field<infer R> ? R : never;
};

type RequiredKeys<S extends Shape> = {
  [K in keyof S]: S[K] extends Field<unknown, unknown, false> ? K : never;
}[keyof S];
type WriteOf<F> = F extends Field<infer _R, infer W> ? W : never;

/** What encoding a struct accepts: fields with a default, a tag or a version range may be left out. */
export type EncodableShape<S extends Shape> = { readonly [K in RequiredKeys<S>]: WriteOf<S[K]> } & {
  readonly [K in Exclude<keyof S, RequiredKeys<S>>]?: WriteOf<S[K]> | undefined;
};

export function struct<S extends Shape, const O extends FieldOptions = Record<never, never>>(
  shape: S,
  options?: O,
): Field<OrNull<DecodedShape<S>, O>, OrNull<EncodableShape<S>, O>, MayBeLeftOut<O>> {
  return { type: { kind: 'struct', shape }, options: options ?? {} };
}
