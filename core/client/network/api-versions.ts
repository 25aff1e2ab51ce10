/**
 * What brokers speak, and which version of an API to send them.
 *
 * The version is the highest that this client, the broker and the caller can all speak. (source: NodeApiVersions, ApiVersions)
 */

import type { KafkaError } from '#core/protocol/kafka-error.ts';
import type { ApiVersions } from '#core/protocol/messages/18-api-versions.ts';
import type { ApiDefinition, ResponseOf } from '#core/protocol/schema/api.ts';
import { errorOf } from '../client-error.ts';

/** Newest versions that a client may send where the table knows newer ones: those are for brokers, or not stable. */
const CLIENT_VERSION_MAX: { readonly [api: string]: number } = {
  AddPartitionsToTxn: 3,
  InitProducerId: 5,
};

/** The newest version that a client speaks, by API key; what is missing it speaks as this client does. */
export type NewestVersions = { readonly [apiKey: number]: number };

/** Limits that a caller puts on the version; both ends count. */
export interface VersionLimits {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** What one broker said it speaks. */
export class NodeApiVersions {
  readonly #ranges = new Map<number, readonly [min: number, max: number]>();

  readonly #newest: NewestVersions;

  constructor(response: ResponseOf<typeof ApiVersions>, newest: NewestVersions = {}) {
    this.#newest = newest;
    for (const { apiKey, minVersion, maxVersion } of response.apiKeys) {
      this.#ranges.set(apiKey, [minVersion, maxVersion]);
    }
  }

  /** The newest version of an API that the broker speaks; −1 when it does not have it. */
  maxVersion(api: { readonly key: number }): number {
    return this.#ranges.get(api.key)?.[1] ?? -1;
  }

  /**
   * The version to send; undefined when there is none that all can speak.
   */
  versionOf(api: ApiDefinition, limits: VersionLimits = {}): number | undefined {
    const range = this.#ranges.get(api.key);
    if (range === undefined) return undefined;
    const min = Math.max(api.versions[0], range[0], limits.min ?? 0);
    const [, known] = api.versions;
    const ownMax = Math.min(known, CLIENT_VERSION_MAX[api.name] ?? known, this.#newest[api.key] ?? known);
    const max = Math.min(ownMax, range[1], limits.max ?? ownMax);
    return max < min ? undefined : max;
  }
}

/** The exception for an API without a common version. */
export function unsupportedVersion(api: ApiDefinition, limits: VersionLimits = {}): KafkaError {
  const wanted = `${limits.min ?? api.versions[0]} to ${limits.max ?? api.versions[1]}`;
  return errorOf('UNSUPPORTED_VERSION', `The node does not support ${api.name} at any of versions ${wanted}`);
}

/** What the cluster has finalized, by the newest answer of any broker. */
export class FinalizedFeatures {
  #epoch = -1;
  #levels = new Map<string, number>();

  /** −1 before a broker has said anything. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Level of a feature; 0 when it is not finalized. */
  level(feature: string): number {
    return this.#levels.get(feature) ?? 0;
  }

  /** Takes over an answer unless a newer one is known. */
  update(response: ResponseOf<typeof ApiVersions>): void {
    if (response.finalizedFeaturesEpoch <= this.#epoch) return;
    this.#epoch = response.finalizedFeaturesEpoch;
    this.#levels = new Map(
      response.finalizedFeatures.map(({ name, maxVersionLevel }) => [name, maxVersionLevel]),
    );
  }
}
