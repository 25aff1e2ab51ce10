/**
 * The connections of one client, opened on demand.
 *
 * A node is ready when its connection is open, its versions are known and it has fewer requests in flight than allowed. A group
 * coordinator is reached as a node of its own (see `coordinatorNode`), so that heartbeats never wait behind a long fetch.
 * (source: NetworkClient)
 */
import type { Cancel } from '#core/base/clock.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import type { ApiDefinition, RequestInit, ResponseOf } from '#core/protocol/schema/api.ts';
import type { ClientObserver } from '../client-observer.ts';
import type { ClientPlatform } from '../client-platform.ts';
import type { NewestVersions, NodeApiVersions, VersionLimits } from './api-versions.ts';
import { FinalizedFeatures, unsupportedVersion } from './api-versions.ts';
import { ExponentialBackoff } from './backoff.ts';
import type { Node } from './cluster.ts';
import type { LinkContext } from './node-link.ts';
import { NodeLink } from './node-link.ts';

const COORDINATOR_ID_BASE = 2147483647;

/** A coordinator as a node with a connection of its own. */
export function coordinatorNode({ id, host, port }: Node): Node {
  return { id: COORDINATOR_ID_BASE - id, host, port };
}

export interface NetworkClientOptions {
  readonly clientId: string;
  readonly requestTimeoutMs: number;
  readonly reconnectBackoffMs: number;
  readonly reconnectBackoffMaxMs: number;
  readonly connectionSetupTimeoutMs: number;
  /** Negative: idle connections are kept. */
  readonly connectionsMaxIdleMs: number;
  /** Requests on one connection that may wait for an answer at once. */
  readonly inFlightMax: number;
  readonly versionLimits: NewestVersions;
  readonly observer: ClientObserver;
}

/** One request; the body may depend on the version that will be used. */
export interface ClientRequest<A> {
  readonly api: A;
  readonly body: RequestInit<A> | ((version: number) => RequestInit<A>);
  readonly versions?: VersionLimits | undefined;
  /** Default: request.timeout.ms. */
  readonly timeoutMs?: number | undefined;
  /** False for Produce with acks=0; such a request must not look at its response. */
  readonly expectsResponse?: boolean | undefined;
  /** Called when the request has been written. */
  readonly onSent?: ((correlationId: number) => void) | undefined;
}

/** An answer, and the version it came at. */
export interface ClientResponse<A> {
  readonly version: number;
  readonly body: ResponseOf<A>;
}

export class NetworkClient {
  readonly features = new FinalizedFeatures();
  readonly #platform: ClientPlatform;
  readonly #options: NetworkClientOptions;
  readonly #context: LinkContext;
  readonly #links = new Map<number, NodeLink>();
  readonly #listeners = new Set<() => void>();
  #topicName: (topicId: string) => string | undefined = () => undefined;
  #correlationId = 0;
  #isClosed = false;
  #cancelIdleCheck: Cancel = () => undefined;

