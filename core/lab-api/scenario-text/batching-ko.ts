/** The chapter's claims and scenarios in Korean. */
import type { ChapterText } from './scenario-text.ts';

export const batchingKo: ChapterText = { claims: {}, scenarios: {} };
