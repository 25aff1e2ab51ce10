import { readProducerConfig } from '#core/config/cross-checks.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { batchRefs } from './disk.ts';
import { failureOf } from './failure-of.ts';

type Profile = ScenarioStage['variant']['profile'];

const ACKS = { acks: '1' };
const IN_FLIGHT = { 'max.in.flight.requests.per.connection': '6' };
const OFF = 'none (-1)';

/** What is expected of each generation of the client. `note` is what Java writes to its log about acks=1. */
const EXPECTED: {
  readonly [P in Profile]: { readonly byDefault: string; readonly note: string; readonly inFlight: string };
} = {
  '2.x': { byDefault: OFF, note: 'none', inFlight: OFF },
  '3.x': {
    byDefault: 'given',
    note: "Idempotence will be disabled because acks is set to 1, not set to 'all'.",
    inFlight: OFF,
  },
  '4.x': {
    byDefault: 'given',
    note: "Idempotence will be disabled because acks is set to 1, not set to 'all'.",
    inFlight: 'ConfigException',
  },
};

/** C27: idempotence that was only a default gives way to what contradicts it. */
export const idempotenceDefault: Scenario = {
  id: 'idempotence-default',
  chapter: 'delivery',
  claims: ['C27'],
  variants: [TODAY, { profile: '3.x', transactionVersion: 2 }, { profile: '2.x', transactionVersion: 2 }],
  steps: ['nothing', 'acks', 'inFlight'],
  question: ['refused', 'idempotent', 'off'],
  run,
};
