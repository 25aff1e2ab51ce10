/** What every client is built on: connections and metadata, from its settings. */
import type { CLIENT_CONFIG } from '#core/config/client-config.ts';
import type { ConfigValues } from '#core/config/config-def.ts';
import { ConfigException } from '#core/config/config-exception.ts';
import type { ClientObserver } from '../client-observer.ts';
import type { ClientPlatform } from '../client-platform.ts';
import type { ReleaseNumber } from '../client-release.ts';
import { LATEST_RELEASE } from '../client-release.ts';
import type { Backoff } from './backoff.ts';
import { ExponentialBackoff, FixedBackoff } from './backoff.ts';
import type { Node } from './cluster.ts';
import { Metadata } from './metadata.ts';
import { NetworkClient } from './network-client.ts';
import { newestVersionsOf } from './release-versions.ts';

/** Release since which the pauses between retries grow (KIP-580). */
const GROWING_PAUSES_SINCE: ReleaseNumber = 307;

/** Address `host:port`; an IPv6 host stands in brackets. */
const ADDRESS = /^\[?([^[\]]+)\]?:([0-9]+)$/;

export interface ClientCoreOptions {
  readonly clientId: string;
  readonly inFlightMax: number;
  readonly observer: ClientObserver;
  readonly allowAutoTopicCreation: boolean;
  /** Release that the client behaves like: the newest when left out. */
  readonly release?: ReleaseNumber | undefined;
  /** The topics to ask about; null for all. */
  wantedTopics(): readonly string[] | null;
}

export interface ClientCore {
  readonly client: NetworkClient;
  readonly metadata: Metadata;
  /** Pauses between retries: retry.backoff.ms and its maximum. */
  readonly backoff: Backoff;
}

/** @throws {ConfigException} when bootstrap.servers is empty or names no address. */
export function createClientCore(
  platform: ClientPlatform,
  config: ConfigValues<typeof CLIENT_CONFIG>,
  options: ClientCoreOptions,
): ClientCore {
  const bootstrap = bootstrapNodes(config['bootstrap.servers']);
  const { release = LATEST_RELEASE } = options;
  const backoff =
    release < GROWING_PAUSES_SINCE
      ? new FixedBackoff(config['retry.backoff.ms'])
      : new ExponentialBackoff(platform.random, {
          initialMs: config['retry.backoff.ms'],
          maxMs: config['retry.backoff.max.ms'],
        });
  const client = new NetworkClient(platform, {
    clientId: options.clientId,
    requestTimeoutMs: config['request.timeout.ms'],
    reconnectBackoffMs: config['reconnect.backoff.ms'],
    reconnectBackoffMaxMs: config['reconnect.backoff.max.ms'],
    connectionSetupTimeoutMs: config['socket.connection.setup.timeout.ms'],
    connectionsMaxIdleMs: config['connections.max.idle.ms'],
    inFlightMax: options.inFlightMax,
    versionLimits: newestVersionsOf(release),
    observer: options.observer,
  });
  const metadata = new Metadata(platform.clock, client, {
    bootstrap,
    backoff,
    maxAgeMs: config['metadata.max.age.ms'],
    allowAutoTopicCreation: options.allowAutoTopicCreation,
    wantedTopics: () => options.wantedTopics(),
  });
  return { client, metadata, backoff };
}

/** The bootstrap addresses as nodes, with ids from −1 down. */
function bootstrapNodes(addresses: readonly string[]): readonly Node[] {
  const nodes = addresses.map((address, index): Node => {
    const match = ADDRESS.exec(address);
    const port = Number(match?.[2]);
    if (match === null || port > 65535) {
      throw new ConfigException(`Invalid url in bootstrap.servers: ${address}`, 'bootstrap.servers');
    }
    return { id: -1 - index, host: match[1] as string, port };
  });
  if (nodes.length > 0) return nodes;
  throw new ConfigException('No resolvable bootstrap urls given in bootstrap.servers', 'bootstrap.servers');
}
