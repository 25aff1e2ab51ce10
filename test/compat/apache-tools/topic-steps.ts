/** Topics, their settings, their records: everything that needs neither groups nor transactions. */
import { sorted, withoutMeasurements } from './normalise.ts';
import type { Step } from './step.ts';
import { step } from './step.ts';

const TOPICS: readonly Step[] = [
  step('configs --alter --broker-defaults --add-config min.insync.replicas=1'),
  step('topics --list'),
  step('topics --create --topic alpha --partitions 2 --replication-factor 1'),
  step('topics --create --topic alpha'),
  step('topics --create --topic alpha --if-not-exists'),
  step('topics --create --topic beta --config retention.ms=60000 --config cleanup.policy=compact'),
  step('topics --create --topic dotted.name_x'),
  step('topics --create --topic dotted_name.x'),
  step('topics --create --topic b@d'),
  step('topics --create --topic ..'),
  step('topics --create --topic toomany --replication-factor 2'),
  step('topics --create --topic none --partitions 0'),
  step('topics --create --topic odd --config retention.ms=soon'),
  step('topics --create --topic odd --config no.such=1'),
  step('topics --create --topic assigned --replica-assignment 0,0'),
  step('topics --create --topic astray --replica-assignment 0,7'),
  step('topics --list'),
  step('topics --list --exclude-internal'),
  step('topics --list --topic al.*'),
  step('topics --describe'),
  step('topics --describe --topic alpha'),
  step('topics --describe --topic beta'),
  step('topics --describe --topic missing'),
  step('topics --describe --topic missing --if-exists'),
  step('topics --describe --under-replicated-partitions'),
  step('topics --describe --unavailable-partitions'),
  step('topics --describe --under-min-isr-partitions'),
  step('topics --describe --topics-with-overrides'),
  step('topics --alter --topic alpha --partitions 4'),
  step('topics --alter --topic alpha --partitions 3'),
  step('topics --alter --topic alpha --partitions 4'),
  step('topics --alter --topic missing --partitions 4'),
  step('topics --alter --topic missing --partitions 4 --if-exists'),
  step('topics --alter --topic alpha --partitions 5 --replica-assignment 0,0,0,0,7'),
  step('topics --alter --topic beta --partitions 2 --replica-assignment 0,0'),
  step('topics --describe --topic alpha'),
  step('topics --create --topic doomed'),
  step('topics --delete --topic doomed'),
  step('topics --delete --topic doomed'),
  step('topics --delete --topic doomed --if-exists'),
  step('topics --describe --topic doomed'),
  step('topics --bogus'),
];

const CONFIGS: readonly Step[] = [
  step('configs --describe --entity-type topics --entity-name alpha'),
  step('configs --describe --entity-type topics --entity-name alpha --all'),
  step('configs --describe --entity-type topics --entity-name beta'),
  step('configs --describe --topic missing'),
  step('configs --describe --entity-type topics'),
  step('configs --alter --topic alpha --add-config retention.ms=120000,max.message.bytes=2000'),
  step('configs --alter --topic alpha --add-config cleanup.policy=[compact,delete]'),
  step('configs --describe --topic alpha'),
  step('configs --alter --topic alpha --delete-config retention.ms'),
  step('configs --alter --topic alpha --delete-config retention.ms'),
  step('configs --alter --topic alpha --delete-config no.such'),
  step('configs --alter --topic alpha --add-config retention.ms=soon'),
  step('configs --alter --topic alpha --add-config no.such=1'),
  step('configs --alter --topic missing --add-config retention.ms=1000'),
  step('configs --describe --topic alpha'),
  step('configs --describe --entity-type brokers --entity-name 0'),
  step('configs --describe --entity-type brokers --entity-default'),
  step('configs --describe --entity-type brokers --entity-name 0 --all', { isSubset: true }),
  step('configs --describe --broker 7'),
  step('configs --alter --broker 0 --add-config log.cleaner.backoff.ms=20000'),
  step('configs --describe --broker 0'),
  step('configs --alter --broker-defaults --add-config log.retention.ms=500000'),
  step('configs --describe --broker-defaults'),
  step('configs --describe --broker 0'),
  step('configs --describe --topic beta --all'),
  step('configs --describe --topic alpha --all'),
  step('configs --alter --broker 0 --add-config node.id=5'),
  step('configs --alter --broker 0 --add-config message.max.bytes=x'),
  step('configs --alter --broker 0 --add-config message.max.bytes=-1'),
  step('configs --alter --broker-defaults --add-config compression.type=rar'),
  step('configs --alter --broker 7 --add-config message.max.bytes=9'),
  step('configs --alter --broker 0 --add-config no.such=1'),
  step('configs --alter --broker 0 --delete-config no.such'),
  step('configs --alter --broker 0 --add-config log.cleaner.backoff.ms=soon'),
  step('configs --alter --broker 0 --delete-config log.cleaner.backoff.ms'),
  step('configs --alter --broker-defaults --delete-config log.retention.ms'),
  step('configs --describe --broker-defaults'),
  step('configs --describe --broker-logger 0'),
  step('configs --describe --entity-type clients'),
  step('configs --describe --entity-type users'),
  step('configs --describe --entity-type client-metrics'),
];

/** Two records with a key, three without. */
const LINES = 'k1:one\nk2:two\nthree\nfour\nfive\n';

