/** What is worth knowing about the settings of a producer and no client says: they are legal, and yet perhaps not what was meant. */
import { hostsOf } from './bootstrap-check.ts';
import { startsWithMark, withoutMark } from './byte-order-mark.ts';
import type { ClientProfile } from './client-profile.ts';
import { loginModuleOf, usesSasl } from './jaas.ts';
import { roleOfClass } from './known-classes.ts';
import type { ProducerConfig } from './producer-config.ts';
import type { StartedProducer } from './producer-start.ts';
import type { PropertyEntry } from './properties-text.ts';

export interface ConfigFinding {
  readonly code:
    | 'order-at-risk'
    | 'duplicates-possible'
    | 'acks-none'
    | 'acks-leader-only'
    | 'idempotence-lost-silently'
    | 'retries-bounded-by-timeout'
    | 'batch-over-request-size'
    | 'buffer-under-batch-size'
    | 'batching-off'
    | 'transaction-timeout-over-broker-max'
    | 'transaction-timeout-unused'
    | 'no-group'
    | 'auto-commit'
    | 'begins-at-end'
    | 'coordinator-decides'
    | 'reads-uncommitted'
    | 'class-not-of-kafka'
    | 'serializer-not-given'
    | 'security-unchecked'
    | 'hosts-unchecked'
    | 'jaas-elsewhere'
    | 'jaas-untried'
    | 'byte-order-mark'
    | 'given-twice'
    | 'spaces-at-end';
  readonly severity: 'notice' | 'warning';
  /** Settings it is about. */
  readonly keys: readonly string[];
  /** Line of the text, from 1. */
  readonly line: number | null;
  readonly params: { readonly [name: string]: string };
}

/** What the broker allows unless its transaction.max.timeout.ms is changed. */
const TRANSACTION_TIMEOUT_MAX_MS = 900_000;
const IN_FLIGHT = 'max.in.flight.requests.per.connection';

/** A finding that is yet to be placed in the text. */
export type Found = Omit<ConfigFinding, 'line' | 'severity'>;
/** The entry that counts for each key. */
export type Entries = ReadonlyMap<string, PropertyEntry>;

/** A finding about these keys. */
export const found = (
  code: ConfigFinding['code'],
  keys: readonly string[],
  params: ConfigFinding['params'] = {},
): Found => ({ code, keys, params });

export interface TextContext {
  readonly profile: ClientProfile;
  readonly given: Entries;
  /** Classes that may be passed to the constructor instead of being named. */
  readonly serializers: readonly string[];
}

/** What is seen in the text alone. */
export function findInText(
  entries: readonly PropertyEntry[],
  { profile, given, serializers }: TextContext,
): readonly ConfigFinding[] {
  const findings: ConfigFinding[] = [];
  const linesOf = new Map<string, number[]>();
  for (const { key, line } of entries) {
    const lines = linesOf.get(key);
    if (lines === undefined) linesOf.set(key, [line]);
    else lines.push(line);
  }
  const [first] = entries;
  if (first !== undefined && startsWithMark(first.key)) {
    findings.push({
      ...placed(found('byte-order-mark', [first.key], { key: withoutMark(first.key) }), given),
      line: first.line,
    });
  }
  for (const [key, { value, line }] of given) {
    const lines = linesOf.get(key) ?? [];
    if (lines.length > 1) {
      findings.push(
        placed(found('given-twice', [key], { lines: lines.join(', '), line: String(line) }), given),
      );
    }
    if (/[ \t\f]$/.test(value)) findings.push(placed(found('spaces-at-end', [key]), given));
  }
  for (const key of serializers) {
    if (given.has(key)) continue;
    const sentence =
      profile === '2.x'
        ? `Missing required configuration "${key}" which has no default value.`
        : `Invalid value null for configuration ${key}: must be non-null.`;
    findings.push(placed(found('serializer-not-given', [key], { key, sentence }), given));
  }
  return findings;
}

/** What is seen in the settings of a producer that starts. */
export function findInProducer(
  started: StartedProducer,
  profile: ClientProfile,
  given: Entries,
): readonly ConfigFinding[] {
  const { values } = started;
  return [
    ...guarantees(started, given),
    ...sizes(values),
    ...transactions(values, given),
    ...classes(values, profile),
    ...security(values),
    ...addresses(values),
  ].map((each) => placed(each, given));
}

const WARNINGS: ReadonlySet<ConfigFinding['code']> = new Set([
  'order-at-risk',
  'duplicates-possible',
  'acks-none',
  'acks-leader-only',
  'idempotence-lost-silently',
  'batch-over-request-size',
  'buffer-under-batch-size',
  'transaction-timeout-over-broker-max',
  'given-twice',
  'byte-order-mark',
]);

/** A finding with its severity, and the line it is about. */
export function placed(each: Found, given: Entries): ConfigFinding {
  const lines = each.keys.map((key) => given.get(key)?.line).filter((line) => line !== undefined);
  return {
    ...each,
    severity: WARNINGS.has(each.code) ? 'warning' : 'notice',
    line: lines[0] ?? null,
  };
}

