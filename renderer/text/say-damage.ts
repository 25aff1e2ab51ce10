import type { DamageView } from '#core/lab-api/opened-views.ts';
import type { Text } from './use-text.svelte.ts';

/** What kind of damage this is, in a sentence; `damages` are those of the same partition. */
export function sayDamageKind(damage: DamageView, damages: readonly DamageView[], text: Text): string {
  if (damage.kind !== 'side-file') return text.t(`damage.kind.${damage.kind}`);
  const isOfItsLog = ({ kind, segment }: DamageView) => kind !== 'side-file' && segment === damage.segment;
  if (damages.some(isOfItsLog)) return text.t('damage.besideDamage');
  // Nobody can tell which of the two is wrong.
  if (damage.says.found.key === 'lab.side.pastLog') return text.t('damage.pastLog');
  return text.t('damage.kind.side-file');
}
