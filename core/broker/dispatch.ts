/**
 * Frame → header → API → body → hooks → handler → response.
 *
 * What is not a request this broker knows closes the connection without an answer, as Kafka does: an unknown API, a version out
 * of range, a header or body that does not parse. The one exception is ApiVersions at an unknown version, which is answered at
 * version 0 so that the client can choose again. (source: RequestContext, KafkaApis)
 */
import type { Clock } from '#core/base/clock.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import { ERRORS } from '#core/protocol/errors.ts';
import { frameOf } from '#core/protocol/frame.ts';
import type { RequestHeader } from '#core/protocol/headers.ts';
import { readHeaderTags, readRequestHeader, writeResponseHeader } from '#core/protocol/headers.ts';
import { ApiVersions } from '#core/protocol/messages/18-api-versions.ts';
import { ByteReader, DecodeError } from '#core/protocol/reader.ts';
import type { ApiDefinition } from '#core/protocol/schema/api.ts';
import { isFlexible, requestCodec, responseCodec } from '#core/protocol/schema/codec.ts';
import { ByteWriter } from '#core/protocol/writer.ts';
import type { Connection, Outcome } from './connection.ts';
import { exchangeEvent } from './exchange-event.ts';
import type { RequestContext, ServedApi, WithoutResponse } from './handler.ts';
import type { Exchange, Interceptor, Verdict } from './interceptor.ts';
import type { Services } from './services.ts';

type Message = { readonly [field: string]: unknown };
type Result = Message | WithoutResponse;

const NOTHING: Outcome = { kind: 'nothing' };
const CLOSE: Outcome = { kind: 'close' };
const NEVER: Outcome = { kind: 'never' };

/** A request that was decoded. */
interface Request {
  readonly header: RequestHeader;
  readonly served: ServedApi;
  readonly body: Message;
  readonly context: RequestContext;
}

/** An exchange that somebody wants to see. */
type Watched = Exchange & { readonly startedMs: number };

export interface DispatcherOptions {
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly interceptor: Interceptor;
  readonly services: Services;
  readonly apis: readonly ServedApi[];
}

export class Dispatcher {
  readonly #clock: Clock;
  readonly #bus: EventBus;
  readonly #interceptor: Interceptor;
  readonly #services: Services;
  readonly #byKey: ReadonlyMap<number, ServedApi>;
  #frames = 0;

  constructor(options: DispatcherOptions) {
    this.#clock = options.clock;
    this.#bus = options.bus;
    this.#interceptor = options.interceptor;
    this.#services = options.services;
    this.#byKey = new Map(options.apis.map((served) => [served.api.key, served]));
  }

  /** Works on one frame. */
  handle(frame: Buffer, connection: Connection): Outcome | Promise<Outcome> {
    let request: Request | Outcome;
    try {
      request = this.#decode(frame, connection);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      return { kind: 'close', reason: `a request that does not parse: ${error.message}` };
    }
    if ('kind' in request) return request;
    this.#frames++;
    const exchange = this.#isWatched ? this.#exchangeOf(request, frame, connection) : undefined;
    const result =
      exchange !== undefined && this.#interceptor.hasHooks
        ? this.#judged(request, exchange)
        : this.#run(request);
    if (!(result instanceof Promise)) return this.#outcome(request, result, exchange);
    return result.then((settled) => this.#outcome(request, settled, exchange));
  }

  get #isWatched(): boolean {
    return this.#bus.isObserved || !this.#interceptor.isIdle;
  }

  #decode(frame: Buffer, connection: Connection): Request | Outcome {
    const reader = new ByteReader(frame);
    const header = readRequestHeader(reader);
    const { apiKey, apiVersion } = header;
    const served = this.#byKey.get(apiKey);
    if (served === undefined) return { kind: 'close', reason: `api key ${apiKey} is not served` };
    const [min, max] = served.versions;
    if (apiVersion < min || apiVersion > max) {
      if (served.api === ApiVersions) return this.#fallback(reader, header, served);
      return { kind: 'close', reason: `${served.api.name} version ${apiVersion} is not served` };
    }
    if (isFlexible(served.api, apiVersion)) readHeaderTags(reader);
    const body = requestCodec(served.api, apiVersion).read(reader);
    return { header, served, body, context: contextOf(header, connection, this.#services) };
  }

  /** ApiVersions at a version nobody here knows: version 0 says which ones there are. */
  #fallback(reader: ByteReader, header: RequestHeader, { api, versions }: ServedApi): Outcome {
    if (isFlexible(api, header.apiVersion)) readHeaderTags(reader);
    const response = {
      errorCode: ERRORS.UNSUPPORTED_VERSION.code,
      apiKeys: [{ apiKey: api.key, minVersion: versions[0], maxVersion: versions[1] }],
    };
    return { kind: 'send', chunks: frameOf(encode(api, 0, header.correlationId, response)) };
  }

