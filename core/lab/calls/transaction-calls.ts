import { TimeSlices } from '#core/log/cleaner/time-slices.ts';
import type { Lab } from '../lab.ts';
import { transactionRecordViews } from '../views/transaction-records.ts';
import { transactionView } from '../views/transaction-views.ts';
import { type CallsOf, snapshot } from './calls-of.ts';

const STATE_TOPIC = '__transaction_state';

export function transactionCalls(lab: Lab): CallsOf<'transactions'> {
  const { bus, ladders, stage } = lab;
  return {
    'transactions.list': () => {
      const views = lab.broker.transactions
        .transactions()
        .map((transaction) => transactionView(transaction, ladders, stage.all()));
      return snapshot(
        bus,
        views.sort((a, b) => (a.transactionalId < b.transactionalId ? -1 : 1)),
      );
    },
    'transactions.records': async ({ transactionalId }) => {
      const partition = lab.broker.transactions.partitionFor(transactionalId);
      const log = lab.broker.topics.log({ topic: STATE_TOPIC, partition });
      if (log === undefined) return snapshot(bus, []);
      return snapshot(
        bus,
        await transactionRecordViews(log, transactionalId, new TimeSlices(lab.platform.clock)),
      );
    },
  };
}
