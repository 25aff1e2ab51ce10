/**
 * One connection to a broker: requests out, answers in, in the same order.
 *
 * A broker answers in the order it was asked, so an answer belongs to the oldest request in flight; its correlation id must say
 * so too. A request that is not answered in time ends the connection: what comes later could not be told apart. Everything
 * in flight then fails alike. (source: NetworkClient, InFlightRequests)
 */
import type { Cancel, Clock } from '#core/base/clock.ts';
import type { Wire } from '#core/base/network.ts';
import type { ErrorName } from '#core/protocol/errors.ts';
import { ERRORS } from '#core/protocol/errors.ts';
import { FrameSplitter, frameOf } from '#core/protocol/frame.ts';
import { readResponseHeaderTags, writeRequestHeader } from '#core/protocol/headers.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import { ApiVersions } from '#core/protocol/messages/18-api-versions.ts';
import { ByteReader, DecodeError } from '#core/protocol/reader.ts';
import type { ApiDefinition } from '#core/protocol/schema/api.ts';
import { requestCodec, responseCodec } from '#core/protocol/schema/codec.ts';
import { ByteWriter } from '#core/protocol/writer.ts';
import type { ClientObserver } from '../client-observer.ts';
import { answeredErrors } from './answered-errors.ts';
import type { Node } from './cluster.ts';

/** Larger answers are taken for nonsense. */
const RESPONSE_SIZE_MAX = 1 << 30;

/** What the connections of one client share. */
export interface ConnectionContext {
  readonly clock: Clock;
  readonly clientId: string;
  readonly observer: ClientObserver;
  nextCorrelationId(): number;
  /** Name of a topic id, for notices. */
  topicName(topicId: string): string | undefined;
}

/** A request, ready to be written at a version. */
export interface OutgoingRequest {
  readonly api: ApiDefinition;
  readonly version: number;
  readonly body: unknown;
  readonly timeoutMs: number;
  /** False for Produce with acks=0. */
  readonly expectsResponse: boolean;
  readonly onSent?: ((correlationId: number) => void) | undefined;
}

interface InFlight {
  readonly api: ApiDefinition;
  readonly version: number;
  readonly correlationId: number;
  readonly sentAtMs: number;
  readonly deadlineMs: number;
  readonly resolve: (body: unknown) => void;
  readonly reject: (error: KafkaError) => void;
}

export class Connection {
  readonly node: Node;
  readonly #context: ConnectionContext;
  readonly #wire: Wire;
  readonly #frames = new FrameSplitter(RESPONSE_SIZE_MAX);
  readonly #onChange: () => void;
  #inFlight: InFlight[] = [];
  #isClosed = false;
  #lastUsedMs: number;
  #cancelTimer: Cancel = () => undefined;
  #timerAtMs = Number.POSITIVE_INFINITY;

  /** `onChange` is called after each answer and when the connection is over. */
  constructor(context: ConnectionContext, wire: Wire, node: Node, onChange: () => void) {
    this.#context = context;
    this.#wire = wire;
    this.node = node;
    this.#onChange = onChange;
    this.#lastUsedMs = context.clock.monotonicMs();
    wire.onBytes((chunk) => this.#receive(chunk));
    wire.onClose(() => this.close('NETWORK_EXCEPTION'));
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }
  get inFlightCount(): number {
    return this.#inFlight.length;
  }
  /** Monotonic time of the last byte sent or answer received. */
  get lastUsedMs(): number {
    return this.#lastUsedMs;
  }

  /**
   * Writes the request; resolves with the decoded answer, or with undefined at once when none is expected. Rejects with
   * NETWORK_EXCEPTION, or with REQUEST_TIMED_OUT when a request on this connection was not answered in time.
   */
  send(request: OutgoingRequest): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(this.#failure('NETWORK_EXCEPTION'));
    const { api, version } = request;
    const correlationId = this.#context.nextCorrelationId();
    const writer = new ByteWriter();
    writeRequestHeader(writer, api, { apiVersion: version, correlationId, clientId: this.#context.clientId });
    requestCodec(api, version).write(writer, request.body as never);
    const sizeBytes = writer.size;
    const sentAtMs = this.#context.clock.monotonicMs();
    this.#lastUsedMs = sentAtMs;
    this.#wire.write(frameOf(writer.finish()));
    this.#context.observer.onRequest?.({ ...this.#noticeOf(api, version, correlationId), sizeBytes });
    request.onSent?.(correlationId);
    if (!request.expectsResponse) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const deadlineMs = sentAtMs + request.timeoutMs;
      this.#inFlight.push({ api, version, correlationId, sentAtMs, deadlineMs, resolve, reject });
      this.#armTimer(deadlineMs);
    });
  }

  /** Ends the connection; everything in flight fails with `reason`. */
  close(reason: ErrorName): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#cancelTimer();
    this.#wire.destroy();
    const failed = this.#inFlight;
    this.#inFlight = [];
    for (const request of failed) this.#fail(request, this.#failure(reason));
    this.#onChange();
  }

