/**
 * Hooks on the wire inside the broker: a request can be held, delayed, answered otherwise, swallowed or cut off before its
 * handler runs, and so can its response afterwards, when the effect has already happened. Addresses that clients know stay
 * true, because nothing stands between them and the broker.
 *
 * A hook sees exchanges of one API or of all. The first hook that does not pass decides. A hook may answer later, by a promise:
 * that is a hold. Without hooks nothing is called and nothing is copied.
 */
import type { Cancel } from '#core/base/clock.ts';
import type { ApiDefinition } from '#core/protocol/schema/api.ts';

/** One request, as hooks see it. */
export interface Exchange {
  /** Number of the exchange, from 1, in order of arrival. */
  readonly frame: number;
  readonly connection: number;
  readonly clientId: string | null;
  readonly api: ApiDefinition;
  readonly version: number;
  readonly correlationId: number;
  /** The request as it came, without the size prefix. It belongs to the observer. */
  readonly requestFrame: Buffer;
  /** The request, decoded; its byte fields are views that the log may change. */
  readonly request: { readonly [field: string]: unknown };
  /** Wall clock, ms since the Unix epoch. */
  readonly receivedAtMs: number;
}

/** An exchange that is over. */
export interface AnsweredExchange extends Exchange {
  /** The response, decoded; null when nothing was answered. */
  readonly response: { readonly [field: string]: unknown } | null;
  /** The response as it was sent, without the size prefix, in pieces; null when nothing was answered. */
  readonly responseFrame: readonly Buffer[] | null;
  /** From arrival to the end of handling, ms. */
  readonly tookMs: number;
}

/**
 * What becomes of a request or response. `pass`: nothing unusual. `delay`: the same, `delayMs` later. `answer`: this response
 * instead (a request is then not handled). `drop`: no answer ever; the connection stays open and silent, as when an
 * acknowledgement is lost. `close`: the connection is cut.
 */
export type Verdict =
  | { readonly kind: 'pass' }
  | { readonly kind: 'delay'; readonly delayMs: number }
  | { readonly kind: 'answer'; readonly response: { readonly [field: string]: unknown } }
  | { readonly kind: 'drop' }
  | { readonly kind: 'close' };

export const PASS: Verdict = { kind: 'pass' };

export type RequestHook = (exchange: Exchange) => Verdict | Promise<Verdict>;
export type ResponseHook = (
  exchange: Exchange,
  response: { readonly [field: string]: unknown },
) => Verdict | Promise<Verdict>;
export type Observer = (exchange: AnsweredExchange) => void;

interface Registered<H> {
  readonly apiKey: number | undefined;
  readonly hook: H;
}

export class Interceptor {
  readonly #requestHooks = new Set<Registered<RequestHook>>();
  readonly #responseHooks = new Set<Registered<ResponseHook>>();
  readonly #observers = new Set<Observer>();

  /** True when no hook and no observer is registered: the broker then takes its short path. */
  get isIdle(): boolean {
    return this.#requestHooks.size + this.#responseHooks.size + this.#observers.size === 0;
  }

  /** True when a hook, not only an observer, is registered. */
  get hasHooks(): boolean {
    return this.#requestHooks.size + this.#responseHooks.size > 0;
  }

  /** Calls `hook` before each request of `apiKey` (undefined: of every API) is handled. */
  onRequest(apiKey: number | undefined, hook: RequestHook): Cancel {
    return register(this.#requestHooks, { apiKey, hook });
  }

  /** Calls `hook` before each response to `apiKey` (undefined: to every API) is sent. */
  onResponse(apiKey: number | undefined, hook: ResponseHook): Cancel {
    return register(this.#responseHooks, { apiKey, hook });
  }

  /** Calls `observer` after each exchange, in the order in which they end. */
  observe(observer: Observer): Cancel {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** The verdict of the first request hook that does not pass. */
  judgeRequest(exchange: Exchange): Verdict | Promise<Verdict> {
    return firstVerdict(hooksFor(this.#requestHooks, exchange), (hook) => hook(exchange));
  }

  /** The verdict of the first response hook that does not pass. */
  judgeResponse(
    exchange: Exchange,
    response: { readonly [field: string]: unknown },
  ): Verdict | Promise<Verdict> {
    return firstVerdict(hooksFor(this.#responseHooks, exchange), (hook) => hook(exchange, response));
  }

  /** Tells every observer. */
  announce(exchange: AnsweredExchange): void {
    for (const observer of this.#observers) observer(exchange);
  }
}

function register<H>(hooks: Set<Registered<H>>, entry: Registered<H>): Cancel {
  hooks.add(entry);
  return () => hooks.delete(entry);
}

function hooksFor<H>(hooks: ReadonlySet<Registered<H>>, { api }: Exchange): H[] {
  if (hooks.size === 0) return [];
  return [...hooks]
    .filter(({ apiKey }) => apiKey === undefined || apiKey === api.key)
    .map(({ hook }) => hook);
}

/** Asks hook after hook; goes on behind a promise only when one was answered. */
function firstVerdict<H>(
  hooks: readonly H[],
  ask: (hook: H) => Verdict | Promise<Verdict>,
): Verdict | Promise<Verdict> {
  for (const [index, hook] of hooks.entries()) {
    const verdict = ask(hook);
    if (verdict instanceof Promise) {
      return verdict.then((settled) =>
        settled.kind === 'pass' ? firstVerdict(hooks.slice(index + 1), ask) : settled,
      );
    }
    if (verdict.kind !== 'pass') return verdict;
  }
  return PASS;
}
