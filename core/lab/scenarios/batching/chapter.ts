/** The scenarios of this chapter, in the order of the course. */
import type { Scenario } from '../scenario.ts';

export const BATCHING: readonly Scenario[] = [];
