/** What a handler is: a function from a decoded request to a response, and what it is given besides. */
import type { ApiDefinition, RequestOf, ResponseInit } from '#core/protocol/schema/api.ts';
import type { Services } from './services.ts';

/** What surrounds a request. */
export interface RequestContext {
  readonly version: number;
  readonly clientId: string | null;
  /** Number of the connection. */
  readonly connection: number;
  /** As group descriptions show it: `/127.0.0.1`. */
  readonly clientHost: string;
  readonly services: Services;
  /** Calls `listener` once when the connection ends before the answer; gives back a way to stop listening. */
  onDisconnect(listener: () => void): () => void;
}

/**
 * What a handler may answer instead of a response. `noResponse`: acks=0. `close`: acks=0 with an error. `never`: the client
 * waits in vain, as it does on Kafka when a request kills its handler there.
 */
export type WithoutResponse = 'noResponse' | 'close' | 'never';

export type Answer<A> = ResponseInit<A> | WithoutResponse;

/**
 * Handles one API. An outcome is an error code in the answer, never a throw; a throw is a mistake of the lab and becomes
 * UNKNOWN_SERVER_ERROR.
 */
export type Handler<A> = (request: RequestOf<A>, context: RequestContext) => Answer<A> | Promise<Answer<A>>;

type Message = { readonly [field: string]: unknown };
type ErasedHandler = (
  request: Message,
  context: RequestContext,
) => Message | WithoutResponse | Promise<Message | WithoutResponse>;

/** An API this broker serves. */
export interface ServedApi {
  readonly api: ApiDefinition;
  /** First and last version that is answered. */
  readonly versions: readonly [min: number, max: number];
  /** First version that ApiVersions names; lower than the first that is answered only for Produce. */
  readonly advertisedMin: number;
  /** False: answered, but not named in ApiVersions. */
  readonly isAdvertised: boolean;
  readonly handle: ErasedHandler;
}

/** Ties a handler to its API. Versions are those of the message table unless `options` narrows them. */
export function serve<A extends ApiDefinition>(
  api: A,
  handle: Handler<A>,
  options: { readonly max?: number; readonly advertisedMin?: number; readonly isAdvertised?: boolean } = {},
): ServedApi {
  const [min, max] = api.versions;
  return {
    api,
    versions: [min, options.max ?? max],
    advertisedMin: options.advertisedMin ?? min,
    isAdvertised: options.isAdvertised ?? true,
    handle: handle as unknown as ErasedHandler,
  };
}