  constructor(platform: ClientPlatform, options: NetworkClientOptions) {
    this.#platform = platform;
    this.#options = options;
    this.#context = {
      platform,
      connections: {
        clock: platform.clock,
        clientId: options.clientId,
        observer: options.observer,
        nextCorrelationId: () => this.#correlationId++,
        topicName: (topicId) => this.#topicName(topicId),
      },
      backoff: new ExponentialBackoff(platform.random, {
        initialMs: options.reconnectBackoffMs,
        maxMs: options.reconnectBackoffMaxMs,
      }),
      connectionSetupTimeoutMs: options.connectionSetupTimeoutMs,
      requestTimeoutMs: options.requestTimeoutMs,
      versionLimits: options.versionLimits,
      onChange: () => this.#announce(),
      onIntroduced: (answer) => this.features.update(answer),
    };
    if (options.connectionsMaxIdleMs >= 0) this.#armIdleCheck(options.connectionsMaxIdleMs);
  }

  /** Who can name topic ids in notices. */
  nameTopicsBy(topicName: (topicId: string) => string | undefined): void {
    this.#topicName = topicName;
  }

  /** Calls `listener` whenever a node may have become ready or unready: connected, answered, disconnected. */
  onChange(listener: () => void): Cancel {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** True when a request can be sent to the node right now. */
  isReady(node: Node): boolean {
    const connection = this.#linkOf(node).connection;
    return connection !== undefined && connection.inFlightCount < this.#options.inFlightMax;
  }

  /** As `isReady`; begins to connect when the node is not connected and its pause is over. */
  ready(node: Node): boolean {
    if (this.isReady(node)) return true;
    this.#linkOf(node).connect();
    return false;
  }

  /** How long until a disconnected node may be tried again; 0 when now, and for a node that is not disconnected. */
  connectionDelayMs(node: Node): number {
    return this.#linkOf(node).delayMs;
  }

  /** Resolves true as soon as the node is ready; false when an attempt to connect fails or the time is over. */
  async awaitReady(node: Node, timeoutMs: number): Promise<boolean> {
    const { clock } = this.#platform;
    const deadlineMs = clock.monotonicMs() + timeoutMs;
    for (;;) {
      if (this.#isClosed) return false;
      if (this.ready(node)) return true;
      const remainingMs = deadlineMs - clock.monotonicMs();
      if (remainingMs <= 0) return false;
      const link = this.#linkOf(node);
      if (link.state === 'ready') await this.#nextChange(remainingMs);
      else if (link.state === 'disconnected') await this.#nextChange(Math.min(link.delayMs, remainingMs));
      else if (!(await link.nextOutcome(remainingMs))) return false;
    }
  }

  /**
   * Sends to a node that is connected. Rejects with UNSUPPORTED_VERSION when there is no common version, NETWORK_EXCEPTION when
   * the connection is lost, REQUEST_TIMED_OUT when the answer does not come.
   */
  async send<A>(node: Node, request: ClientRequest<A>): Promise<ClientResponse<A>> {
    const { connection, versions } = this.#linkOf(node);
    if (connection === undefined || versions === undefined) {
      throw new KafkaError('NETWORK_EXCEPTION', `Not connected to node ${node.id}`);
    }
    const api = request.api as ApiDefinition;
    const version = versions.versionOf(api, request.versions);
    if (version === undefined) throw unsupportedVersion(api, request.versions);
    const { body } = request;
    const answer = await connection.send({
      api,
      version,
      body: typeof body === 'function' ? (body as (version: number) => unknown)(version) : body,
      timeoutMs: request.timeoutMs ?? this.#options.requestTimeoutMs,
      expectsResponse: request.expectsResponse ?? true,
      onSent: request.onSent,
    });
    return { version, body: answer as ResponseOf<A> };
  }

  /** Waits until the node is ready, then sends. Rejects with NETWORK_EXCEPTION when it cannot be reached in time. */
  async request<A>(node: Node, request: ClientRequest<A>): Promise<ClientResponse<A>> {
    if (!(await this.awaitReady(node, this.#options.requestTimeoutMs))) {
      const { id, host, port } = node;
      throw new KafkaError('NETWORK_EXCEPTION', `Node ${id} at ${host}:${port} could not be reached`);
    }
    return this.send(node, request);
  }

  /** Nothing is sent any more: whoever retries should give up. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** What the node speaks; undefined while it is not connected. */
  versionsOf(node: Node): NodeApiVersions | undefined {
    return this.#links.get(node.id)?.versions;
  }

  /** Requests that wait for an answer, over all nodes. */
  get inFlightCount(): number {
    let count = 0;
    for (const link of this.#links.values()) count += link.connection?.inFlightCount ?? 0;
    return count;
  }

  /**
   * The node to ask when any will do: connected and least busy, else one that is being connected to, else one that may be tried
   * now. Undefined when all have to wait.
   */
  leastLoadedNode(nodes: readonly Node[]): Node | undefined {
    let best: Node | undefined;
    let bestLoad = Number.POSITIVE_INFINITY;
    const first = nodes.length > 1 ? this.#platform.random.nextInt(nodes.length) : 0;
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[(first + i) % nodes.length] as Node;
      const load = this.#loadOf(node);
      if (load < bestLoad) {
        best = node;
        bestLoad = load;
      }
    }
    return best;
  }

  #loadOf(node: Node): number {
    const link = this.#linkOf(node);
    if (this.isReady(node)) return link.connection?.inFlightCount ?? 0;
    if (link.state === 'connecting') return 1e6;
    return link.state === 'disconnected' && link.delayMs === 0 ? 2e6 : Number.POSITIVE_INFINITY;
  }

  /** Ends all connections; what is in flight fails. */
  close(): void {
    this.#isClosed = true;
    this.#cancelIdleCheck();
    for (const link of this.#links.values()) link.close();
    this.#announce();
  }

  #linkOf(node: Node): NodeLink {
    let link = this.#links.get(node.id);
    if (link === undefined) {
      link = new NodeLink(this.#context, node);
      this.#links.set(node.id, link);
    } else {
      link.moveTo(node);
    }
    return link;
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }

  #nextChange(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        cancelTimer();
        cancelListener();
        resolve();
      };
      const cancelTimer = this.#platform.clock.schedule(timeoutMs, done);
      const cancelListener = this.onChange(done);
    });
  }

  #armIdleCheck(maxIdleMs: number): void {
    const { clock } = this.#platform;
    this.#cancelIdleCheck = clock.schedule(Math.max(1, maxIdleMs / 2), () => {
      const idleSinceMs = clock.monotonicMs() - maxIdleMs;
      for (const { connection } of this.#links.values()) {
        if (connection === undefined || connection.inFlightCount > 0) continue;
        if (connection.lastUsedMs <= idleSinceMs) connection.close('NETWORK_EXCEPTION');
      }
      this.#armIdleCheck(maxIdleMs);
    });
  }
}
