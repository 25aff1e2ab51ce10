/** `group.version` is taken back: groups of the consumer protocol are there no more, and come back with it. */
import { ApiVersions } from '#core/protocol/messages/18-api-versions.ts';
import { UpdateFeatures } from '#core/protocol/messages/57-update-features.ts';
import { ConsumerGroupHeartbeat } from '#core/protocol/messages/68-consumer-group-heartbeat.ts';
import { ConsumerGroupDescribe } from '#core/protocol/messages/69-consumer-group-describe.ts';
import type { TestClient } from '../../support/broker-world.ts';
import type { Transcript, WireSubject } from '../../support/wire-subject.ts';
import { coordinatorOf, newTopic } from '../../support/wire-subject.ts';
import type { WireScenario } from './scenario.ts';

const FEATURE = 'group.version';
const UPGRADE = 1;
const SAFE_DOWNGRADE = 2;
/** Until every part of a Kafka knows of a new level. */
const SETTLED_MS = 1000;

/** Speaks as one member, and writes down the answers. */
class Member {
  readonly #subject: WireSubject;
  readonly #transcript: Transcript;
  readonly #client: TestClient;
  readonly #topic: string;

  constructor(subject: WireSubject, transcript: Transcript, client: TestClient, topic: string) {
    this.#subject = subject;
    this.#transcript = transcript;
    this.#client = client;
    this.#topic = topic;
  }

  async beat(groupId: string, what: string): Promise<void> {
    const answer = await this.#subject.settle(
      this.#client.ask(ConsumerGroupHeartbeat, 1, {
        groupId,
        memberId: 'AAAAAAAAAAAAAAAAAAAAAg',
        memberEpoch: 0,
        instanceId: null,
        rackId: null,
        rebalanceTimeoutMs: 30_000,
        subscribedTopicNames: [this.#topic],
        subscribedTopicRegex: null,
        serverAssignor: null,
        topicPartitions: [],
      }),
    );
    const { errorCode, errorMessage, memberId, heartbeatIntervalMs } = answer;
    this.#transcript.note(`heartbeat ${what}`, [errorCode, errorMessage, memberId, heartbeatIntervalMs]);
  }

  async describe(groupId: string): Promise<void> {
    const request = { groupIds: [groupId, 'nobody'], includeAuthorizedOperations: true };
    const { groups } = await this.#subject.settle(this.#client.ask(ConsumerGroupDescribe, 1, request));
    for (const group of groups.toSorted((a) => (a.groupId === groupId ? -1 : 1))) {
      const { errorCode, errorMessage, groupState, authorizedOperations, members } = group;
      const what = `describe ${group.groupId === groupId ? 'the group' : group.groupId}`;
      this.#transcript.note(what, [
        errorCode,
        errorMessage,
        groupState,
        authorizedOperations,
        members.length,
      ]);
    }
  }

  async update(level: number, upgradeType: number): Promise<void> {
    const featureUpdates = [{ feature: FEATURE, maxVersionLevel: level, upgradeType }];
    const { errorCode, errorMessage } = await this.#subject.settle(
      this.#client.ask(UpdateFeatures, 2, { timeoutMs: 5000, featureUpdates, validateOnly: false }),
    );
    await this.#subject.pass(SETTLED_MS);
    this.#transcript.note(`${FEATURE} ${level}, type ${upgradeType}`, [errorCode, errorMessage]);
    const software = { clientSoftwareName: 'test', clientSoftwareVersion: '1' };
    const { apiKeys, finalizedFeatures } = await this.#subject.settle(
      this.#client.ask(ApiVersions, 4, software),
    );
    const apis = apiKeys.filter(({ apiKey }) => [68, 69].includes(apiKey));
    this.#transcript.note('finalized', [apis, finalizedFeatures.filter(({ name }) => name === FEATURE)]);
  }
}

export const GROUP_VERSION: WireScenario = {
  title: 'the consumer group protocol is there while group.version is 1',
  async run(subject, transcript) {
    const topic = subject.name('read');
    await newTopic(subject, topic);
    const groupId = subject.name('group');
    await coordinatorOf(subject, groupId);
    const member = new Member(subject, transcript, await subject.connect(), topic);
    await member.beat(groupId, 'joins');
    await member.describe(groupId);
    await member.update(0, UPGRADE);
    await member.update(0, SAFE_DOWNGRADE);
    await member.beat(groupId, 'again');
    await member.beat('', 'without a group');
    await member.describe(groupId);
    await member.update(1, UPGRADE);
    await member.beat(groupId, 'once more');
    await member.describe(groupId);
  },
};
