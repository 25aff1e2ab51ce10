/** The chapter's claims and scenarios in English. */
import { deliveryClaimsEn } from './delivery-claims-en.ts';
import { deliveryIdempotenceEn } from './delivery-idempotence-en.ts';
import { deliveryLossesEn } from './delivery-losses-en.ts';
import type { ChapterText } from './scenario-text.ts';

export const deliveryEn: ChapterText = {
  claims: deliveryClaimsEn,
  scenarios: { ...deliveryLossesEn, ...deliveryIdempotenceEn },
};
