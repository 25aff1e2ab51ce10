import { beforeEach, describe, expect, test } from 'vitest';
import { GroupWorld } from '../../../../../support/group-world.ts';

let world: GroupWorld;

beforeEach(async () => {
  world = await GroupWorld.start();
});

/** What the patterns of the group stood for when they were last looked up. */
function patterns(): string[] {
  return world
    .records()
    .flatMap((record) => (record.kind === 'regex' ? [record] : []))
    .map(({ regex, value }) => `${regex} ${value === null ? 'gone' : [...value.topics].join(',')}`);
}

describe('topics', () => {
  test('partitions that are added are given out with the next heartbeat', async () => {
    world.enter('a');
    world.topics.put('t', 4);
    world.groups.onPartitionsAdded('t', { isNewTopic: false });
    await world.clock.advance(1000);
    expect(world.beat('a', 2)).toMatchObject({ epoch: 3, has: 't[0,1,2,3]' });
  });

  test('a topic that is made later is read from then on', async () => {
    world.enter('a', { subscribedTopicNames: ['later'] });
    expect(world.beat('a', 2)).toMatchObject({ has: null });
    world.topics.put('later', 1);
    world.groups.onPartitionsAdded('later', { isNewTopic: true });
    await world.clock.advance(1000);
    expect(world.beat('a', 2)).toMatchObject({ epoch: 3, has: 'later[0]' });
  });

  test('a topic that is deleted is taken away', async () => {
    world.enter('a');
    const { id } = world.topics.byName('t') ?? { id: '' };
    world.topics.remove('t');
    world.groups.onTopicDeleted('t', id);
    await world.clock.advance(1000);
    expect(world.beat('a', 2)).toMatchObject({ epoch: 2, has: '' });
    expect(world.beat('a', 2, { topicPartitions: [] })).toMatchObject({ epoch: 3 });
  });

  test('changes of other topics do not concern the group', async () => {
    world.enter('a');
    const before = world.records().length;
    world.topics.put('u', 1);
    world.groups.onPartitionsAdded('u', { isNewTopic: true });
    await world.clock.advance(1000);
    expect(world.beat('a', 2)).toMatchObject({ epoch: 2, has: null });
    expect(world.records()).toHaveLength(before);
  });

  test('a member that reads something else gives up what it no longer reads at once', () => {
    world.topics.put('u', 1);
    world.enter('a');
    expect(world.beat('a', 2, { subscribedTopicNames: ['u'] })).toMatchObject({ epoch: 2, has: '' });
    expect(world.consumerGroup()).toMatchObject({ groupEpoch: 3 });
  });
});

describe('assignors', () => {
  test('most members decide which runs; the first of the settings when nobody does', async () => {
    world.enter('a');
    expect(world.consumerGroup()?.assignorName).toBe('uniform');
    world.enter('b', { serverAssignor: 'range' });
    expect(world.consumerGroup()?.assignorName).toBe('range');
  });
});

describe('patterns', () => {
  test('the first answer comes before the topics are looked up, the next one has them', async () => {
    world.topics.put('t1', 1);
    expect(world.enter('a', { subscribedTopicRegex: 't.*' })).toMatchObject({ epoch: 1, has: '' });
    await world.clock.advance(0);
    expect(patterns()).toEqual(['t.* t,t1']);
    expect(world.beat('a', 1)).toMatchObject({ epoch: 2, has: 't1[0] t[0,1]' });
  });

  test('a pattern stands for whole names', async () => {
    world.topics.put('total', 1);
    world.enter('a', { subscribedTopicRegex: 't' });
    await world.clock.advance(0);
    expect(patterns()).toEqual(['t t']);
  });

  test('a new topic is found, but not within ten seconds after the last look', async () => {
    world.enter('a', { subscribedTopicRegex: 't.*' });
    await world.clock.advance(0);
    world.beat('a', 1);
    world.topics.put('t1', 1);
    world.groups.onPartitionsAdded('t1', { isNewTopic: true });
    await world.clock.advance(9999);
    world.beat('a', 2);
    await world.clock.advance(0);
    expect(patterns()).toEqual(['t.* t']);
    await world.clock.advance(2);
    world.beat('a', 2);
    await world.clock.advance(0);
    expect(world.beat('a', 2)).toMatchObject({ epoch: 3, has: 't1[0] t[0,1]' });
  });

  test('two members with one pattern have it looked up once', async () => {
    world.enter('a', { subscribedTopicRegex: 't.*' });
    await world.clock.advance(1000);
    world.beat('a', 1);
    expect(world.enter('b', { subscribedTopicRegex: 't.*' })).toMatchObject({ epoch: 2 });
    await world.clock.advance(1000);
    world.beat('b', 2);
    expect(world.consumerGroup()?.assignmentEpoch).toBe(3);
    expect(patterns()).toEqual(['t.* t']);
  });

  test('a pattern that nobody uses any more is deleted', async () => {
    world.enter('a', { subscribedTopicRegex: 't.*' });
    await world.clock.advance(0);
    world.beat('a', 1);
    world.beat('a', 2, { subscribedTopicRegex: '' });
    expect(patterns()).toEqual(['t.* t', 't.* gone']);
    world.enter('b', { subscribedTopicRegex: 't.*' });
    await world.clock.advance(0);
    world.beat('b', -1);
    expect(patterns().at(-1)).toBe('t.* gone');
  });

  test('a pattern that does not read is refused', () => {
    expect(world.enter('a', { subscribedTopicRegex: '(' })).toMatchObject({
      error: 'INVALID_REGULAR_EXPRESSION',
      message: 'SubscribedTopicRegex `(` is not a valid regular expression: missing closing ).',
    });
  });

  test('patterns that were looked up are known after a restart', async () => {
    world.enter('a', { subscribedTopicRegex: 't.*' });
    await world.clock.advance(0);
    world.beat('a', 1);
    await world.restart();
    expect(world.beat('a', 2)).toMatchObject({ error: 'NONE', epoch: 2, has: null });
    expect(world.consumerGroup()?.groupEpoch).toBe(2);
  });
});
