import type { OutputLine } from '#core/lab-api/views.ts';

/** How a line of a producer's output is set: its words are our own producer's, see ProducerWorker. */
export function toneOf(text: string): OutputLine['tone'] {
  if (/^(SIG[A-Z]+|freeze|thaw): /.test(text)) return 'signal';
  if (/^txn \d+ committed/.test(text)) return 'good';
  if (/Exception|^[A-Za-z]+: -?\d+ [A-Z_]+$/.test(text)) return 'refused';
  return 'normal';
}

/** Stands for whichever API an error code came from: a line about a retry has no room for its name. */
export const ANY_API = '';

/** The answer that a line speaks of: its API and error code. Undefined when it speaks of none. */
export function apiOf(text: string): { readonly api: string; readonly errorCode: number } | undefined {
  const refusal = /^([A-Za-z]+): (-?\d+) [A-Z_]+/.exec(text);
  if (refusal !== null) return { api: refusal[1] ?? '', errorCode: Number(refusal[2]) };
  const retried = /^(\d+) [A-Z_]+, retry$/.exec(text);
  if (retried !== null) return { api: ANY_API, errorCode: Number(retried[1]) };
  if (text.startsWith('acked ')) return { api: 'Produce', errorCode: 0 };
  if (text.startsWith('initTransactions: ')) return { api: 'InitProducerId', errorCode: 0 };
  return /^txn \d+ (committed|aborted)/.test(text) ? { api: 'EndTxn', errorCode: 0 } : undefined;
}
