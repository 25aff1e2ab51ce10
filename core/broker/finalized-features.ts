/** Which features are finalized at which level: what clients read to choose their transaction protocol. (source: FeaturesImage) */
import type { ClusterFile } from './cluster-file.ts';

/** Levels of `transaction.version` (source: TransactionVersion). */
export type TransactionVersion = 0 | 1 | 2;

/** What Kafka 4.x formats a new cluster with. */
const TRANSACTION_VERSION_DEFAULT: TransactionVersion = 2;
/** The new group coordinator, as every Kafka 4 has it. */
const GROUP_VERSION = 1;

export interface Feature {
  readonly name: string;
  readonly minVersion: number;
  readonly maxVersion: number;
  /** Level in force; 0 is "not finalized". */
  readonly level: number;
}

export class FinalizedFeatures {
  readonly #file: ClusterFile;

  /** `initial` replaces the level on disk. */
  constructor(file: ClusterFile, initial?: TransactionVersion) {
    this.#file = file;
    const level = initial ?? file.state.transactionVersion ?? TRANSACTION_VERSION_DEFAULT;
    if (level !== file.state.transactionVersion) this.transactionVersion = level as TransactionVersion;
  }

  get transactionVersion(): TransactionVersion {
    return (this.#file.state.transactionVersion ?? TRANSACTION_VERSION_DEFAULT) as TransactionVersion;
  }

  /** Takes effect at once; clients notice by the greater epoch in their next ApiVersions answer. */
  set transactionVersion(level: TransactionVersion) {
    this.#file.update({ transactionVersion: level, featuresEpoch: this.epoch + 1 });
  }

  /** Raised with every change. */
  get epoch(): number {
    return this.#file.state.featuresEpoch;
  }

  all(): readonly Feature[] {
    return [
      { name: 'group.version', minVersion: 0, maxVersion: 1, level: GROUP_VERSION },
      { name: 'transaction.version', minVersion: 0, maxVersion: 2, level: this.transactionVersion },
    ];
  }
}
