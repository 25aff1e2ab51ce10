/** Settings of single groups: what is legal, what is shown, what a member is told, and what is left after a restart. */
import { DescribeConfigs } from '#core/protocol/messages/32-describe-configs.ts';
import { AlterConfigs } from '#core/protocol/messages/33-alter-configs.ts';
import { IncrementalAlterConfigs } from '#core/protocol/messages/44-incremental-alter-configs.ts';
import { ConsumerGroupHeartbeat } from '#core/protocol/messages/68-consumer-group-heartbeat.ts';
import { ListConfigResources } from '#core/protocol/messages/74-list-config-resources.ts';
import type { TestClient } from '../../support/broker-world.ts';
import type { Transcript, WireSubject } from '../../support/wire-subject.ts';
import { coordinatorOf, newTopic } from '../../support/wire-subject.ts';
import type { WireScenario } from './scenario.ts';

const GROUP = 32;
const SET = 0;
const DELETE = 1;
const APPEND = 2;

const NUMBERS = [
  'consumer.session.timeout.ms',
  'consumer.heartbeat.interval.ms',
  'consumer.assignment.interval.ms',
  'share.session.timeout.ms',
  'share.heartbeat.interval.ms',
  'share.record.lock.duration.ms',
  'share.delivery.count.limit',
  'share.partition.max.record.locks',
  'share.assignment.interval.ms',
  'streams.session.timeout.ms',
  'streams.heartbeat.interval.ms',
  'streams.num.standby.replicas',
  'streams.initial.rebalance.delay.ms',
  'streams.assignment.interval.ms',
];
const VALUES = [
  '-1',
  '0',
  '1',
  '2',
  '3',
  '10',
  '11',
  '99',
  '100',
  '999',
  '1000',
  '4000',
  '4001',
  '4999',
  '5000',
]
  .concat([
    '14999',
    '15000',
    '15001',
    '44999',
    '45000',
    '50000',
    '60000',
    '60001',
    '2147483647',
    '2147483648',
  ])
  .concat(['', ' 50000 ', 'abc']);
const WORDS: readonly (readonly [key: string, values: readonly string[]])[] = [
  [
    'share.auto.offset.reset',
    [
      'earliest',
      'latest',
      'EARLIEST',
      'none',
      '',
      'by_duration:PT1H',
      'by_duration:P1DT2H3M4.5S',
      'by_duration:PT-1S',
    ].concat(
      [
        'by_duration:-PT1H',
        'by_duration:-PT-1H',
        'by_duration:PT0S',
        'by_duration:',
        'by_duration:P',
        'by_duration:PT',
      ],
      ['by_duration:1H', 'by_duration:p1d', 'by_duration:P1W'],
    ),
  ],
  ['share.isolation.level', ['read_committed', 'READ_COMMITTED', '']],
  ['share.renew.acknowledge.enable', ['true', 'FALSE', 'yes', '']],
  ['no.such', ['1']],
];

type Config = readonly [name: string, operation: number, value: string | null];

class Player {
  readonly #subject: WireSubject;
  readonly #transcript: Transcript;
  readonly #client: TestClient;

  constructor(subject: WireSubject, transcript: Transcript, client: TestClient) {
    this.#subject = subject;
    this.#transcript = transcript;
    this.#client = client;
  }

