/** The chapter's claims and scenarios in English. */
import type { ChapterText } from './scenario-text.ts';

export const batchingEn: ChapterText = { claims: {}, scenarios: {} };
