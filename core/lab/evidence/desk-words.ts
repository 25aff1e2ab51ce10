import type { EvidenceCheck } from '#core/lab-api/evidence-views.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import type { SavedPart } from './save-part.ts';

/** A pack without any part. */
export function nothingChosen(): Error {
  return labError(
    'NOTHING_CHOSEN',
    'A pack of nothing is not written: every part is left out.',
    'Switch at least one part on.',
  );
}

/** What was chosen and is not there. */
export function unknownText({ check, params }: EvidenceCheck): string {
  return check === 'unknownTopic'
    ? `There is no topic ${params['topic']}.`
    : `Nothing is known of transactional id ${params['transactionalId']}.`;
}

/** What a saved part is called. */
export function fileNameOf({ topic, partition, part }: SavedPart): string {
  switch (part.kind) {
    case 'partition':
      return `${topic}-${partition}.zip`;
    case 'segment':
      return `${String(part.baseOffset).padStart(20, '0')}.log`;
    case 'records':
      return `${topic}-${partition}.${part.format}`;
  }
}
