import { describe, expect, it } from 'vitest';
import { en, type MessageKey } from '../../../../renderer/text/en.ts';
import { formatMessage } from '../../../../renderer/text/format.ts';
import { ko } from '../../../../renderer/text/ko.ts';

const KEYS = Object.keys(en) as MessageKey[];

/** Names of the values that a message asks for. */
function placeholdersOf(message: string): readonly string[] {
  const asked = new Set<string>();
  const params = new Proxy<{ [name: string]: number }>(
    {},
    {
      get: (_, name) => {
        asked.add(String(name));
        return 2;
      },
    },
  );
  formatMessage(message, params);
  return [...asked].sort();
}

/** What the machine wrote, and Kafka's own words: the same in both languages. */
const KEPT = new Set(
  (
    'fencepost pid epoch e seq exit LSO HW LEO ms s v initTransactions acks log txnindex ' +
    'transactional.id transaction.version transaction.timeout.ms enable.idempotence __transaction_state ' +
    'verdict aborted MB p50 p90 p99 CPU'
  ).split(' '),
);

/** Words of a message without its values. */
function wordsOf(message: string): readonly string[] {
  return message
    .replace(/\{[^{}]*\}/g, ' ')
    .split(/[\s,:;@/+%–-]+/)
    .map((word) => word.replace(/^\.+|\.+$/g, ''))
    .filter((word) => /[A-Za-z]/.test(word));
}

describe('the message tables', () => {
  it('say everything in Korean that is not Kafka’s own word', () => {
    const same = KEYS.filter((key) => en[key] === ko[key]);
    const english = same.filter((key) => wordsOf(en[key]).some((word) => !KEPT.has(word)));
    expect(english).toEqual([]);
  });

  it('have the same keys in both languages', () => {
    expect(Object.keys(ko).sort()).toEqual([...KEYS].sort());
  });

  it('take the same values in both languages', () => {
    const different = KEYS.filter((key) => placeholdersOf(en[key]).join() !== placeholdersOf(ko[key]).join());
    expect(different).toEqual([]);
  });

  it('never close a brace that is not open', () => {
    const unbalanced = KEYS.filter((key) =>
      [en[key], ko[key]].some((message) => message.split('{').length !== message.split('}').length),
    );
    expect(unbalanced).toEqual([]);
  });

  it('have no exclamation marks', () => {
    expect(KEYS.filter((key) => en[key].includes('!') || ko[key].includes('!'))).toEqual([]);
  });
});
