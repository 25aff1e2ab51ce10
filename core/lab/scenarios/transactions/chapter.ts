/** The scenarios of this chapter, in the order of the course. */
import type { Scenario } from '../scenario.ts';
import { beginIsLocal } from './begin-is-local.ts';
import { consumeProcessProduce } from './consume-process-produce.ts';
import { coordinatorOfAnId } from './coordinator-of-an-id.ts';
import { coordinatorSurvives } from './coordinator-survives.ts';
import { epochsOfASession } from './epochs-of-a-session.ts';
import { firstRecordAddsPartition } from './first-record-adds-partition.ts';
import { killedMidTransaction } from './killed-mid-transaction.ts';
import { markersTakeOffsets } from './markers-take-offsets.ts';
import { olderEpochIsIgnored } from './older-epoch-is-ignored.ts';
import { prepareAndComplete } from './prepare-and-complete.ts';
import { readersSideBySide } from './readers-side-by-side.ts';
import { transactionTimesOut } from './transaction-times-out.ts';
import { whatProduceCarries } from './what-produce-carries.ts';
import { zombieIsFenced } from './zombie-is-fenced.ts';

export const TRANSACTIONS: readonly Scenario[] = [
  coordinatorOfAnId,
  olderEpochIsIgnored,
  beginIsLocal,
  firstRecordAddsPartition,
  transactionTimesOut,
  prepareAndComplete,
  markersTakeOffsets,
  readersSideBySide,
  zombieIsFenced,
  killedMidTransaction,
  epochsOfASession,
  whatProduceCarries,
  consumeProcessProduce,
  coordinatorSurvives,
];
