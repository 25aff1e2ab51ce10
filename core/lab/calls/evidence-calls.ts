import { labError } from '#core/lab-api/lab-error.ts';
import type { Lab } from '../lab.ts';
import type { CallsOf } from './calls-of.ts';

export function evidenceCalls(_lab: Lab): CallsOf<'evidence'> {
  const notYet = (): never => {
    throw labError('NOT_YET', 'Evidence packs are still being built.');
  };
  return {
    'evidence.plan': notYet,
    'evidence.export': notYet,
    'evidence.save': notYet,
    'evidence.cancel': notYet,
    'evidence.fetch': notYet,
    'evidence.fetched': notYet,
    'evidence.receive': notYet,
    'evidence.receivePiece': notYet,
    'evidence.open': notYet,
    'evidence.packs': () => [],
    'evidence.close': notYet,
    'evidence.timeline': notYet,
    'evidence.frameBytes': notYet,
    'evidence.compare': notYet,
  };
}
