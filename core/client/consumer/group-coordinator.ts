/**
 * The way to the coordinator of the consumer's group, over a connection of its own. (source: AbstractCoordinator)
 */
import type { ErrorName } from '#core/protocol/errors.ts';
import { ERRORS, errorName } from '#core/protocol/errors.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import { FindCoordinator } from '#core/protocol/messages/10-find-coordinator.ts';
import type { ResponseOf } from '#core/protocol/schema/api.ts';
import { errorOf } from '../client-error.ts';
import type { Deadline } from '../deadline.ts';
import type { Backoff } from '../network/backoff.ts';
import type { Node } from '../network/cluster.ts';
import type { Metadata } from '../network/metadata.ts';
import type { ClientRequest, NetworkClient } from '../network/network-client.ts';
import { coordinatorNode } from '../network/network-client.ts';

/** Errors that say that the coordinator is another broker by now. */
const MOVED: ReadonlySet<ErrorName> = new Set(['NOT_COORDINATOR', 'COORDINATOR_NOT_AVAILABLE']);

export class GroupCoordinatorLink {
  readonly groupId: string;
  readonly #client: NetworkClient;
  readonly #metadata: Metadata;
  readonly #backoff: Backoff;
  #node: Node | undefined;
  #search: Promise<void> | undefined;

  constructor(groupId: string, client: NetworkClient, metadata: Metadata, backoff: Backoff) {
    this.groupId = groupId;
    this.#client = client;
    this.#metadata = metadata;
    this.#backoff = backoff;
  }

  get isKnown(): boolean {
    return this.#node !== undefined;
  }

  /** Finds the coordinator if need be; false when it is not known at the deadline. Rejects when the group may not be used. */
  async find(deadline: Deadline): Promise<boolean> {
    for (let failures = 0; this.#node === undefined; failures++) {
      if (deadline.isOver || this.#client.isClosed) return false;
      this.#search ??= this.#findOnce().finally(() => {
        this.#search = undefined;
      });
      if (!(await deadline.settles(this.#search))) return false;
      if (!this.isKnown) await deadline.pause(this.#backoff.delayMs(failures));
    }
    return true;
  }

  /** Looks for it anew with the next `find`. */
  forget(): void {
    this.#node = undefined;
  }

  /** Forgets the coordinator when the error says that it is another one. True when it did. */
  forgetIfMoved(error: ErrorName): boolean {
    if (!MOVED.has(error)) return false;
    this.forget();
    return true;
  }

  /** Sends to the coordinator, which must be known. When it cannot be reached it is forgotten, and the promise rejects. */
  async request<A>(
    request: ClientRequest<A>,
  ): Promise<{ readonly version: number; readonly body: ResponseOf<A> }> {
    const node = this.#node;
    if (node === undefined) throw errorOf('COORDINATOR_NOT_AVAILABLE');
    try {
      return await this.#client.request(node, request);
    } catch (error) {
      if (error instanceof KafkaError && error.retriable && this.#node === node) this.forget();
      throw error;
    }
  }

  async #findOnce(): Promise<void> {
    const node = this.#client.leastLoadedNode(this.#metadata.nodes);
    if (node === undefined) {
      this.#metadata.requestUpdate();
      return;
    }
    try {
      const { body } = await this.#client.request(node, {
        api: FindCoordinator,
        body: (version) =>
          version >= 4 ? { keyType: 0, coordinatorKeys: [this.groupId] } : { keyType: 0, key: this.groupId },
      });
      const answer = body.coordinators[0] ?? body;
      const error = errorName(answer.errorCode);
      if (error === 'NONE') {
        this.#node = coordinatorNode({ id: answer.nodeId, host: answer.host, port: answer.port });
      } else if (!ERRORS[error].retriable) {
        throw errorOf(
          error,
          error === 'GROUP_AUTHORIZATION_FAILED' ? `Not authorized to access group: ${this.groupId}` : null,
        );
      }
    } catch (error) {
      if (!(error instanceof KafkaError) || !error.retriable) throw error;
      this.#metadata.requestUpdate();
    }
  }
}
