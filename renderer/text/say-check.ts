import type { EvidenceCheck } from '#core/lab-api/evidence-views.ts';
import { isStartUpEffect } from '#core/lab-api/opened-views.ts';
import { saidOf } from '#core/lab-api/said.ts';
import { sayStop } from './say-stop.ts';
import type { Text } from './use-text.svelte.ts';

type Params = EvidenceCheck['params'];

/** What was checked of an evidence pack, in the window's language. In a pack, which travels, reasons are in English. */
export function sayCheck({ check, params }: Pick<EvidenceCheck, 'check' | 'params'>, text: Text): string {
  return text.t(
    `evidence.check.${check}`,
    check === 'damage' ? sayDamage(params, text) : spoken(params, text),
  );
}

function spoken(params: Params, text: Text): Params {
  const { reason } = params;
  return typeof reason === 'string' ? { ...params, reason: text.say(saidOf(reason, 'bytes')) } : params;
}

function sayDamage(
  { file = '', position = 0, expected = '', found = '', clean, unclean }: Params,
  text: Text,
): Params {
  const isOfBytes = expected !== '';
  const says = sayStop(
    {
      expected: isOfBytes ? saidOf(String(expected), 'damage') : null,
      found: saidOf(String(found), isOfBytes ? 'damage' : 'side'),
    },
    text,
  );
  const reason = isOfBytes ? `${text.t('damage.block', { byte: position })}: ${says}` : says;
  return { file, reason, starts: sayStarts(clean, unclean, text) };
}

function sayStarts(clean: unknown, unclean: unknown, text: Text): string {
  if (!isStartUpEffect(clean) || !isStartUpEffect(unclean)) return '';
  const [after, other] = [text.t(`damage.effect.${clean}`), text.t(`damage.effect.${unclean}`)];
  return after === other
    ? text.t('damage.bothStarts', { effect: after })
    : text.t('damage.twoStarts', { clean: after, unclean: other });
}
