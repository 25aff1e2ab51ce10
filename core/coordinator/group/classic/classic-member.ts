import type { JoinAnswer, MemberProtocol, SyncAnswer } from '../group-requests.ts';

/** What a member is created from. */
export interface MemberInit {
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly clientId: string;
  readonly clientHost: string;
  readonly rebalanceTimeoutMs: number;
  readonly sessionTimeoutMs: number;
  readonly protocols: readonly MemberProtocol[];
}

/** One member of a classic group, with the answers it waits for. (source: ClassicGroupMember) */
export class ClassicMember {
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly clientId: string;
  readonly clientHost: string;
  rebalanceTimeoutMs: number;
  sessionTimeoutMs: number;
  protocols: readonly MemberProtocol[];
  assignment: Buffer = Buffer.alloc(0);
  /** Answers the parked JoinGroup; undefined while none is parked. */
  joinWaiter: ((answer: JoinAnswer) => void) | undefined;
  /** Answers the parked SyncGroup. */
  syncWaiter: ((answer: SyncAnswer) => void) | undefined;
  /** Joined for the first time and not yet answered. */
  isNew = false;

  constructor(init: MemberInit) {
    this.memberId = init.memberId;
    this.groupInstanceId = init.groupInstanceId;
    this.clientId = init.clientId;
    this.clientHost = init.clientHost;
    this.rebalanceTimeoutMs = init.rebalanceTimeoutMs;
    this.sessionTimeoutMs = init.sessionTimeoutMs;
    this.protocols = init.protocols;
  }

  get isStatic(): boolean {
    return this.groupInstanceId !== null;
  }

  get isAwaitingJoin(): boolean {
    return this.joinWaiter !== undefined;
  }

  /** True when the list is the same, in order and to the byte. */
  matches(protocols: readonly MemberProtocol[]): boolean {
    return (
      protocols.length === this.protocols.length &&
      protocols.every((protocol, i) => {
        const own = this.protocols[i];
        return own !== undefined && own.name === protocol.name && own.metadata.equals(protocol.metadata);
      })
    );
  }

  /** What the member said under `protocol`; empty when it does not support it. */
  metadataOf(protocol: string | null): Buffer {
    return this.protocols.find(({ name }) => name === protocol)?.metadata ?? Buffer.alloc(0);
  }

  /** The first of its protocols that is among `candidates`. */
  vote(candidates: ReadonlySet<string>): string | undefined {
    return this.protocols.find(({ name }) => candidates.has(name))?.name;
  }

  answerJoin(answer: JoinAnswer): void {
    const waiter = this.joinWaiter;
    this.joinWaiter = undefined;
    waiter?.(answer);
  }

  answerSync(answer: SyncAnswer): void {
    const waiter = this.syncWaiter;
    this.syncWaiter = undefined;
    waiter?.(answer);
  }
}
