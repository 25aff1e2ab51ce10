import { EPOCH_EXHAUSTION } from './epoch-exhaustion.ts';
import { LAST_STABLE_OFFSET_MOVES } from './last-stable-offset-moves.ts';
import { CRASH_IN_EVERY_STATE, RESTART_IN_EVERY_STATE } from './restart-in-every-state.ts';
import type { WireScenario } from './scenario.ts';

/** By the name of the recorded answers. */
export const SCENARIOS: { readonly [name: string]: WireScenario } = {
  'epoch-exhaustion': EPOCH_EXHAUSTION,
  'last-stable-offset-moves': LAST_STABLE_OFFSET_MOVES,
  'restart-in-every-state': RESTART_IN_EVERY_STATE,
  'crash-in-every-state': CRASH_IN_EVERY_STATE,
};
