import { labError } from '#core/lab-api/lab-error.ts';
import type { Lab } from '../lab.ts';
import { type CallsOf, snapshot } from './calls-of.ts';

/** What was opened from elsewhere, read only. */
export function openedCalls(lab: Lab): CallsOf<'opened' | 'census'> {
  const unknown = (): never => {
    throw labError('NOT_OPENED', 'Nothing is opened under this id.', 'Open it again.');
  };
  return {
    'opened.list': () => snapshot(lab.bus, []),
    'opened.open': unknown,
    'opened.close': unknown,
    'opened.refresh': unknown,
    'opened.partitions': unknown,
    'opened.census': unknown,
    'opened.cancel': unknown,
    'opened.records': unknown,
    'opened.offsetForTime': unknown,
    'opened.fileBytes': unknown,
    'opened.batchBytes': unknown,
    'opened.nextBatch': unknown,
    'census.read': unknown,
    'census.cancel': unknown,
  };
}
