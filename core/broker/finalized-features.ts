/**
 * Which features are finalized at which level: what clients read to choose their transaction protocol, and the rules by which an
 * operator changes them. (source: FeaturesImage, FeatureControlManager, TransactionVersion)
 *
 * Features of things that are not here (share groups, Streams groups) are neither supported nor finalized.
 */
import type { ClusterFile } from './cluster-file.ts';

/** Levels of `transaction.version` (source: TransactionVersion). */
export type TransactionVersion = 0 | 1 | 2;

const TRANSACTION_VERSION = 'transaction.version';
const METADATA_VERSION = 'metadata.version';

export interface Feature {
  readonly name: string;
  readonly minVersion: number;
  readonly maxVersion: number;
  /** Level in force; 0 is "not finalized". */
  readonly level: number;
}

/** What a release has. */
export interface FeatureSet {
  /** Greatest level of `transaction.version`, and the level of a new directory. */
  readonly transactionVersionMax: TransactionVersion;
  /** What can be finalized, and the level at which it begins. */
  readonly features: readonly Feature[];
}

/** How a change is meant. (source: FeatureUpdate.UpgradeType) */
export const UPGRADE_TYPES = { upgrade: 1, safeDowngrade: 2, unsafeDowngrade: 3 } as const;

/** A new level for one feature. */
export interface FeatureUpdate {
  readonly feature: string;
  readonly level: number;
  /** One of UPGRADE_TYPES. */
  readonly upgradeType: number;
}

export class FinalizedFeatures {
  readonly #file: ClusterFile;
  readonly #profile: FeatureSet;
  readonly #nodeId: number;

  /** `initial` replaces the level of `transaction.version` on disk. */
  constructor(
    file: ClusterFile,
    options: {
      readonly profile: FeatureSet;
      readonly nodeId: number;
      readonly initial: TransactionVersion | undefined;
    },
  ) {
    this.#file = file;
    this.#profile = options.profile;
    this.#nodeId = options.nodeId;
    const max = options.profile.transactionVersionMax;
    const level = Math.min(options.initial ?? file.state.transactionVersion ?? max, max);
    if (level !== file.state.transactionVersion) this.transactionVersion = level as TransactionVersion;
  }

  get transactionVersion(): TransactionVersion {
    return (this.#file.state.transactionVersion ?? this.#profile.transactionVersionMax) as TransactionVersion;
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
    const changed = this.#file.state.featureLevels;
    return this.#profile.features.map((feature) => {
      const { name } = feature;
      const level = name === TRANSACTION_VERSION ? this.transactionVersion : (changed[name] ?? feature.level);
      return { ...feature, level };
    });
  }

  /** Level in force of a feature; 0 when it is not finalized or not known. */
  level(name: string): number {
    return this.all().find((feature) => feature.name === name)?.level ?? 0;
  }

  /** Why these cannot be made, in Kafka's words; undefined: they can. */
  problemWith(updates: readonly FeatureUpdate[]): string | undefined {
    const features = new Map(this.all().map((feature) => [feature.name, feature]));
    for (const update of updates) {
      const problem = this.#problem(update, features.get(update.feature));
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  /** Makes changes that `problemWith` found nothing wrong with; all at once, or none. */
  update(updates: readonly FeatureUpdate[]): void {
    const changed = updates.filter(({ feature, level }) => level !== this.level(feature));
    if (changed.length === 0) return;
    const levels = Object.fromEntries(changed.map(({ feature, level }) => [feature, level]));
    const { [TRANSACTION_VERSION]: transactionVersion = this.transactionVersion, ...others } = levels;
    this.#file.update({
      transactionVersion,
      featureLevels: { ...this.#file.state.featureLevels, ...others },
      featuresEpoch: this.epoch + 1,
    });
  }

  #problem({ feature, level, upgradeType }: FeatureUpdate, known: Feature | undefined): string | undefined {
    const says = `Invalid update version ${level} for feature ${feature}.`;
    const { upgrade, unsafeDowngrade } = UPGRADE_TYPES;
    if (!(upgradeType >= upgrade && upgradeType <= unsafeDowngrade)) {
      return `${says} The controller does not support the given upgrade type.`;
    }
    if (level < 0) return `${says} A feature version cannot be less than 0.`;
    if (known === undefined) return `${says} Local controller ${this.#nodeId} does not support this feature.`;
    if (level < known.minVersion || level > known.maxVersion) {
      const range = `${known.minVersion}-${known.maxVersion}`;
      return `${says} Local controller ${this.#nodeId} only supports versions ${range}`;
    }
    if (level < known.level && upgradeType === upgrade) {
      return (
        `${says} Can't downgrade the version of this feature without setting the upgrade type to either safe or ` +
        'unsafe downgrade.'
      );
    }
    if (feature === METADATA_VERSION && level < known.level) {
      return (
        `Unsupported metadata.version downgrade from ${known.level} to ${level}. Refusing to perform the requested ` +
        'downgrade because it might delete metadata information.'
      );
    }
    return undefined;
  }
}