  #outcome(request: Request, result: Result, exchange: Watched | undefined): Outcome {
    const response = typeof result === 'string' ? null : result;
    const chunks = response === null ? null : this.#encode(request, response);
    if (exchange !== undefined) this.#announce(exchange, response, chunks);
    if (typeof result === 'string') return outcomeWithout(result);
    return chunks === null ? CLOSE : { kind: 'send', chunks: frameOf(chunks) };
  }

  #announce(exchange: Watched, response: Message | null, responseFrame: readonly Buffer[] | null): void {
    const tookMs = this.#clock.monotonicMs() - exchange.startedMs;
    const answered = { ...exchange, response, responseFrame, tookMs };
    this.#interceptor.announce(answered);
    if (this.#bus.isObserved) {
      this.#bus.publish('frame.exchanged', exchangeEvent(answered, this.#services.topics));
    }
  }

  /** The response as bytes; null when it cannot be encoded, which is a mistake of the lab. */
  #encode({ served, header }: Request, response: Message): Buffer[] | null {
    const { api } = served;
    try {
      return encode(api, header.apiVersion, header.correlationId, response);
    } catch (error) {
      this.#reportFailure(api, error);
      const failure = failureResponse(api, header.apiVersion);
      return failure === undefined ? null : encode(api, header.apiVersion, header.correlationId, failure);
    }
  }

  /** Runs the handler; whatever it throws becomes UNKNOWN_SERVER_ERROR, or a closed connection where no field can say so. */
  #run(request: Request): Result | Promise<Result> {
    try {
      const result = request.served.handle(request.body, request.context);
      return result instanceof Promise ? result.catch((error) => this.#failed(request, error)) : result;
    } catch (error) {
      return this.#failed(request, error);
    }
  }

  #failed({ served, header }: Request, error: unknown): Result {
    this.#reportFailure(served.api, error);
    return failureResponse(served.api, header.apiVersion) ?? 'close';
  }

  #reportFailure(api: ApiDefinition, error: unknown): void {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    this.#bus.publish('broker.handlerFailed', { api: api.name, message, stack: stack ?? '' });
  }

  #exchangeOf({ header, served, body }: Request, frame: Buffer, connection: Connection): Watched {
    return {
      frame: this.#frames,
      connection: connection.id,
      clientId: header.clientId,
      api: served.api,
      version: header.apiVersion,
      correlationId: header.correlationId,
      // A copy: the log writes offsets and epochs into the bytes it was given.
      requestFrame: Buffer.from(frame),
      request: body,
      receivedAtMs: this.#clock.nowMs(),
      startedMs: this.#clock.monotonicMs(),
    };
  }

  /** The handler between the two hooks. A hook that throws is a mistake of the lab, like a handler that does. */
  async #judged(request: Request, exchange: Exchange): Promise<Result> {
    try {
      const before = await this.#obey(await this.#interceptor.judgeRequest(exchange));
      if (before !== undefined) return before;
      const result = await this.#run(request);
      if (typeof result === 'string') return result;
      return (await this.#obey(await this.#interceptor.judgeResponse(exchange, result))) ?? result;
    } catch (error) {
      return this.#failed(request, error);
    }
  }

  /** What a verdict makes of a request or response; undefined: go on. */
  async #obey(verdict: Verdict): Promise<Result | undefined> {
    switch (verdict.kind) {
      case 'pass':
        return undefined;
      case 'delay':
        await new Promise<void>((resolve) => this.#clock.schedule(verdict.delayMs, resolve));
        return undefined;
      case 'answer':
        return verdict.response;
      case 'drop':
        return 'never';
      case 'close':
        return 'close';
    }
  }
}

function contextOf(header: RequestHeader, connection: Connection, services: Services): RequestContext {
  return {
    version: header.apiVersion,
    clientId: header.clientId,
    connection: connection.id,
    clientHost: `/${connection.remoteAddress.slice(0, connection.remoteAddress.lastIndexOf(':'))}`,
    services,
    onDisconnect: (listener) => connection.onClose(listener),
  };
}

function encode(api: ApiDefinition, version: number, correlationId: number, response: Message): Buffer[] {
  const writer = new ByteWriter();
  writeResponseHeader(writer, api, version, correlationId);
  responseCodec(api, version).write(writer, response);
  return writer.finish();
}

function outcomeWithout(result: WithoutResponse): Outcome {
  switch (result) {
    case 'noResponse':
      return NOTHING;
    case 'close':
      return CLOSE;
    case 'never':
      return NEVER;
  }
}

/** The response that says UNKNOWN_SERVER_ERROR at the top; undefined where this version has no such field. */
function failureResponse(api: ApiDefinition, version: number): Message | undefined {
  const field = api.response['errorCode'];
  if (field === undefined) return undefined;
  const { since = 0, until = Number.POSITIVE_INFINITY } = field.options;
  if (version < since || version > until) return undefined;
  return { errorCode: ERRORS.UNKNOWN_SERVER_ERROR.code };
}