const RECORDS: readonly Step[] = [
  step('topics --create --topic words --partitions 1'),
  step('console-producer --topic words', { input: 'a\nb\nc\n' }),
  step('console-producer --topic words --reader-property parse.key=true --reader-property key.separator=:', {
    input: 'k1:one\nk2:two\n',
  }),
  step('console-producer --topic words --reader-property parse.key=true --reader-property key.separator=:', {
    input: LINES,
  }),
  step('console-producer --topic words --command-property acks=0 --command-property linger.ms=5', {
    input: 'no one waits\n',
  }),
  step('console-producer --topic words --producer-property acks=1 --compression-codec gzip', {
    input: 'packed\n',
  }),
  step('console-producer --topic b@d', { input: 'never\n' }),
  step('console-consumer --topic words --from-beginning --timeout-ms 3000'),
  step('console-consumer --topic words --from-beginning --max-messages 2'),
  step('console-consumer --topic words --partition 0 --offset 3 --max-messages 2'),
  step(
    'console-consumer --topic words --partition 0 --offset earliest --max-messages 9 ' +
      '--formatter-property print.key=true --formatter-property print.offset=true --formatter-property print.partition=true ' +
      '--formatter-property print.headers=true --formatter-property print.timestamp=true',
  ),
  step('console-consumer --topic words --from-beginning --isolation-level read_committed --timeout-ms 3000'),
  step('get-offsets --topic words'),
  step('get-offsets --exclude-internal-topics'),
  step('console-producer --topic made-by-producing', { input: 'first\n' }),
  ...['-1', '-2', '-3', '-4', '-5', '-6', '0', '32503680000000'].map((time) =>
    step(`get-offsets --topic words --time ${time}`),
  ),
  ...[
    'earliest',
    'latest',
    'max-timestamp',
    'earliest-local',
    'latest-tiered',
    'earliest-pending-upload',
  ].map((time) => step(`get-offsets --topic words --time ${time}`)),
  step('get-offsets --topic words --time tomorrow'),
  step('get-offsets --topic missing'),
  step('get-offsets --topic alpha --partitions 0,2'),
  step('get-offsets --topic-partitions words:0,alpha:1-3'),
];

const DELETE_RECORDS: readonly Step[] = [
  step(
    'delete-records --offset-json-file {file:{"partitions":[{"topic":"words","partition":0,"offset":2}],"version":1}}',
  ),
  step('get-offsets --topic words --time earliest'),
  step(
    'delete-records --offset-json-file {file:{"partitions":[{"topic":"words","partition":0,"offset":999}]}}',
  ),
  step(
    'delete-records --command-config {brief} --offset-json-file {file:{"partitions":[{"topic":"missing","partition":0,"offset":1}]}}',
  ),
  step('delete-records --offset-json-file {file:{"partitions":[{"topic":"beta","partition":0,"offset":0}]}}'),
  step(
    'delete-records --offset-json-file {file:{"partitions":[{"topic":"words","partition":0,"offset":-1}]}}',
  ),
  step('get-offsets --topic words --time earliest'),
  step('delete-records --offset-json-file /nowhere/at-all.json'),
];

const ONE_BROKER: readonly Step[] = [
  step('cluster cluster-id {broker-after}', { also: (text) => text.replace(/ID: \S+/, 'ID: <cluster>') }),
  step('log-dirs --describe --topic-list words', {
    also: (text) => text.replace(/"(logDir)":"[^"]*"/g, '"$1":"<dir>"').replace(/"size":\d+/g, '"size":<n>'),
  }),
  step('leader-election --election-type preferred --topic words --partition 0'),
  step('leader-election --election-type unclean --topic words --partition 0'),
  step('leader-election --election-type preferred --all-topic-partitions'),
  step('leader-election --election-type preferred --topic missing --partition 0'),
];

/** That the start is complete is said by another thread than what was sent. */
function sentInAnyOrder(text: string): string {
  return sorted(text.replace(/"avg_throughput":[^,}]*/g, '"avg_throughput":<n>'));
}

const PERFORMANCE: readonly Step[] = [
  step('topics --create --topic fast --partitions 1'),
  step('producer-perf --topic fast --num-records 1000 --record-size 100 --throughput -1', {
    also: withoutMeasurements,
  }),
  step(
    'producer-perf --topic fast --num-records 500 --record-size 50 --throughput 2000 --transactional-id perf',
    {
      also: withoutMeasurements,
    },
  ),
  step(
    'producer-perf --topic fast --num-records 100 --record-size 50 --throughput -1 --transaction-duration-ms 50',
    {
      also: withoutMeasurements,
    },
  ),
  step('get-offsets --topic fast --time earliest'),
  step('consumer-perf --topic fast --num-records 1600 --group perf-readers', { also: withoutMeasurements }),
  step('verifiable-producer --topic fast --max-messages 3 --value-prefix 7', { also: sentInAnyOrder }),
  step('verifiable-producer --topic fast --max-messages 2 --acks 1 --repeating-keys 2', {
    also: sentInAnyOrder,
  }),
];

export const TOPIC_STEPS = [
  ...TOPICS,
  ...CONFIGS,
  ...RECORDS,
  ...DELETE_RECORDS,
  ...ONE_BROKER,
  ...PERFORMANCE,
];
