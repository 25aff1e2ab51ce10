import type { OutputLine } from '#core/lab-api/views.ts';

/** How a line of a producer's output is set: its words are our own producer's, see ProducerWorker. */
export function toneOf(text: string): OutputLine['tone'] {
  if (/^(SIG[A-Z]+|freeze|thaw): /.test(text)) return 'signal';
  if (/^txn \d+ committed/.test(text)) return 'good';
  if (/Exception|^[A-Za-z]+: -?\d+ [A-Z_]+$/.test(text)) return 'refused';
  return 'normal';
}

/** The API whose answer a line speaks of; undefined when it speaks of none. */
export function apiOf(text: string): string | undefined {
  const refusal = /^([A-Za-z]+): -?\d+ [A-Z_]+/.exec(text);
  if (refusal !== null) return refusal[1];
  if (text.startsWith('acked ')) return 'Produce';
  if (text.startsWith('initTransactions: ')) return 'InitProducerId';
  return /^txn \d+ (committed|aborted)/.test(text) ? 'EndTxn' : undefined;
}
