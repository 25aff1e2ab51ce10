/**
 * One Kafka broker, with the coordinators of transactions and groups, on a port of 127.0.0.1.
 *
 *   start: read fencepost.json → open the logs → lead every partition at its next epoch, which loads the coordinators
 *          → take the port → accept
 *   stop:  accept no more → end connections → stop the coordinators → close the logs
 *
 * The port is taken before anything is written when it is given, so that a start which cannot succeed leaves no trace.
 */
import { repeat } from '#core/base/clock.ts';
import type { Listener, Wire } from '#core/base/network.ts';
import { Scope } from '#core/base/scope.ts';
import type { GroupCoordinator } from '#core/coordinator/group/group-coordinator.ts';
import type { TransactionCoordinator } from '#core/coordinator/transaction/transaction-coordinator.ts';
import type { LogManager } from '#core/log/log-manager.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import type { BrokerOptions, BrokerPlatform } from './broker-options.ts';
import type { BrokerParts } from './broker-parts.ts';
import { openParts } from './broker-parts.ts';
import { Connection } from './connection.ts';
import { Dispatcher } from './dispatch.ts';
import type { TransactionVersion } from './finalized-features.ts';
import { GuardedClock } from './guarded-clock.ts';
import { Interceptor } from './interceptor.ts';
import type { TopicCatalog } from './topic-catalog.ts';

export const HOST = '127.0.0.1';
/** How often idle connections are looked for, ms. */
const IDLE_CHECK_MS = 10_000;

export class Broker {
  readonly #platform: BrokerPlatform;
  readonly #bus: EventBus;
  readonly #parts: BrokerParts;
  readonly #listener: Listener;
  readonly #dispatcher: Dispatcher;
  readonly #connections = new Set<Connection>();
  readonly #background = new Scope();
  readonly interceptor: Interceptor;
  #connectionCount = 0;
  #stopped: Promise<void> | undefined;

  /**
   * Starts a broker; it accepts connections when the promise resolves.
   * @throws {Error} with `code` 'EADDRINUSE' when the port is taken.
   * @throws {LogDirectoryError} when the directory is locked, damaged, or not a log directory.
   * @throws {ConfigException} for a setting that is not legal. In all three cases nothing was touched.
   */
  static async start(given: BrokerOptions): Promise<Broker> {
    const clock = new GuardedClock(given.platform.clock, given.bus);
    const options = { ...given, platform: { ...given.platform, clock } };
    const waiting: Wire[] = [];
    let accept = (wire: Wire): void => {
      waiting.push(wire);
    };
    const listener = await options.platform.network.listen(options.port, (wire) => accept(wire));
    let parts: BrokerParts;
    try {
      parts = await openParts(options, { host: HOST, port: listener.port });
    } catch (error) {
      for (const wire of waiting) wire.destroy();
      await listener.close();
      throw error;
    }
    const broker = new Broker(options, listener, parts);
    accept = (wire) => broker.#accept(wire);
    for (const wire of waiting) broker.#accept(wire);
    return broker;
  }

  private constructor(options: BrokerOptions, listener: Listener, parts: BrokerParts) {
    const { platform, bus } = options;
    this.#platform = platform;
    this.#bus = bus;
    this.#parts = parts;
    this.#listener = listener;
    this.interceptor = options.interceptor ?? new Interceptor();
    this.#dispatcher = new Dispatcher({
      clock: platform.clock,
      bus,
      interceptor: this.interceptor,
      services: parts.services,
      apis: parts.apis,
    });
    this.#background.add(repeat(platform.clock, IDLE_CHECK_MS, () => this.#closeIdle()));
    bus.publish('broker.started', {
      nodeId: parts.services.node.nodeId,
      port: listener.port,
      transactionVersion: this.transactionVersion,
    });
  }

  get port(): number {
    return this.#listener.port;
  }

  get nodeId(): number {
    return this.#parts.services.node.nodeId;
  }

  get clusterId(): string {
    return this.#parts.services.clusterId;
  }

  get logs(): LogManager {
    return this.#parts.services.logs;
  }

  get topics(): TopicCatalog {
    return this.#parts.services.topics;
  }

  get transactions(): TransactionCoordinator {
    return this.#parts.services.transactions;
  }

  get groups(): GroupCoordinator {
    return this.#parts.services.groups;
  }

  /** Finalized level of `transaction.version`. Setting it takes effect at once; clients notice at their next ApiVersions. */
  get transactionVersion(): TransactionVersion {
    return this.#parts.services.features.transactionVersion;
  }

  set transactionVersion(level: TransactionVersion) {
    this.#parts.services.features.transactionVersion = level;
  }

  /** Open connections. */
  get connectionCount(): number {
    return this.#connections.size;
  }

  /** Clean shutdown. Calling it again gives the same promise. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    await this.#listener.close();
    this.#background.close();
    for (const connection of [...this.#connections]) connection.close();
    const { topics, transactions, groups, logs } = this.#parts.services;
    topics.close();
    transactions.close();
    groups.close();
    await logs.close();
    this.#bus.publish('broker.stopped', { clean: true });
  }

  #accept(wire: Wire): void {
    if (this.#stopped !== undefined) {
      wire.destroy();
      return;
    }
    this.#connectionCount++;
    const connection = new Connection(this.#platform.clock, this.#bus, {
      id: this.#connectionCount,
      wire,
      maxRequestBytes: this.#parts.services.settings.values['socket.request.max.bytes'],
      handle: (frame, from) => this.#dispatcher.handle(frame, from),
    });
    this.#connections.add(connection);
    connection.onClose(() => this.#connections.delete(connection));
  }

  #closeIdle(): void {
    const limitMs = this.#parts.services.settings.values['connections.max.idle.ms'];
    if (limitMs < 0) return;
    const nowMs = this.#platform.clock.monotonicMs();
    for (const connection of [...this.#connections]) {
      if (nowMs - connection.lastActiveMs > limitMs) connection.close();
    }
  }
}
