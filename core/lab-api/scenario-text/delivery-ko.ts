/** The chapter's claims and scenarios in Korean. */
import { deliveryClaimsKo } from './delivery-claims-ko.ts';
import { deliveryIdempotenceKo } from './delivery-idempotence-ko.ts';
import { deliveryLossesKo } from './delivery-losses-ko.ts';
import type { ChapterText } from './scenario-text.ts';

export const deliveryKo: ChapterText = {
  claims: deliveryClaimsKo,
  scenarios: { ...deliveryLossesKo, ...deliveryIdempotenceKo },
};
