import type { Lab } from '../lab.ts';
import type { CallsOf } from './calls-of.ts';

export function clockCalls(lab: Lab): CallsOf<'clock'> {
  return {
    'clock.advance': async ({ byMs }) => {
      await lab.clock.advance(byMs);
      return { nowMs: lab.clock.nowMs() };
    },
  };
}