  async change(group: string, changes: readonly Config[], isReal = false): Promise<void> {
    const configs = changes.map(([name, configOperation, value]) => ({ name, configOperation, value }));
    const resources = [{ resourceType: GROUP, resourceName: this.#named(group), configs }];
    const { responses } = await this.#subject.settle(
      this.#client.ask(IncrementalAlterConfigs, 1, { resources, validateOnly: !isReal }),
    );
    const [answer] = responses;
    this.#transcript.note(`change ${group} ${JSON.stringify(changes)}`, [
      answer?.errorCode,
      answer?.errorMessage,
    ]);
  }

  async replace(group: string, configs: readonly { readonly name: string; readonly value: string | null }[]) {
    const resources = [{ resourceType: GROUP, resourceName: this.#named(group), configs }];
    const { responses } = await this.#subject.settle(
      this.#client.ask(AlterConfigs, 2, { resources, validateOnly: false }),
    );
    const [answer] = responses;
    this.#transcript.note(`replace ${group} ${JSON.stringify(configs)}`, [
      answer?.errorCode,
      answer?.errorMessage,
    ]);
  }

  async describe(group: string, configurationKeys: readonly string[] | null = null): Promise<void> {
    const resources = [{ resourceType: GROUP, resourceName: this.#named(group), configurationKeys }];
    const { results } = await this.#subject.settle(
      this.#client.ask(DescribeConfigs, 4, { resources, includeSynonyms: true }),
    );
    const [answer] = results;
    const configs = [...(answer?.configs ?? [])]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ documentation: _, ...config }) => config);
    this.#transcript.note(`describe ${group}`, [answer?.errorCode, answer?.errorMessage, configs]);
  }

  async list(): Promise<void> {
    const { errorCode, configResources } = await this.#subject.settle(
      this.#client.ask(ListConfigResources, 1, { resourceTypes: [GROUP] }),
    );
    const names = configResources.map(({ resourceName }) => resourceName);
    const own = ['alpha', 'beta'].filter((group) => names.includes(this.#named(group)));
    this.#transcript.note('list', [errorCode, own]);
  }

  /** How often a new member is to send heartbeats. */
  async beat(group: string, topic: string): Promise<void> {
    const groupId = this.#named(group);
    await coordinatorOf(this.#subject, groupId);
    const { errorCode, heartbeatIntervalMs } = await this.#subject.settle(
      this.#client.ask(ConsumerGroupHeartbeat, 1, {
        groupId,
        memberId: 'AAAAAAAAAAAAAAAAAAAAAg',
        memberEpoch: 0,
        instanceId: null,
        rackId: null,
        rebalanceTimeoutMs: 30_000,
        subscribedTopicNames: [topic],
        subscribedTopicRegex: null,
        serverAssignor: null,
        topicPartitions: [],
      }),
    );
    this.#transcript.note(`heartbeat ${group}`, [errorCode, heartbeatIntervalMs]);
  }

  #named(group: string): string {
    return group === '' ? '' : this.#subject.name(group);
  }
}

async function checks(player: Player): Promise<void> {
  for (const key of NUMBERS) for (const value of VALUES) await player.change('alpha', [[key, SET, value]]);
  for (const [key, values] of WORDS) {
    for (const value of values) await player.change('alpha', [[key, SET, value]]);
  }
  const [session, heartbeat] = NUMBERS as [string, string];
  await player.change('alpha', [['no.such', DELETE, null]]);
  await player.change('alpha', [['no.such', APPEND, '1']]);
  await player.change('alpha', [[session, APPEND, '45000']]);
  await player.change('alpha', [[session, SET, null]]);
  await player.change('alpha', [
    ['no.such', SET, '1'],
    [session, SET, '-1'],
  ]);
  await player.change('alpha', [
    [session, SET, '1'],
    ['share.session.timeout.ms', SET, '-1'],
  ]);
  await player.change('alpha', [
    [session, SET, '1'],
    [heartbeat, SET, '1'],
  ]);
  await player.change('', [[session, SET, '45000']]);
}

export const GROUP_SETTINGS: WireScenario = {
  title: 'a group may have settings of its own, within the limits of the broker',
  async run(subject, transcript) {
    const topic = subject.name('read');
    await newTopic(subject, topic);
    const player = new Player(subject, transcript, await subject.connect());
    await checks(player);
    await player.describe('');
    await player.describe('alpha');
    await player.beat('alpha', topic);
    const [session, heartbeat] = NUMBERS as [string, string];
    await player.change(
      'alpha',
      [
        [session, SET, '50000'],
        [heartbeat, SET, '8000'],
      ],
      true,
    );
    await player.change('beta', [['share.isolation.level', SET, 'read_committed']], true);
    await player.beat('alpha', topic);
    await player.beat('beta', topic);
    await player.list();
    await player.describe('alpha', [session, heartbeat, 'no.such']);
    await player.replace('beta', [{ name: session, value: '45001' }]);
    await player.replace('beta', [{ name: session, value: '1' }]);
    await player.replace('beta', [{ name: 'no.such', value: '1' }]);
    await player.replace('beta', [{ name: session, value: null }]);
    await player.describe('beta');
    await subject.restart();
    const later = new Player(subject, transcript, await subject.connect());
    await later.list();
    await later.beat('alpha', topic);
    await later.change(
      'alpha',
      [
        [session, DELETE, null],
        [heartbeat, DELETE, null],
      ],
      true,
    );
    await later.replace('beta', []);
    await later.list();
    await later.beat('alpha', topic);
    await later.describe('beta', [session, 'share.isolation.level']);
  },
};
