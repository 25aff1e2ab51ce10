/**
 * The way to one node: disconnected, connecting, or ready. Connecting is opening the wire and asking for ApiVersions; after a
 * failure the next attempt has to wait, longer each time. (source: ClusterConnectionStates)
 */
import type { Cancel } from '#core/base/clock.ts';
import type { Wire } from '#core/base/network.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import { ApiVersions } from '#core/protocol/messages/18-api-versions.ts';
import type { ApiDefinition, ResponseOf } from '#core/protocol/schema/api.ts';
import type { ClientPlatform } from '../client-platform.ts';
import type { NewestVersions } from './api-versions.ts';
import { NodeApiVersions, unsupportedVersion } from './api-versions.ts';
import type { ExponentialBackoff } from './backoff.ts';
import type { Node } from './cluster.ts';
import type { ConnectionContext } from './connection.ts';
import { Connection } from './connection.ts';

const SOFTWARE = { clientSoftwareName: 'fencepost', clientSoftwareVersion: '0.1.0' };

/** What the links of one client share. */
export interface LinkContext {
  readonly platform: ClientPlatform;
  readonly connections: ConnectionContext;
  readonly backoff: ExponentialBackoff;
  readonly connectionSetupTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly versionLimits: NewestVersions;
  /** Called after an answer, when the link has become ready, and when it is lost. */
  onChange(): void;
  /** Called with the ApiVersions answer of each new connection. */
  onIntroduced(answer: ResponseOf<typeof ApiVersions>): void;
}

export class NodeLink {
  readonly #context: LinkContext;
  #node: Node;
  #state: 'disconnected' | 'connecting' | 'ready' = 'disconnected';
  #connection: Connection | undefined;
  #versions: NodeApiVersions | undefined;
  #failures = 0;
  #retryAtMs = 0;
  #isClosed = false;
  #waiters: ((isReady: boolean) => void)[] = [];

  constructor(context: LinkContext, node: Node) {
    this.#context = context;
    this.#node = node;
  }

  get state(): 'disconnected' | 'connecting' | 'ready' {
    return this.#state;
  }
  /** The connection, once it is ready for requests. */
  get connection(): Connection | undefined {
    return this.#state === 'ready' ? this.#connection : undefined;
  }
  /** What the node speaks; undefined while it is not connected. */
  get versions(): NodeApiVersions | undefined {
    return this.#versions;
  }
  /** How long until the next attempt is allowed; 0 unless disconnected. */
  get delayMs(): number {
    if (this.#state !== 'disconnected') return 0;
    return Math.max(0, this.#retryAtMs - this.#context.platform.clock.monotonicMs());
  }

  /** Takes over the node's current address; a connection to an older one is closed. */
  moveTo(node: Node): void {
    if (this.#node.port === node.port && this.#node.host === node.host) return;
    this.#node = node;
    this.#connection?.close('NETWORK_EXCEPTION');
    this.#retryAtMs = 0;
    this.#failures = 0;
  }

  /** Begins to connect if disconnected and the pause is over. */
  connect(): void {
    if (this.#isClosed || this.#state !== 'disconnected' || this.delayMs > 0) return;
    this.#state = 'connecting';
    void this.#introduce().catch(() => {
      // Why it failed makes no difference: whoever waits is told, and the next attempt comes later.
      this.#connection?.close('NETWORK_EXCEPTION');
      this.#lost();
    });
  }

  /** Resolves true when the link becomes ready, false when an attempt fails or `timeoutMs` is over. */
  nextOutcome(timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel: Cancel = this.#context.platform.clock.schedule(timeoutMs, () => done(false));
      const done = (isReady: boolean): void => {
        cancel();
        this.#waiters = this.#waiters.filter((waiter) => waiter !== done);
        resolve(isReady);
      };
      this.#waiters.push(done);
    });
  }

  /** Closes the connection and makes no other. */
  close(): void {
    this.#isClosed = true;
    this.#connection?.close('NETWORK_EXCEPTION');
    this.#settle(false);
  }

  async #introduce(): Promise<void> {
    const node = this.#node;
    const wire = await this.#open(node);
    if (this.#isClosed || node !== this.#node) {
      wire.destroy();
      throw new KafkaError('NETWORK_EXCEPTION', `Node ${node.id} is no longer wanted at this address`);
    }
    const connection = new Connection(this.#context.connections, wire, node, () => this.#changed());
    this.#connection = connection;
    const answer = await this.#askVersions(connection);
    this.#versions = new NodeApiVersions(answer, this.#context.versionLimits);
    this.#state = 'ready';
    this.#failures = 0;
    this.#context.onIntroduced(answer);
    this.#settle(true);
    this.#context.onChange();
  }

  /** Opens the wire, or rejects after socket.connection.setup.timeout.ms; a wire that comes later is closed. */
  #open({ host, port }: Node): Promise<Wire> {
    const { clock, network } = this.#context.platform;
    return new Promise((resolve, reject) => {
      let isLate = false;
      const cancel = clock.schedule(this.#context.connectionSetupTimeoutMs, () => {
        isLate = true;
        reject(new KafkaError('NETWORK_EXCEPTION', `Connecting to ${host}:${port} took too long`));
      });
      network.connect(host, port).then(
        (wire) => {
          cancel();
          if (isLate) wire.destroy();
          else resolve(wire);
        },
        (error: unknown) => {
          cancel();
          reject(error);
        },
      );
    });
  }

  /** A broker that does not know our version says in version 0 which ones it knows. */
  async #askVersions(connection: Connection): Promise<ResponseOf<typeof ApiVersions>> {
    const newest = this.#context.versionLimits[ApiVersions.key] ?? ApiVersions.versions[1];
    const first = await this.#askVersionsAt(connection, newest);
    if (first.errorCode === 0) return first;
    const offered = first.apiKeys.find(({ apiKey }) => apiKey === ApiVersions.key);
    const second = await this.#askVersionsAt(connection, Math.min(offered?.maxVersion ?? 0, newest));
    if (second.errorCode === 0) return second;
    throw unsupportedVersion(ApiVersions as unknown as ApiDefinition);
  }

  async #askVersionsAt(connection: Connection, version: number): Promise<ResponseOf<typeof ApiVersions>> {
    const body = await connection.send({
      api: ApiVersions as unknown as ApiDefinition,
      version,
      body: SOFTWARE,
      timeoutMs: this.#context.requestTimeoutMs,
      expectsResponse: true,
    });
    return body as ResponseOf<typeof ApiVersions>;
  }

  #changed(): void {
    if (this.#connection?.isClosed === true && this.#state === 'ready') this.#lost();
    else this.#context.onChange();
  }

  #lost(): void {
    this.#state = 'disconnected';
    this.#connection = undefined;
    this.#versions = undefined;
    const delayMs = this.#context.backoff.delayMs(this.#failures++);
    this.#retryAtMs = this.#context.platform.clock.monotonicMs() + delayMs;
    this.#settle(false);
    this.#context.onChange();
  }

  #settle(isReady: boolean): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) waiter(isReady);
  }
}
