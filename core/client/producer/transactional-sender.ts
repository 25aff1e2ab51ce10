/**
 * Sends the requests of the transaction manager, one at a time, each to the broker that must have it: the coordinator of the
 * transaction or group, found first where it is not known. (source: Sender.maybeSendAndPollTransactionalRequest)
 */
import { sleep } from '#core/base/clock.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import { InitProducerId } from '#core/protocol/messages/22-init-producer-id.ts';
import { ClientError } from '../client-error.ts';
import type { ClientPlatform } from '../client-platform.ts';
import type { Node } from '../network/cluster.ts';
import type { Metadata } from '../network/metadata.ts';
import type { NetworkClient } from '../network/network-client.ts';
import type { RecordAccumulator } from './record-accumulator.ts';
import type { TransactionManager } from './transaction-manager.ts';
import type { TransactionalRequest } from './transactional-request.ts';

export interface TransactionalSenderOptions {
  readonly retryBackoffMs: number;
  readonly requestTimeoutMs: number;
  /** Called when a request has been answered or given up. */
  readonly onDone: () => void;
}

export class TransactionalSender {
  readonly #platform: ClientPlatform;
  readonly #client: NetworkClient;
  readonly #metadata: Metadata;
  readonly #manager: TransactionManager;
  readonly #options: TransactionalSenderOptions;
  #isBusy = false;

  constructor(
    platform: ClientPlatform,
    client: NetworkClient,
    metadata: Metadata,
    manager: TransactionManager,
    options: TransactionalSenderOptions,
  ) {
    this.#platform = platform;
    this.#client = client;
    this.#metadata = metadata;
    this.#manager = manager;
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Sends the next request, if there is one; true when one is on its way and batches have to wait. */
  pass(accumulator: RecordAccumulator): boolean {
    if (this.#isBusy) return true;
    const { machine, isAborting } = this.#manager;
    if (machine.hasAbortableError && machine.error !== undefined)
      accumulator.abort('undrained', machine.error);
    else if (isAborting) accumulator.abort('undrained', transactionAborted());
    const request = this.#manager.nextRequest(accumulator.hasIncomplete);
    if (request === undefined) return false;
    this.#isBusy = true;
    void this.#exchange(request)
      .catch((error: unknown) => {
        const message = `Could not execute transactional request ${request.api}`;
        this.#manager.failRequest(request, new ClientError('KafkaException', message, { cause: error }));
      })
      .finally(() => {
        this.#isBusy = false;
        this.#options.onDone();
      });
    return true;
  }

  async #exchange(request: TransactionalRequest): Promise<void> {
    const { coordinator } = request;
    const node =
      coordinator === null
        ? this.#client.leastLoadedNode(this.#metadata.nodes)
        : this.#manager.coordinator(coordinator.type);
    if (node === undefined && coordinator !== null) {
      this.#manager.lookupCoordinator(request);
      this.#manager.putBack(request, false);
      return;
    }
    if (node === undefined || !(await this.#client.awaitReady(node, this.#options.requestTimeoutMs))) {
      await this.#retryElsewhere(request);
      return;
    }
    if (coordinator?.type === 'transaction') this.#coordinatorReady(node);
    if (request.isRetry) await sleep(this.#platform.clock, this.#pauseMs(request));
    let body: unknown;
    try {
      ({ body } = await this.#client.send(node, request.request));
    } catch (error) {
      if (!(error instanceof KafkaError)) throw error;
      if (error.error === 'UNSUPPORTED_VERSION') this.#manager.failRequest(request, error);
      else await this.#retryElsewhere(request);
      return;
    }
    request.handle(body);
  }

  #pauseMs({ backoffMs }: TransactionalRequest): number {
    return Math.min(backoffMs ?? Number.POSITIVE_INFINITY, this.#options.retryBackoffMs);
  }

  #coordinatorReady(node: Node): void {
    this.#manager.coordinatorReady(this.#client.versionsOf(node)?.maxVersion(InitProducerId) ?? -1);
  }

  async #retryElsewhere(request: TransactionalRequest): Promise<void> {
    if (request.coordinator === null) {
      // Any node would do, but none can be reached.
      await sleep(this.#platform.clock, this.#options.retryBackoffMs);
      this.#metadata.requestUpdate();
    } else {
      this.#manager.lookupCoordinator(request);
    }
    this.#manager.putBack(request, true);
  }
}

/** The error of records whose transaction is being aborted. */
function transactionAborted(): ClientError {
  return new ClientError('TransactionAbortedException', 'Failing batch since transaction was aborted');
}
