/**
 * Request and response headers.
 *
 * Request v1: apiKey, apiVersion, correlationId, clientId. v2 adds tagged fields; it belongs to flexible versions.
 * Response v0: correlationId. v1 adds tagged fields; flexible versions have it, except ApiVersions, which always has v0 so that
 * a client can read it before it knows anything.
 */
import { asJavaEncodes } from '#core/base/utf8.ts';
import type { ByteReader } from './reader.ts';
import type { ApiDefinition } from './schema/api.ts';
import { isFlexible } from './schema/codec.ts';
import type { ByteWriter } from './writer.ts';

const API_VERSIONS_KEY = 18;

export interface RequestHeader {
  readonly apiKey: number;
  readonly apiVersion: number;
  readonly correlationId: number;
  readonly clientId: string | null;
}

/** Reads what every header version shares; `readHeaderTags` must follow for flexible versions. */
export function readRequestHeader(reader: ByteReader): RequestHeader {
  const apiKey = reader.int16();
  const apiVersion = reader.int16();
  const correlationId = reader.int32();
  const length = reader.int16();
  // Any negative length is a null, as Kafka reads it.
  return { apiKey, apiVersion, correlationId, clientId: length < 0 ? null : reader.text(length) };
}

/** Skips the tag section of a header; none is defined. */
export function readHeaderTags(reader: ByteReader): void {
  for (let count = reader.unsignedVarint(); count > 0; count--) {
    reader.unsignedVarint();
    reader.skip(reader.unsignedVarint());
  }
}

export function writeRequestHeader(
  writer: ByteWriter,
  api: ApiDefinition,
  header: Omit<RequestHeader, 'apiKey'>,
): void {
  writer.int16(api.key);
  writer.int16(header.apiVersion);
  writer.int32(header.correlationId);
  if (header.clientId === null) {
    writer.int16(-1);
  } else {
    const clientId = asJavaEncodes(header.clientId);
    const size = Buffer.byteLength(clientId);
    writer.int16(size);
    writer.text(clientId, size);
  }
  if (isFlexible(api, header.apiVersion)) writer.unsignedVarint(0);
}

/** True when the response to this version carries a tag section in its header. */
export function hasFlexibleResponseHeader(api: ApiDefinition, version: number): boolean {
  return api.key !== API_VERSIONS_KEY && isFlexible(api, version);
}

export function writeResponseHeader(
  writer: ByteWriter,
  api: ApiDefinition,
  version: number,
  correlationId: number,
): void {
  writer.int32(correlationId);
  if (hasFlexibleResponseHeader(api, version)) writer.unsignedVarint(0);
}

/** Reads the rest of a response header whose correlation id has been read. */
export function readResponseHeaderTags(reader: ByteReader, api: ApiDefinition, version: number): void {
  if (hasFlexibleResponseHeader(api, version)) readHeaderTags(reader);
}
