import { describe, expect, test } from 'vitest';
import {
  readEmbeddedAssignment,
  readSubscribedTopics,
  readSubscription,
  writeEmbeddedAssignment,
} from '#core/coordinator/group/embedded-protocol.ts';

/** As Kafka's Java client writes them: version, topics, no user data. */
const SUBSCRIPTION = Buffer.from('00000000000100017400000000', 'hex');
const ASSIGNMENT = Buffer.from('00000000000100017400000002000000000000000100000000', 'hex');

describe('what consumers tell each other', () => {
  test('topics and partitions are read', () => {
    expect(readSubscription(SUBSCRIPTION)).toMatchObject({ topics: ['t'] });
    expect(readEmbeddedAssignment(ASSIGNMENT)).toMatchObject({
      assignedPartitions: [{ topic: 't', partitions: [0, 1] }],
    });
  });

  test('the topics of a newer version than is known are read all the same', () => {
    const newer = Buffer.from(SUBSCRIPTION);
    newer.writeInt16BE(77, 0);
    expect(readSubscribedTopics(newer)).toEqual(['t']);
  });

  test('an assignment is written in the version of the subscription', () => {
    const partitions = [{ topic: 't', partitions: [0, 1] }];
    const written = writeEmbeddedAssignment(SUBSCRIPTION, partitions);
    expect(readEmbeddedAssignment(written)).toMatchObject({ assignedPartitions: partitions });
    const third = Buffer.from(SUBSCRIPTION);
    third.writeInt16BE(3, 0);
    expect(writeEmbeddedAssignment(third, partitions).readInt16BE(0)).toBe(3);
  });

  test.each([
    ['nothing', ''],
    ['one byte', '00'],
    ['a text', 'metadata'],
    ['topics that end early', '\0\0\0\0\0\x02\0\x01t'],
  ])('%s is not read', (_, text) => {
    expect(readSubscription(Buffer.from(text))).toBeUndefined();
    expect(readSubscribedTopics(Buffer.from(text))).toBeUndefined();
    expect(readEmbeddedAssignment(Buffer.from(text))).toBeUndefined();
  });
});
