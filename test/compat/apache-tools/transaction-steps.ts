/** Transactions and the feature that decides their protocol. */
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { Produce } from '#core/protocol/messages/00-produce.ts';
import { buildBatch } from '#core/protocol/records/batch-builder.ts';
import { produceRequest, TestClient } from '../../support/broker-world.ts';
import type { Cluster } from './clusters.ts';
import { sorted } from './normalise.ts';
import type { Step } from './step.ts';
import { between, step } from './step.ts';

const HOUR_MS = 3_600_000;

/** Appends a transactional record of a producer that no coordinator knows, said to be an hour old. */
async function hang(cluster: Cluster): Promise<void> {
  const platform = nodePlatform();
  const [host = '', port] = cluster.bootstrap.split(':');
  const client = new TestClient(await platform.network.connect(host, Number(port)));
  const records = buildBatch({
    producerState: { producerId: 4242, producerEpoch: 3, baseSequence: 0, isTransactional: true },
    records: [
      { timestamp: platform.clock.nowMs() - HOUR_MS, key: null, value: Buffer.from('hanging'), headers: [] },
    ],
  });
  const answer = await client.ask(Produce, 9, produceRequest('txn', records, { transactionalId: 'lost' }));
  client.close();
  const error = answer.responses[0]?.partitionResponses[0]?.errorCode;
  if (error !== 0) throw new Error(`${cluster.name} refused the hanging record with ${error}`);
}

/** How long a transaction has been going on, or is over. */
function withoutAges(text: string): string {
  return text.replace(/(<time> *\t)\d+/g, '$1<age>');
}

const LOOKING: readonly Step[] = [
  step('topics --create --topic txn --partitions 1'),
  step('transactions list', { also: sorted }),
  step('transactions describe --transactional-id nobody', { also: withoutAges }),
  step('client-begin done txn 2'),
  step('client-end done commit'),
  step('client-begin undone txn 2'),
  step('client-end undone abort'),
  step('client-begin open txn 3'),
  step('transactions list', { also: sorted }),
  step('transactions list --duration-filter 600000', { also: sorted }),
  step('transactions list --transactional-id-pattern o.*', { also: sorted }),
  step('transactions list --transactional-id-pattern (', { also: sorted }),
  step('transactions describe --transactional-id done', { also: withoutAges }),
  step('transactions describe --transactional-id undone', { also: withoutAges }),
  step('transactions describe --transactional-id open', { also: withoutAges }),
  step('transactions describe-producers --topic txn --partition 0', { also: sorted }),
  step('transactions --command-config {brief} describe-producers --topic txn --partition 9', {
    also: sorted,
  }),
  step('transactions --command-config {brief} describe-producers --topic missing --partition 0', {
    also: sorted,
  }),
  step('transactions describe-producers --broker-id 0 --topic txn --partition 0', { also: sorted }),
  step('transactions --command-config {brief} describe-producers --broker-id 7 --topic txn --partition 0', {
    also: sorted,
  }),
  step('console-consumer --topic txn --from-beginning --isolation-level read_committed --timeout-ms 3000'),
  step('console-consumer --topic txn --from-beginning --isolation-level read_uncommitted --timeout-ms 3000'),
  step(
    'console-consumer --topic txn --from-beginning --command-property isolation.level=read_committed --timeout-ms 3000',
  ),
  step('get-offsets --topic txn'),
  step('transactions find-hanging --broker-id 0'),
  step('transactions find-hanging'),
];

const ABORTING: readonly Step[] = [
  between('client-hang txn', hang),
  step('transactions find-hanging --broker-id 0', { also: (text) => text.replace(/ \d+$/gm, ' <age>') }),
  step('transactions find-hanging --topic txn', { also: (text) => text.replace(/ \d+$/gm, ' <age>') }),
  step('transactions find-hanging --topic txn --partition 0', {
    also: (text) => text.replace(/ \d+$/gm, ' <age>'),
  }),
  step('transactions find-hanging --broker-id 0 --max-transaction-timeout 600'),
  step('transactions describe-producers --topic txn --partition 0', { also: sorted }),
  step('transactions abort --topic txn --partition 0 --start-offset 1'),
  step(
    'transactions abort --topic txn --partition 0 --producer-id 4242 --producer-epoch 2 --coordinator-epoch 0',
  ),
  step('transactions abort --topic txn --partition 0 --start-offset 9'),
  step('transactions abort --topic txn --partition 0 --start-offset 9'),
  step(
    'transactions abort --topic txn --partition 0 --producer-id 4242 --producer-epoch 3 --coordinator-epoch 0',
  ),
  step(
    'transactions --command-config {brief} abort --topic txn --partition 5 --producer-id 4242 --producer-epoch 3 --coordinator-epoch 0',
  ),
  step('transactions describe-producers --topic txn --partition 0', { also: sorted }),
  step('transactions find-hanging --broker-id 0'),
  step('transactions forceTerminateTransaction --transactionalId open'),
  step('transactions forceTerminateTransaction --transactionalId nobody'),
  step('client-end open close'),
  step('transactions list', { also: sorted }),
  step('console-consumer --topic txn --from-beginning --isolation-level read_committed --timeout-ms 3000'),
];

const FEATURES: readonly Step[] = [
  step('features describe', { also: (text) => text.replace(/Epoch: \d+/g, 'Epoch: <n>') }),
  step('features downgrade --feature transaction.version=1'),
  step('features describe', { also: (text) => text.replace(/Epoch: \d+/g, 'Epoch: <n>') }),
  step('client-begin old-way txn 1'),
  step('client-end old-way commit'),
  step('transactions describe --transactional-id old-way', { also: withoutAges }),
  step('features upgrade --feature transaction.version=2 --dry-run'),
  step('features upgrade --feature transaction.version=2'),
  step('features upgrade --feature transaction.version=2'),
  step('features upgrade --feature transaction.version=3'),
  step('features downgrade --feature transaction.version=5'),
  step('features downgrade --feature transaction.version=0'),
  step('features upgrade --feature transaction.version=2'),
  step('features upgrade --feature no.such=1'),
  step('features disable --feature transaction.version'),
  step('features upgrade --feature transaction.version=2'),
  step('features version-mapping --release-version 4.3-IV0'),
];

export const TRANSACTION_STEPS = [...LOOKING, ...ABORTING, ...FEATURES];
