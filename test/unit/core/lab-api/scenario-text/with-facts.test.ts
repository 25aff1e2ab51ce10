import { describe, expect, it } from 'vitest';
import { withFacts } from '#core/lab-api/scenario-text/with-facts.ts';

describe('a sentence of a scenario', () => {
  it('has the facts of its run, and an ellipsis for what is not known yet', () => {
    const sentence = 'Epoch {newEpoch} of {id}, at {offset}.';
    expect(withFacts(sentence, { newEpoch: 0, id: 'orders-1' })).toBe('Epoch 0 of orders-1, at ….');
  });

  it('is left alone without places for facts', () => {
    expect(withFacts('It commits.', { it: 1 })).toBe('It commits.');
  });
});
