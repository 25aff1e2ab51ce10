import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '#core/lab/scenarios/catalogue.ts';
import { claimText, scenarioText } from '#core/lab-api/scenario-text/languages.ts';
import { missingTexts } from '#core/lab-api/scenario-text/missing-texts.ts';
import { CHAPTERS, CLAIM_IDS } from '#core/lab-api/scenario-views.ts';

const CLAIMS_OF: { readonly [chapter: string]: readonly [first: string, last: string] } = {
  partitioner: ['C01', 'C08'],
  batching: ['C09', 'C16'],
  delivery: ['C17', 'C29'],
  transactions: ['C30', 'C43'],
};

describe('the catalogue of scenarios', () => {
  test('gives every scenario an id of its own, rules, steps, and a question of two to four options', () => {
    const ids = CATALOGUE.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, variants, steps, question } of CATALOGUE) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(variants.length).toBeGreaterThan(0);
      expect(steps.length).toBeGreaterThan(0);
      if (question !== undefined) expect([2, 3, 4]).toContain(question.length);
    }
  });

  test.each(CHAPTERS)('leaves no claim of %s untold', (chapter) => {
    const [first = '', last = ''] = CLAIMS_OF[chapter] ?? [];
    const told = new Set(
      CATALOGUE.filter((scenario) => scenario.chapter === chapter).flatMap(({ claims }) => claims),
    );
    const wanted = CLAIM_IDS.filter((claim) => claim >= first && claim <= last);
    expect(wanted.filter((claim) => !told.has(claim))).toEqual([]);
  });
});

describe.each(CATALOGUE.map((scenario) => [scenario.id, scenario] as const))(
  'the texts of %s',
  (id, scenario) => {
    test('are all there, in English and in Korean', () => {
      expect(missingTexts(scenario)).toEqual([]);
    });

    test('name the same checks, steps and options in both, and no others than there are', () => {
      const [en, ko] = [scenarioText('en', id), scenarioText('ko', id)];
      expect(Object.keys(ko?.checks ?? {}).sort()).toEqual(Object.keys(en?.checks ?? {}).sort());
      for (const text of [en, ko]) {
        expect(Object.keys(text?.steps ?? {}).sort()).toEqual([...scenario.steps].sort());
        expect(Object.keys(text?.question?.options ?? {}).sort()).toEqual(
          [...(scenario.question ?? [])].sort(),
        );
      }
      for (const claim of scenario.claims) {
        const truths = [claimText('en', claim)?.truth ?? null, claimText('ko', claim)?.truth ?? null];
        expect(truths.filter((truth) => truth === null)).not.toHaveLength(1);
      }
    });
  },
);
