/** One request as it stands, on a connection of its own: for what no client of today would send. */
import type { Platform } from '#core/base/platform.ts';
import { Connection } from '#core/client/network/connection.ts';
import type { ApiDefinition, RequestInit, ResponseOf } from '#core/protocol/schema/api.ts';

const TIMEOUT_MS = 10_000;
const CORRELATION_ID = 1;

/** A request at a version, for the broker on a port of this machine. */
export interface RawRequest<A extends ApiDefinition> {
  readonly api: A;
  readonly version: number;
  readonly body: RequestInit<A>;
  readonly port: number;
  readonly clientId: string;
}

/**
 * Sends it, and answers what the broker said. @throws {KafkaError} NETWORK_EXCEPTION when the broker hangs up instead: it does not
 * serve this version.
 */
export async function rawRequest<A extends ApiDefinition>(
  { clock, network }: Pick<Platform, 'clock' | 'network'>,
  { api, version, body, port, clientId }: RawRequest<A>,
): Promise<ResponseOf<A>> {
  const host = '127.0.0.1';
  const context = {
    clock,
    clientId,
    observer: {},
    nextCorrelationId: () => CORRELATION_ID,
    topicName: () => undefined,
  };
  const wire = await network.connect(host, port);
  const connection = new Connection(context, wire, { id: -1, host, port }, () => undefined);
  try {
    const request = { api, version, body, timeoutMs: TIMEOUT_MS, expectsResponse: true };
    return (await connection.send(request)) as ResponseOf<A>;
  } finally {
    connection.close('NETWORK_EXCEPTION');
  }
}
