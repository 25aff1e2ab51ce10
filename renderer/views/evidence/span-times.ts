/** From one time to another, as a person types it. */
import type { EvidenceSpan, SpanTexts } from '../../state/evidence.svelte.ts';
import { parseJump } from '../logs/jump-target.ts';

/** Milliseconds; null for an empty text, which is no bound; undefined for what is no time. */
export function msOf(input: string): number | null | undefined {
  if (input.trim() === '') return null;
  const target = parseJump(input);
  return target?.kind === 'time' ? target.timestampMs : undefined;
}

/** `bad`: one of them is no time. `reversed`: the end lies before the start. Undefined when both are good. */
export function spanFault({ from, to }: SpanTexts): 'bad' | 'reversed' | undefined {
  const [fromMs, toMs] = [msOf(from), msOf(to)];
  if (fromMs === undefined || toMs === undefined) return 'bad';
  return fromMs !== null && toMs !== null && fromMs > toMs ? 'reversed' : undefined;
}

/** True while nothing can be written: from one time to another, and these are not clear. */
export function isSpanUnclear(evidence: {
  readonly span: EvidenceSpan;
  readonly spanTexts: SpanTexts;
}): boolean {
  return evidence.span.kind === 'between' && spanFault(evidence.spanTexts) !== undefined;
}
