/**
 * What the config doctor and the key tester show. What Java says stays as Java says it; everything else is a code and its
 * parameters, which the window puts into words. Type aliases only, as in `views.ts`.
 */

/** Generation of the Java client whose rules hold. Each stands for its last release: 2.8.2, 3.9.1 and 4.3.1. */
export type ClientProfile = '2.x' | '3.x' | '4.x';

/** A client whose settings the doctor can examine. */
export type ExaminedClientName = 'producer' | 'consumer';

export type ExamineInput = {
  /** The text of a `.properties` file, as `java.util.Properties` reads it. */
  readonly text: string;
  readonly profile: ClientProfile;
  /** Whose settings they are; a producer's when left out. */
  readonly client?: ExaminedClientName | undefined;
};

/** What a setting is when nobody gives it. */
export type SettingDefault = {
  /** Whether that generation knows the setting at all. */
  readonly exists: boolean;
  /** As text; null when it has none (or does not exist). */
  readonly value: string | null;
};

export type SettingView = {
  readonly key: string;
  /** Java's type of the value. */
  readonly type: 'boolean' | 'string' | 'int' | 'short' | 'long' | 'double' | 'list' | 'class' | 'password';
  /** In effect, as text; a password is hidden. Null: none. */
  readonly value: string | null;
  /** `changed`: the client puts something else in place of what was given, or of the default. */
  readonly source: 'default' | 'given' | 'changed';
  /** As given, before any change; null when it was not. */
  readonly given: string | null;
  /** Line of the text on which it was given, from 1. */
  readonly line: number | null;
  readonly defaults: { readonly [P in ClientProfile]: SettingDefault };
  /** The client of this lab acts upon it; otherwise it is only checked. */
  readonly isUsedHere: boolean;
};

/** A key that the client warns about and ignores. */
export type UnknownSettingView = {
  readonly key: string;
  readonly value: string;
  readonly line: number;
  /**
   * `later` and `earlier`: other generations of the client have it. `producer`, `consumer`, `admin` and `broker`: a setting of these.
   * `custom`: no such setting anywhere; a serializer or interceptor may read it.
   */
  readonly reason: 'later' | 'earlier' | 'producer' | 'consumer' | 'admin' | 'broker' | 'custom';
  /** A setting of the client whose name differs by a slip of the hand. */
  readonly nearest: string | null;
};

/** Why idempotence is on or off. */
export type IdempotenceView = {
  readonly isOn: boolean;
  readonly reason:
    | 'given'
    | 'default'
    /** Off, as 2.x is unless asked. */
    | 'default-off'
    | 'given-off'
    /** On because of a transactional.id: only 2.x does so. */
    | 'transactional-id'
    /** Silently turned off: one or more of the settings in `because`. */
    | 'disabled';
  /** The settings that turned it off or on. */
  readonly because: readonly string[];
};

/** The client does not start. */
export type ConfigRefusalView = {
  /** Java class of what the constructor throws. */
  readonly exception: string;
  /** Its message, exactly. */
  readonly sentence: string;
  /** Its cause, when the constructor wraps it. */
  readonly cause: { readonly exception: string; readonly sentence: string } | null;
  /** What the cause wraps in its turn; left out when it wraps nothing. */
  readonly root?: { readonly exception: string; readonly sentence: string };
  /** The setting it is about, if one. */
  readonly key: string | null;
  readonly line: number | null;
};

/** What the client changes or doubts silently, as it stands in the client's log. */
export type ConfigNoteView = {
  readonly level: 'info' | 'warn';
  readonly sentence: string;
  readonly keys: readonly string[];
};

/** Something worth knowing about a configuration that the client says nothing about. Parameters are named in `params`. */
export type ConfigFindingCode =
  /** With idempotence off, retries on and more than one request in flight, a retry can overtake. {inFlight} */
  | 'order-at-risk'
  /** With idempotence off and retries on, a lost answer writes a batch twice. {retries} */
  | 'duplicates-possible'
  /** acks=0: nobody says whether anything was written; offsets are −1. */
  | 'acks-none'
  /** acks=1: what only the leader has is lost with it. */
  | 'acks-leader-only'
  /** Idempotence was on by default and is not any more. {because} */
  | 'idempotence-lost-silently'
  /** retries is given and is not 0: delivery.timeout.ms usually ends earlier. {retries} {deliveryTimeoutMs} */
  | 'retries-bounded-by-timeout'
  /** {batchSize} {maxRequestSize} */
  | 'batch-over-request-size'
  /** {batchSize} {bufferMemory} */
  | 'buffer-under-batch-size'
  /** batch.size 0: every record goes alone. */
  | 'batching-off'
  /** The broker's transaction.max.timeout.ms is 900000 unless changed: it refuses more. {timeoutMs} */
  | 'transaction-timeout-over-broker-max'
  /** transaction.timeout.ms without transactional.id does nothing. */
  | 'transaction-timeout-unused'
  /** A consumer without group.id: it is given partitions by hand, and commits nothing. */
  | 'no-group'
  /** enable.auto.commit is in effect. {intervalMs} */
  | 'auto-commit'
  /** auto.offset.reset=latest in a group: what is written before its first commit is not read. */
  | 'begins-at-end'
  /** group.protocol=consumer: timeouts and assignors are the broker's. */
  | 'coordinator-decides'
  /** isolation.level=read_uncommitted: aborted records are read. */
  | 'reads-uncommitted'
  /** Not a class of Kafka: it must be on the class path, or the client does not start. {class} {sentence} */
  | 'class-not-of-kafka'
  /** No key.serializer or value.serializer: they must be passed to the constructor. {key} {sentence} */
  | 'serializer-not-given'
  /** TLS and SASL settings are checked for their form only: keys, logins and brokers are not at hand. {protocol} */
  | 'security-unchecked'
  /** Whether a name has an address is not known here; where none has, Java refuses with {sentence}. {hosts} {sentence} */
  | 'hosts-unchecked'
  /** SASL without sasl.jaas.config: Java takes the file of a system property; without one it refuses with {sentence}. {sentence} */
  | 'jaas-elsewhere'
  /** sasl.jaas.config is written as it must be; its login module and what it logs in with are not tried. {module} */
  | 'jaas-untried'
  /** The text begins with a byte order mark, which Java takes for a part of the first key. {key} */
  | 'byte-order-mark'
  /** The key stands on several lines: the last counts. {lines} {line} */
  | 'given-twice'
  /** Spaces at the end belong to the value in a properties file; the client trims them. */
  | 'spaces-at-end';

