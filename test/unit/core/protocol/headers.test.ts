import { describe, expect, test } from 'vitest';
import {
  hasFlexibleResponseHeader,
  readHeaderTags,
  readRequestHeader,
  readResponseHeaderTags,
  writeRequestHeader,
  writeResponseHeader,
} from '#core/protocol/headers.ts';
import { Produce } from '#core/protocol/messages/00-produce.ts';
import { ApiVersions } from '#core/protocol/messages/18-api-versions.ts';
import { ByteReader, DecodeError } from '#core/protocol/reader.ts';
import { ByteWriter } from '#core/protocol/writer.ts';

function requestHeader(version: number, clientId: string | null, api = Produce): string {
  const writer = new ByteWriter();
  writeRequestHeader(writer, api as typeof Produce, { apiVersion: version, correlationId: 7, clientId });
  return writer.toBuffer().toString('hex');
}

function responseHeader(api: typeof Produce | typeof ApiVersions, version: number): string {
  const writer = new ByteWriter();
  writeResponseHeader(writer, api as typeof Produce, version, 7);
  return writer.toBuffer().toString('hex');
}

function reader(hex: string): ByteReader {
  return new ByteReader(Buffer.from(hex, 'hex'));
}

describe('request headers', () => {
  test('have a client id with a plain length, and tags from the first flexible version on', () => {
    expect(requestHeader(8, 'me')).toBe('000000080000000700026d65');
    expect(requestHeader(9, 'me')).toBe('000000090000000700026d6500');
    expect(requestHeader(8, 'm\ud800')).toBe('000000080000000700026d3f');
    expect(requestHeader(9, null)).toBe('0000000900000007ffff00');
  });

  test('are read back', () => {
    const r = reader('001200030000002a0003616263');
    expect(readRequestHeader(r)).toEqual({ apiKey: 18, apiVersion: 3, correlationId: 42, clientId: 'abc' });
    expect(readRequestHeader(reader('001200030000002affff')).clientId).toBeNull();
    // Kafka takes any negative length for null.
    expect(readRequestHeader(reader('001200030000002afffe')).clientId).toBeNull();
    expect(() => readRequestHeader(reader('001200030000002a000461'))).toThrow(DecodeError);
  });

  test('tags that nobody defined are passed over', () => {
    const r = reader('0205021122070033');
    readHeaderTags(r);
    expect(r.uint8()).toBe(0x33);
    expect(() => readHeaderTags(reader('ffffffff0f'))).toThrow(DecodeError);
    expect(() => readHeaderTags(reader('010510'))).toThrow(DecodeError);
  });
});

describe('response headers', () => {
  test('have tags in flexible versions', () => {
    expect(responseHeader(Produce, 8)).toBe('00000007');
    expect(responseHeader(Produce, 9)).toBe('0000000700');
    const r = reader('0001');
    readResponseHeaderTags(r, Produce as never, 9);
    expect(r.offset).toBe(1);
  });

  test('of ApiVersions never have, so that any client can read them', () => {
    for (const version of [0, 3, 4]) {
      expect(responseHeader(ApiVersions, version)).toBe('00000007');
      expect(hasFlexibleResponseHeader(ApiVersions as never, version)).toBe(false);
    }
  });
});
