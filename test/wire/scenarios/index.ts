import { EPOCH_EXHAUSTION } from './epoch-exhaustion.ts';
import { GROUP_SETTINGS } from './group-settings.ts';
import { GROUP_VERSION } from './group-version.ts';
import { LAST_STABLE_OFFSET_MOVES } from './last-stable-offset-moves.ts';
import { CRASH_IN_EVERY_STATE, RESTART_IN_EVERY_STATE } from './restart-in-every-state.ts';
import { CRASH_IN_PREPARE, RESTART_IN_PREPARE } from './restart-in-prepare.ts';
import type { WireScenario } from './scenario.ts';

/** By the name of the recorded answers. */
export const SCENARIOS: { readonly [name: string]: WireScenario } = {
  'epoch-exhaustion': EPOCH_EXHAUSTION,
  'last-stable-offset-moves': LAST_STABLE_OFFSET_MOVES,
  'restart-in-every-state': RESTART_IN_EVERY_STATE,
  'crash-in-every-state': CRASH_IN_EVERY_STATE,
  'group-settings': GROUP_SETTINGS,
  'group-version': GROUP_VERSION,
  'restart-in-prepare': RESTART_IN_PREPARE,
  'crash-in-prepare': CRASH_IN_PREPARE,
};
