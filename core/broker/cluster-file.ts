/**
 * What Kafka keeps in its metadata log and this broker in one small file, `fencepost.json` of the data directory: topics with
 * ids, partition counts and settings, finalized features, settings of the broker and of groups changed while
 * running, the next producer id block.
 *
 * Each change replaces the file before it is answered: a crash leaves either the old or the new contents.
 */
import type { Disk } from '#core/base/disk.ts';
import { LogDirectoryError } from '#core/log/log-directory-error.ts';

const FILE_NAME = 'fencepost.json';
const FILE_VERSION = 1;

export interface StoredTopic {
  readonly name: string;
  readonly id: string;
  /** One a partition: raised each time this node begins to lead it. */
  readonly leaderEpochs: readonly number[];
  /** Settings that differ from the defaults, as text. */
  readonly configs: { readonly [key: string]: string };
}

/** Settings of one group, as text. */
export interface StoredGroup {
  readonly groupId: string;
  readonly configs: { readonly [key: string]: string };
}

export interface ClusterState {
  /** Finalized level of `transaction.version`; undefined until it was decided. */
  readonly transactionVersion: number | undefined;
  /** Finalized levels of other features, where they were changed. */
  readonly featureLevels: { readonly [name: string]: number };
  /** Raised with each change of a finalized feature, so that clients notice. */
  readonly featuresEpoch: number;
  /** First producer id that no block has been given of. */
  readonly nextProducerId: number;
  readonly topics: readonly StoredTopic[];
  /** Topics whose partitions were still being removed. */
  readonly deletedTopicIds: readonly string[];
  /** Settings of this broker changed while running, as text. */
  readonly brokerConfigs: { readonly [key: string]: string };
  /** Settings of every broker that has none of its own, changed while running, as text. */
  readonly brokerDefaultConfigs: { readonly [key: string]: string };
  /** Groups that have settings of their own. */
  readonly groupConfigs: readonly StoredGroup[];
}

const EMPTY: ClusterState = {
  transactionVersion: undefined,
  featureLevels: {},
  featuresEpoch: 1,
  nextProducerId: 0,
  topics: [],
  deletedTopicIds: [],
  brokerConfigs: {},
  brokerDefaultConfigs: {},
  groupConfigs: [],
};

export class ClusterFile {
  readonly #disk: Disk;
  readonly #path: string;
  #state: ClusterState;

  /**
   * Reads the file of a data directory; a directory without one has an empty state.
   * @throws {LogDirectoryError} when the file is there and makes no sense.
   */
  static read(disk: Disk, directory: string): ClusterFile {
    const path = `${directory}/${FILE_NAME}`;
    return new ClusterFile(disk, path, disk.exists(path) ? parse(path, disk.readWhole(path)) : EMPTY);
  }

  private constructor(disk: Disk, path: string, state: ClusterState) {
    this.#disk = disk;
    this.#path = path;
    this.#state = state;
  }

  get state(): ClusterState {
    return this.#state;
  }

  /** Changes the state and the file. When the disk refuses, neither changes, and its error is thrown. */
  update(change: Partial<ClusterState>): void {
    const next = { ...this.#state, ...change };
    this.#disk.replace(this.#path, render(next));
    this.#state = next;
  }
}

/** JSON with one topic a line, so that a person can read it. */
function render({ topics, ...rest }: ClusterState): string {
  const head = JSON.stringify({ version: FILE_VERSION, ...rest }, null, 1).slice(0, -2);
  const lines = topics.map((topic) => `  ${JSON.stringify(topic)}`);
  return `${head},\n "topics": [\n${lines.join(',\n')}\n ]\n}\n`;
}

function parse(path: string, bytes: Buffer): ClusterState {
  let value: Partial<ClusterState> & { readonly version?: number };
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new LogDirectoryError('unreadable', `${path} is damaged: it is not JSON`, { cause });
  }
  const isSound =
    typeof value === 'object' &&
    value !== null &&
    value.version === FILE_VERSION &&
    isCount(value.featuresEpoch) &&
    isCount(value.nextProducerId) &&
    Array.isArray(value.topics) &&
    value.topics.every(isStoredTopic) &&
    (value.groupConfigs === undefined ||
      (Array.isArray(value.groupConfigs) && value.groupConfigs.every(isStoredGroup)));
  if (!isSound) throw new LogDirectoryError('unreadable', `${path} is not of a kind this version knows`);
  return { ...EMPTY, ...pick(value) };
}

/** The known fields, so that nothing else is carried along. */
function pick(value: Partial<ClusterState>): Partial<ClusterState> {
  const known = Object.keys(EMPTY) as (keyof ClusterState)[];
  return Object.fromEntries(
    known.filter((key) => value[key] !== undefined).map((key) => [key, value[key]]),
  ) as Partial<ClusterState>;
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isStoredGroup(group: unknown): boolean {
  const { groupId, configs } = (group ?? {}) as Partial<StoredGroup>;
  return typeof groupId === 'string' && typeof configs === 'object' && configs !== null;
}

function isStoredTopic(topic: unknown): boolean {
  const { name, id, leaderEpochs, configs } = (topic ?? {}) as Partial<StoredTopic>;
  return (
    typeof name === 'string' &&
    typeof id === 'string' &&
    Array.isArray(leaderEpochs) &&
    leaderEpochs.every(isCount) &&
    typeof configs === 'object' &&
    configs !== null
  );
}