export type ConfigFindingView = {
  readonly code: ConfigFindingCode;
  readonly severity: 'notice' | 'warning';
  readonly keys: readonly string[];
  readonly line: number | null;
  readonly params: { readonly [name: string]: string };
};

/** The same text under another generation. */
export type ElsewhereView = {
  readonly profile: ClientProfile;
  readonly refusal: ConfigRefusalView | null;
  readonly idempotence: IdempotenceView | null;
  /** Settings of the result that are not what they are in the chosen generation. */
  readonly differs: readonly {
    readonly key: string;
    readonly here: string | null;
    readonly there: string | null;
  }[];
};

export type ConfigExaminationView = {
  readonly profile: ClientProfile;
  /** Release of the Java client whose behaviour this is. */
  readonly release: string;
  /** Null: it starts. */
  readonly refusal: ConfigRefusalView | null;
  /** Null when it does not start. */
  readonly idempotence: IdempotenceView | null;
  /** Every setting of that generation by name; those of a refused configuration are left at what was given. */
  readonly settings: readonly SettingView[];
  /** Given, and ignored by the client with a warning, in the order of the text. */
  readonly unknown: readonly UnknownSettingView[];
  readonly notes: readonly ConfigNoteView[];
  readonly findings: readonly ConfigFindingView[];
  /** The other two generations, oldest first. */
  readonly elsewhere: readonly ElsewhereView[];
};

/** A record's key. `hex`: its bytes, two digits each, spaces allowed. */
export type KeyInput =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'hex'; readonly value: string }
  | { readonly kind: 'null' };

export type PlaceInput = {
  readonly keys: readonly KeyInput[];
  readonly partitions: number;
  /** After partitions were added (or for comparison); null: no such question. */
  readonly partitionsAfter: number | null;
};

/** How a client chooses the partition of a key. */
export type KeyHashName =
  /** Kafka's own client: murmur2. */
  | 'java'
  /** librdkafka's default (confluent-kafka, node-rdkafka …): CRC32; empty and null keys at random. */
  | 'librdkafka-consistent-random'
  /** CRC32 for everything; empty and null keys have a partition too. */
  | 'librdkafka-consistent'
  | 'librdkafka-murmur2-random'
  | 'librdkafka-murmur2'
  | 'librdkafka-fnv1a-random'
  | 'librdkafka-fnv1a'
  /** kafkajs 2: as Java. */
  | 'kafkajs'
  /** kafkajs 1, and 2 with LegacyPartitioner. */
  | 'kafkajs-legacy'
  /** Go: sarama's default, FNV-1a with its sign rule. */
  | 'sarama'
  /** Go: franz-go's default, as Java. */
  | 'franz-go';

/** Where one client puts one key. */
export type KeyPlaceView = {
  readonly hash: KeyHashName;
  /** 32 bits, as that client computes it (signed for murmur2); null when it does not look at the key. */
  readonly value: number | null;
  /** Null: not decided by the key (random, round robin or sticky). */
  readonly partition: number | null;
  /** With `partitionsAfter`; null likewise, and without the question. */
  readonly partitionAfter: number | null;
};

export type PlacedKeyView = {
  readonly key: KeyInput;
  /** Bytes of the key as hex; null for a null key. */
  readonly hex: string | null;
  /** One a client, in the order of `hashes`. */
  readonly places: readonly KeyPlaceView[];
};

export type KeyHashView = {
  readonly hash: KeyHashName;
  /** Keys whose partition the key decides, and how many of them have another one afterwards. */
  readonly decided: number;
  readonly moved: number;
  /** Keys for which this client agrees with Java. */
  readonly likeJava: number;
};

export type KeyPlacesView = {
  readonly partitions: number;
  readonly partitionsAfter: number | null;
  readonly hashes: readonly KeyHashView[];
  readonly keys: readonly PlacedKeyView[];
  /** Share of all possible keys that move, 0 to 1: 1 − min(N, M) / lcm(N, M). Null without the question. */
  readonly movedShare: number | null;
};
