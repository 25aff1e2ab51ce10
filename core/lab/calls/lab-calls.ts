import type { LabView } from '#core/lab-api/views.ts';
import type { Lab } from '../lab.ts';
import type { CallsOf } from './calls-of.ts';

/** The version of Apache Kafka whose behaviour the broker has. */
const KAFKA_VERSION = '4.3.1';

export function labCalls(lab: Lab): CallsOf<'lab'> {
  return {
    'lab.describe': () => labView(lab),
    'lab.setTransactionVersion': ({ transactionVersion }) => {
      lab.scenarios.demandIdle();
      lab.transactionVersion = transactionVersion;
      return labView(lab);
    },
  };
}

function labView(lab: Lab): LabView {
  return {
    startedAtMs: lab.startedAtMs,
    nowMs: lab.clock.nowMs(),
    broker: { state: lab.isStopped ? 'stopped' : 'running', port: lab.broker.port, reason: null },
    bootstrap: lab.bootstrap,
    clusterId: lab.broker.clusterId,
    dataDirectory: lab.directory,
    kafkaVersion: KAFKA_VERSION,
    transactionVersion: lab.transactionVersion,
    hasSignals: lab.freezesBy === 'signal',
    given: lab.given,
  };
}
