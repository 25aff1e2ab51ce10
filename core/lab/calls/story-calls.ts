import type { Lab } from '../lab.ts';
import { type CallsOf, snapshotOf } from './calls-of.ts';

export function storyCalls({ story, bus }: Lab): CallsOf<'story'> {
  return {
    'story.describe': () => snapshotOf(bus, () => story.describe()),
    'story.reset': ({ transactionVersion }) => story.reset(transactionVersion),
    'story.advance': () => story.advance(),
    'story.refusal': () => story.refusal(),
  };
}
