import type { DecodedShape, EncodableShape, Field, Shape } from './field.ts';

/** One API of the protocol: its request and response at every version. */
export interface ApiDefinition<Req extends Shape = Shape, Res extends Shape = Shape> {
  /** The api key. */
  readonly key: number;
  readonly name: string;
  /** First and last version this table describes. */
  readonly versions: readonly [min: number, max: number];
  /** First version with compact lengths and tagged fields; undefined when there is none. */
  readonly flexibleSince: number | undefined;
  readonly request: Req;
  readonly response: Res;
}

/** A record that lies on disk, described in the same language. Its version is written before it, as an int16. */
export interface StoredDefinition<S extends Shape = Shape> {
  readonly name: string;
  readonly versions: readonly [min: number, max: number];
  readonly flexibleSince: number | undefined;
  readonly shape: S;
}

type StructField<S extends Shape> = Field<DecodedShape<S>, EncodableShape<S>, false>;

/** Declares an API. */
export function defineApi<Req extends Shape, Res extends Shape>(definition: {
  readonly key: number;
  readonly name: string;
  readonly versions: readonly [number, number];
  readonly flexibleSince?: number;
  readonly request: StructField<Req>;
  readonly response: StructField<Res>;
}): ApiDefinition<Req, Res> {
  return {
    key: definition.key,
    name: definition.name,
    versions: definition.versions,
    flexibleSince: definition.flexibleSince,
    request: shapeOf(definition.request),
    response: shapeOf(definition.response),
  };
}

/** Declares a stored record. */
export function defineStored<S extends Shape>(definition: {
  readonly name: string;
  readonly versions: readonly [number, number];
  readonly flexibleSince?: number;
  readonly shape: StructField<S>;
}): StoredDefinition<S> {
  return { ...definition, flexibleSince: definition.flexibleSince, shape: shapeOf(definition.shape) };
}

function shapeOf<S extends Shape>(field: StructField<S>): S {
  if (field.type.kind !== 'struct') throw new TypeError('a message is a struct');
  return field.type.shape as S;
}

/** What a broker decodes: every field present. */
export type RequestOf<A> = A extends ApiDefinition<infer Req, Shape> ? DecodedShape<Req> : never;
/** What a client encodes. */
export type RequestInit<A> = A extends ApiDefinition<infer Req, Shape> ? EncodableShape<Req> : never;
/** What a client decodes: every field present. */
export type ResponseOf<A> = A extends ApiDefinition<Shape, infer Res> ? DecodedShape<Res> : never;
/** What a broker encodes: a handler that forgets a required field does not compile. */
export type ResponseInit<A> = A extends ApiDefinition<Shape, infer Res> ? EncodableShape<Res> : never;
/** A stored record, decoded. */
export type StoredOf<D> = D extends StoredDefinition<infer S> ? DecodedShape<S> : never;
/** A stored record, to be encoded. */
export type StoredInit<D> = D extends StoredDefinition<infer S> ? EncodableShape<S> : never;
