import type { LabHandlers } from '#core/lab-api/contract.ts';
import type { Lab } from '../lab.ts';
import { clockCalls } from './clock-calls.ts';
import { configCalls } from './config-calls.ts';
import { evidenceCalls } from './evidence-calls.ts';
import { experimentCalls } from './experiment-calls.ts';
import { labCalls } from './lab-calls.ts';
import { logCalls } from './log-calls.ts';
import { openedCalls } from './opened-calls.ts';
import { producerCalls } from './producer-calls.ts';
import { scenarioCalls } from './scenario-calls.ts';
import { storyCalls } from './story-calls.ts';
import { transactionCalls } from './transaction-calls.ts';
import { wireCalls } from './wire-calls.ts';
import { xrayCalls } from './xray-calls.ts';

/** Every call of the contract, by its area. */
export function labHandlers(lab: Lab): LabHandlers {
  return {
    ...labCalls(lab),
    ...clockCalls(lab),
    ...experimentCalls(lab),
    ...scenarioCalls(lab),
    ...storyCalls(lab),
    ...producerCalls(lab),
    ...logCalls(lab),
    ...openedCalls(lab),
    ...transactionCalls(lab),
    ...wireCalls(lab),
    ...evidenceCalls(lab),
    ...xrayCalls(lab),
    ...configCalls(),
  };
}