  #receive(chunk: Buffer): void {
    if (this.#isClosed) return;
    try {
      this.#frames.push(chunk, (frame) => this.#answer(frame));
    } catch (error) {
      // A size that is no size, or an answer that does not parse: nothing after it can be trusted.
      if (!(error instanceof Error)) throw error;
      this.#brokenBy(error);
    }
  }

  #brokenBy(cause: Error): void {
    const oldest = this.#inFlight.shift();
    if (oldest !== undefined) {
      const message = `The answer of node ${this.node.id} cannot be read: ${cause.message}`;
      this.#fail(oldest, new KafkaError('UNKNOWN_SERVER_ERROR', message, { cause }));
    }
    this.close('NETWORK_EXCEPTION');
  }

  #answer(frame: Buffer): void {
    const request = this.#inFlight[0];
    const reader = new ByteReader(frame);
    const correlationId = reader.int32();
    if (request === undefined || request.correlationId !== correlationId) {
      throw new DecodeError(`correlation id ${correlationId} was not expected`, 0);
    }
    readResponseHeaderTags(reader, request.api, request.version);
    const body = readBody(reader, request.api, request.version);
    this.#inFlight.shift();
    this.#lastUsedMs = this.#context.clock.monotonicMs();
    const { observer } = this.#context;
    observer.onResponse?.({
      ...this.#noticeOf(request.api, request.version, correlationId),
      sizeBytes: frame.length,
      tookMs: this.#lastUsedMs - request.sentAtMs,
      errors: answeredErrors(body, this.#context.topicName),
    });
    request.resolve(body);
    this.#onChange();
  }

  #fail(request: InFlight, error: KafkaError): void {
    this.#context.observer.onResponse?.({
      ...this.#noticeOf(request.api, request.version, request.correlationId),
      sizeBytes: 0,
      tookMs: this.#context.clock.monotonicMs() - request.sentAtMs,
      errors: [{ error: error.error, code: error.code }],
    });
    request.reject(error);
  }

  #noticeOf(api: ApiDefinition, version: number, correlationId: number) {
    return { api: api.name, apiKey: api.key, version, correlationId, nodeId: this.node.id };
  }

  #failure(reason: ErrorName): KafkaError {
    const why = reason === 'REQUEST_TIMED_OUT' ? ' due to timeout' : '';
    return new KafkaError(reason, `Disconnected from node ${this.node.id}${why}. ${ERRORS[reason].says}`);
  }

  #armTimer(atMs: number): void {
    if (atMs >= this.#timerAtMs || atMs === Number.POSITIVE_INFINITY) return;
    this.#cancelTimer();
    this.#timerAtMs = atMs;
    this.#cancelTimer = this.#context.clock.schedule(atMs - this.#context.clock.monotonicMs(), () =>
      // A process that stood still finds timers due whose answers wait in the socket: let it read first.
      this.#rearm(() => this.#checkDeadlines()),
    );
  }

  #rearm(task: () => void): void {
    this.#cancelTimer = this.#context.clock.schedule(0, task);
  }

  #checkDeadlines(): void {
    this.#timerAtMs = Number.POSITIVE_INFINITY;
    const nowMs = this.#context.clock.monotonicMs();
    let nextMs = Number.POSITIVE_INFINITY;
    for (const { deadlineMs } of this.#inFlight) nextMs = Math.min(nextMs, deadlineMs);
    if (nextMs <= nowMs) this.close('REQUEST_TIMED_OUT');
    else this.#armTimer(nextMs);
  }
}

/**
 * A broker that does not know the version of an ApiVersions request answers it in version 0, which no newer version can be
 * mistaken for.
 */
function readBody(reader: ByteReader, api: ApiDefinition, version: number): unknown {
  const start = reader.offset;
  try {
    return responseCodec(api, version).read(reader);
  } catch (error) {
    if (api.key !== ApiVersions.key || version === 0 || !(error instanceof DecodeError)) throw error;
    reader.offset = start;
    return responseCodec(api, 0).read(reader);
  }
}
