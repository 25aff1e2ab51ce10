/**
 * What a person fills in to add a producer, and what Java's client would say to it before anything is started. Java's own
 * sentences stay in Java's words.
 */
import type { ProducerSettings } from '#core/lab-api/views.ts';
import type { MessageKey } from '../text/en.ts';

/** A sentence of the window, or Java's. */
export type Problem =
  | { readonly key: MessageKey; readonly params?: { readonly [name: string]: string | number } }
  | { readonly java: string };

const TRANSACTION_TIMEOUT_MAX_MS = 900_000;
const RECORDS_MAX = 1000;
const RATE_MAX = 100;
const IN_FLIGHT_MAX = 5;
const TOPIC_NAME = /^[a-zA-Z0-9._-]{1,249}$/;
const NAME_MAX = 200;
const TRANSACTIONAL_ID_MAX = 32_767;

function wholeNumber(text: string): number | null {
  return /^\d+$/.test(text.trim()) ? Number(text) : null;
}

/** `key=value` lines; the number of the first line that is none. */
function parseProperties(text: string): {
  readonly config: { readonly [key: string]: string };
  readonly badLine: number | null;
} {
  const config: { [key: string]: string } = {};
  const lines = text.split('\n');
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '' || line.trim().startsWith('#')) continue;
    const [, key, value] = /^\s*([\w.-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (key === undefined || value === undefined) return { config, badLine: i + 1 };
    config[key] = value;
  }
  return { config, badLine: null };
}

/** ProducerConfig.postProcessAndValidateIdempotenceConfigs, as of 4.x. */
function idempotenceProblems(
  config: { readonly [key: string]: string },
  isTransactional: boolean,
): Problem[] {
  const explicit = config['enable.idempotence'];
  const acks = config['acks'] ?? 'all';
  const isAll = acks === 'all' || acks === '-1';
  const retries = config['retries'] ?? '2147483647';
  const isOn = explicit !== 'false';
  const problems: Problem[] = [];
  if (isOn && explicit === 'true' && retries === '0') {
    problems.push({ java: 'Must set retries to non-zero when using the idempotent producer.' });
  }
  if (isOn && explicit === 'true' && !isAll) {
    problems.push({
      java: 'Must set acks to all in order to use the idempotent producer. Otherwise we cannot guarantee idempotence.',
    });
  }
  if (isOn && Number(config['max.in.flight.requests.per.connection'] ?? IN_FLIGHT_MAX) > IN_FLIGHT_MAX) {
    problems.push({
      java: 'Must set max.in.flight.requests.per.connection to at most 5 to use the idempotent producer.',
    });
  }
  const endsUpOff = !isOn || (explicit !== 'true' && (!isAll || retries === '0'));
  if (isTransactional && endsUpOff) {
    problems.push({ java: 'Cannot set a transactional.id without also enabling idempotence.' });
  }
  return problems;
}

export class ProducerForm {
  name = $state('');
  transactionalId = $state('');
  topic = $state('orders');
  records = $state('3');
  rate = $state('0');
  timeout = $state('60000');
  idempotence: 'default' | 'true' | 'false' = $state('default');
  acks: 'default' | 'all' | '1' | '0' = $state('default');
  more = $state('');

  constructor(name: string, transactionalId: string, topic: string) {
    this.name = name;
    this.transactionalId = transactionalId;
    this.topic = topic;
  }

  readonly #properties = $derived(parseProperties(this.more));

  readonly #config = $derived({
    ...(this.idempotence === 'default' ? {} : { 'enable.idempotence': this.idempotence }),
    ...(this.acks === 'default' ? {} : { acks: this.acks }),
    ...this.#properties.config,
  });

  /** Why this cannot be started, in the order of the fields; none: it can. */
  readonly problems: readonly Problem[] = $derived.by(() => {
    const problems: Problem[] = [];
    const rate = Number(this.rate);
    const records = wholeNumber(this.records);
    const timeoutMs = wholeNumber(this.timeout);
    if (this.name.trim() === '') problems.push({ key: 'producer.problem.name' });
    if (this.name.trim().length > NAME_MAX) {
      problems.push({ key: 'producer.problem.nameLong', params: { max: NAME_MAX } });
    }
    if (this.transactionalId.trim().length > TRANSACTIONAL_ID_MAX) {
      problems.push({ key: 'producer.problem.idLong', params: { max: TRANSACTIONAL_ID_MAX } });
    }
    if (!TOPIC_NAME.test(this.topic)) problems.push({ key: 'producer.problem.topic' });
    if (records === null || records < 1 || records > RECORDS_MAX) {
      problems.push({ key: 'producer.problem.records' });
    }
    if (this.rate.trim() === '' || !(rate >= 0 && rate <= RATE_MAX)) {
      problems.push({ key: 'producer.problem.rate' });
    }
    if (timeoutMs === null || timeoutMs < 1) problems.push({ key: 'producer.problem.timeout' });
    else if (timeoutMs > TRANSACTION_TIMEOUT_MAX_MS && this.#isTransactional) {
      problems.push({ key: 'producer.problem.timeoutMax', params: { max: TRANSACTION_TIMEOUT_MAX_MS } });
    }
    const { badLine } = this.#properties;
    if (badLine !== null) problems.push({ key: 'producer.problem.line', params: { line: badLine } });
    return [...problems, ...idempotenceProblems(this.#config, this.#isTransactional)];
  });

  /** True when Java would switch idempotence off without saying so. */
  readonly losesIdempotence: boolean = $derived.by(() => {
    const { acks, 'enable.idempotence': explicit } = this.#config as { readonly [key: string]: string };
    return explicit === undefined && acks !== undefined && acks !== 'all' && acks !== '-1';
  });

  readonly settings: ProducerSettings = $derived({
    name: this.name.trim(),
    transactionalId: this.#isTransactional ? this.transactionalId.trim() : null,
    topic: this.topic,
    recordsPerTransaction: wholeNumber(this.records) ?? 1,
    transactionsPerSecond: Number(this.rate),
    // Without transactions nobody looks at it, and the lab takes no longer one.
    transactionTimeoutMs: Math.min(wholeNumber(this.timeout) ?? 1, TRANSACTION_TIMEOUT_MAX_MS),
    config: this.#config,
  });

  get #isTransactional(): boolean {
    return this.transactionalId.trim() !== '';
  }
}
