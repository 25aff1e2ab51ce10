/** The chapter's claims and scenarios in Korean. */
import type { ChapterText } from './scenario-text.ts';

export const partitionerKo: ChapterText = { claims: {}, scenarios: {} };
