/** The scenarios of this chapter, in the order of the course. */
import type { Scenario } from '../scenario.ts';
import { beginIsLocal } from './begin-is-local.ts';

export const TRANSACTIONS: readonly Scenario[] = [beginIsLocal];
