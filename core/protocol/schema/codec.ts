/** The one way in and out of bytes: a codec for each (message, direction, version), compiled on first use. */
import { ByteReader } from '../reader.ts';
import { ByteWriter } from '../writer.ts';
import type { ApiDefinition, StoredDefinition, StoredInit, StoredOf } from './api.ts';
import type { Codec } from './compile.ts';
import { compileStruct } from './compile.ts';
import type { DecodedShape, EncodableShape, Shape } from './field.ts';

const cache = new WeakMap<Shape, Map<number, Codec>>();

function cached(shape: Shape, version: number, flexible: boolean): Codec {
  let byVersion = cache.get(shape);
  if (byVersion === undefined) {
    byVersion = new Map();
    cache.set(shape, byVersion);
  }
  let codec = byVersion.get(version);
  if (codec === undefined) {
    codec = compileStruct(shape, version, flexible);
    byVersion.set(version, codec);
  }
  return codec;
}

/** True when this version of the API has compact lengths and tagged fields. */
export function isFlexible(api: { readonly flexibleSince: number | undefined }, version: number): boolean {
  return api.flexibleSince !== undefined && version >= api.flexibleSince;
}

/** Decodes and encodes requests of `api` at `version`. */
export function requestCodec<Req extends Shape, Res extends Shape>(
  api: ApiDefinition<Req, Res>,
  version: number,
): Codec<DecodedShape<Req>, EncodableShape<Req>> {
  return cached(api.request, version, isFlexible(api, version)) as Codec<
    DecodedShape<Req>,
    EncodableShape<Req>
  >;
}

/** Decodes and encodes responses of `api` at `version`. */
export function responseCodec<Req extends Shape, Res extends Shape>(
  api: ApiDefinition<Req, Res>,
  version: number,
): Codec<DecodedShape<Res>, EncodableShape<Res>> {
  return cached(api.response, version, isFlexible(api, version)) as Codec<
    DecodedShape<Res>,
    EncodableShape<Res>
  >;
}

/** A stored record as bytes: int16 version, then the body. */
export function encodeStored<D extends StoredDefinition>(
  definition: D,
  version: number,
  value: StoredInit<D>,
): Buffer {
  const writer = new ByteWriter();
  writer.int16(version);
  cached(definition.shape, version, isFlexible(definition, version)).write(writer, value);
  return writer.toBuffer();
}

/**
 * Reads a stored record back, with the version it was written at.
 * @throws {DecodeError} when the bytes do not parse or the version is not one of the definition's.
 */
export function decodeStored<D extends StoredDefinition>(
  definition: D,
  bytes: Buffer,
): { readonly version: number; readonly value: StoredOf<D> } {
  const reader = new ByteReader(bytes);
  const version = reader.int16();
  if (version < definition.versions[0] || version > definition.versions[1]) {
    reader.fail(`${definition.name} version ${version} is not known`);
  }
  const value = cached(definition.shape, version, isFlexible(definition, version)).read(
    reader,
  ) as StoredOf<D>;
  return { version, value };
}