function guarantees({ values, idempotence }: StartedProducer, given: Entries): readonly Found[] {
  const findings: Found[] = [];
  const retries = String(values.retries);
  if (idempotence.reason === 'disabled') {
    findings.push(
      found('idempotence-lost-silently', idempotence.because, { because: idempotence.because.join(', ') }),
    );
  }
  if (!idempotence.isOn && values.retries > 0 && values.acks !== '0') {
    if (values[IN_FLIGHT] > 1) {
      findings.push(found('order-at-risk', [IN_FLIGHT, 'retries'], { inFlight: String(values[IN_FLIGHT]) }));
    }
    findings.push(found('duplicates-possible', ['retries', 'enable.idempotence'], { retries }));
  }
  if (values.acks === '0') findings.push(found('acks-none', ['acks']));
  if (values.acks === '1') findings.push(found('acks-leader-only', ['acks']));
  if (given.has('retries') && values.retries > 0) {
    const deliveryTimeoutMs = String(values['delivery.timeout.ms']);
    findings.push(
      found('retries-bounded-by-timeout', ['retries', 'delivery.timeout.ms'], { retries, deliveryTimeoutMs }),
    );
  }
  return findings;
}

function sizes(values: ProducerConfig): readonly Found[] {
  const findings: Found[] = [];
  const batchSize = values['batch.size'];
  const maxRequestSize = values['max.request.size'];
  const bufferMemory = values['buffer.memory'];
  if (batchSize === 0) findings.push(found('batching-off', ['batch.size']));
  if (batchSize > maxRequestSize) {
    const params = { batchSize: String(batchSize), maxRequestSize: String(maxRequestSize) };
    findings.push(found('batch-over-request-size', ['batch.size', 'max.request.size'], params));
  }
  if (bufferMemory < batchSize) {
    const params = { batchSize: String(batchSize), bufferMemory: String(bufferMemory) };
    findings.push(found('buffer-under-batch-size', ['buffer.memory', 'batch.size'], params));
  }
  return findings;
}

function transactions(values: ProducerConfig, given: Entries): readonly Found[] {
  const key = 'transaction.timeout.ms';
  if (values['transactional.id'] === null)
    return given.has(key) ? [found('transaction-timeout-unused', [key])] : [];
  const timeoutMs = values[key];
  return timeoutMs > TRANSACTION_TIMEOUT_MAX_MS
    ? [found('transaction-timeout-over-broker-max', [key], { timeoutMs: String(timeoutMs) })]
    : [];
}

const CLASSES = [
  'key.serializer',
  'value.serializer',
  'partitioner.class',
  'ssl.engine.factory.class',
] as const;
const CLASS_LISTS = ['interceptor.classes', 'metric.reporters'] as const;

interface NamedClass {
  readonly key: string;
  readonly name: string;
  /** What the client says when the class is not on its class path. */
  readonly sentence: string;
  readonly profile: ClientProfile;
}

/** A class that Kafka does not bring must come from elsewhere. */
export function classFinding({ key, name, sentence, profile }: NamedClass): readonly Found[] {
  if (name === '' || roleOfClass(name, profile) !== undefined) return [];
  return [found('class-not-of-kafka', [key], { class: name, sentence })];
}

function classes(values: ProducerConfig, profile: ClientProfile): readonly Found[] {
  const findings: Found[] = [];
  const check = (key: string, name: string, sentence: string): void =>
    void findings.push(...classFinding({ key, name, sentence, profile }));
  for (const key of CLASSES) {
    const name = values[key] ?? '';
    check(key, name, `Invalid value ${name} for configuration ${key}: Class ${name} could not be found.`);
  }
  for (const key of CLASS_LISTS) {
    for (const name of values[key]) check(key, name, `Class ${name} cannot be found`);
  }
  return findings;
}

const JAAS = 'sasl.jaas.config';

/** What nobody can know before the first connection: whether a login, or a certificate, is good. */
export function security(
  values: Pick<ProducerConfig, 'security.protocol' | 'sasl.jaas.config'>,
): readonly Found[] {
  const protocol = values['security.protocol'];
  if (protocol.toUpperCase() === 'PLAINTEXT') return [];
  const unchecked = found('security-unchecked', ['security.protocol'], { protocol });
  if (!usesSasl(values)) return [unchecked];
  const text = values[JAAS];
  if (text === null) {
    const sentence =
      "Could not find a 'KafkaClient' entry in the JAAS configuration. System property 'java.security.auth.login.config' is not set";
    return [found('jaas-elsewhere', [JAAS], { sentence }), unchecked];
  }
  return [found('jaas-untried', [JAAS], { module: loginModuleOf(text) }), unchecked];
}

/** Addresses in figures, and this machine: their names need nobody to be asked. */
const KNOWN_HOST = /^(?:[0-9.]+|[0-9a-fA-F:]*:[0-9a-fA-F:.]*(?:%.*)?|localhost|)$/;

/** Names of hosts that only the machine of the client can look up. */
export function addresses(values: Pick<ProducerConfig, 'bootstrap.servers'>): readonly Found[] {
  const key = 'bootstrap.servers';
  const names = hostsOf(values[key]).filter((host) => !KNOWN_HOST.test(host));
  if (names.length === 0) return [];
  const sentence = `No resolvable bootstrap urls given in ${key}`;
  return [found('hosts-unchecked', [key], { hosts: [...new Set(names)].join(', '), sentence })];
}
