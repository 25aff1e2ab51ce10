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

describe('the message tables', () => {
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
