/** Scenario texts by language. */
import type { ClaimId } from '../scenario-views.ts';
import { batchingEn } from './batching-en.ts';
import { batchingKo } from './batching-ko.ts';
import { deliveryEn } from './delivery-en.ts';
import { deliveryKo } from './delivery-ko.ts';
import { partitionerEn } from './partitioner-en.ts';
import { partitionerKo } from './partitioner-ko.ts';
import type { ChapterText, ClaimText, ScenarioText } from './scenario-text.ts';
import { transactionsEn } from './transactions-en.ts';
import { transactionsKo } from './transactions-ko.ts';

export type ScenarioLanguage = 'en' | 'ko';

const CHAPTERS: { readonly [L in ScenarioLanguage]: readonly ChapterText[] } = {
  en: [partitionerEn, batchingEn, deliveryEn, transactionsEn],
  ko: [partitionerKo, batchingKo, deliveryKo, transactionsKo],
};

/** What the course says in one sentence, and the truth of it. */
export function claimText(language: ScenarioLanguage, claim: ClaimId): ClaimText | undefined {
  for (const { claims } of CHAPTERS[language]) {
    const text = claims[claim];
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The texts of a scenario. */
export function scenarioText(language: ScenarioLanguage, scenario: string): ScenarioText | undefined {
  for (const { scenarios } of CHAPTERS[language]) {
    const text = scenarios[scenario];
    if (text !== undefined) return text;
  }
  return undefined;
}
