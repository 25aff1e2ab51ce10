import { labError } from '#core/lab-api/lab-error.ts';
import type { Lab } from '../lab.ts';
import type { CallsOf } from './calls-of.ts';

export function xrayCalls(_lab: Lab): CallsOf<'xray'> {
  return {
    'xray.read': () => {
      throw labError('NOT_YET', 'The X-ray is still being built.');
    },
  };
}
