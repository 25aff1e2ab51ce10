import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BrokerSettings } from '#core/broker/broker-settings.ts';
import { ClusterFile } from '#core/broker/cluster-file.ts';
import { checkTopicOverrides, describeTopic, topicConfig } from '#core/broker/topic-settings.ts';
import { NodeDisk } from '#core/platform/node/node-disk.ts';

let directory: string;
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'settings-'));
});
afterEach(() => fs.rmSync(directory, { recursive: true, force: true }));

function settings(given: { readonly [key: string]: string } = {}): BrokerSettings {
  return new BrokerSettings(ClusterFile.read(new NodeDisk(), directory), given);
}

function entry(name: string, overrides: { [key: string]: string }, given: { [key: string]: string } = {}) {
  return describeTopic(overrides, settings(given)).find((candidate) => candidate.name === name);
}

describe('a topic setting', () => {
  test('is the topic’s own, or else the broker’s, or else Kafka’s default', () => {
    expect(topicConfig({}, settings())['retention.ms']).toBe(604_800_000);
    expect(topicConfig({}, settings({ 'log.retention.ms': '9' }))['retention.ms']).toBe(9);
    expect(topicConfig({ 'retention.ms': '7' }, settings({ 'log.retention.ms': '9' }))['retention.ms']).toBe(
      7,
    );
  });

  test.each([
    [{ 'log.retention.hours': '2' }, 7_200_000],
    [{ 'log.retention.hours': '2', 'log.retention.minutes': '3' }, 180_000],
    [{ 'log.retention.hours': '2', 'log.retention.ms': '5' }, 5],
    [{ 'log.retention.hours': '-1' }, -1],
  ])('may be given to the broker in coarser units: %j', (given, retentionMs) => {
    expect(topicConfig({}, settings(given))['retention.ms']).toBe(retentionMs);
  });

  test.each([
    ['0x1p-1', 0.5],
    ['0x.8p0d', 0.5],
    ['-0X0p3', -0],
    ['0.5f', 0.5],
    ['NaN', Number.NaN],
  ])('that is a fraction is read as Java reads it: %s', (text, value) => {
    const overrides = { 'min.cleanable.dirty.ratio': text };
    checkTopicOverrides(overrides, settings());
    expect(topicConfig(overrides, settings())['min.cleanable.dirty.ratio']).toBe(value);
  });

  test.each([
    ['2', 'Invalid value 2.0 for configuration min.cleanable.dirty.ratio: Value must be no more than 1'],
    ['-1', 'Invalid value -1.0 for configuration min.cleanable.dirty.ratio: Value must be at least 0'],
    ['0x1', 'Invalid value 0x1 for configuration min.cleanable.dirty.ratio: Not a number of type DOUBLE'],
    ['0x.p1', 'Invalid value 0x.p1 for configuration min.cleanable.dirty.ratio: Not a number of type DOUBLE'],
  ])('that is no fraction in the range is refused in Java’s words: %s', (text, message) => {
    expect(() => checkTopicOverrides({ 'min.cleanable.dirty.ratio': text }, settings())).toThrow(message);
  });

  test('says where it comes from, as Kafka 4.3.1 does', () => {
    expect(entry('max.message.bytes', {})).toMatchObject({
      value: '1048588',
      configSource: 5,
      configType: 3,
      synonyms: [{ name: 'message.max.bytes', value: '1048588', source: 5 }],
    });
    expect(entry('cleanup.policy', { 'cleanup.policy': 'compact' })).toMatchObject({
      value: 'compact',
      configSource: 1,
      configType: 7,
      synonyms: [
        { name: 'cleanup.policy', value: 'compact', source: 1 },
        { name: 'log.cleanup.policy', value: 'delete', source: 5 },
      ],
    });
    expect(entry('retention.ms', {}, { 'log.retention.hours': '1' })).toMatchObject({
      value: '3600000',
      configSource: 5,
      synonyms: [],
    });
    expect(entry('flush.messages', {})?.value).toBe('9223372036854775807');
  });

  test('every topic setting of Kafka 4.3.1 is there, in name order', () => {
    const names = describeTopic({}, settings()).map(({ name }) => name);
    expect(names).toHaveLength(33);
    expect(names).toEqual([...names].sort());
  });

  test.each([
    [{ 'no.such': '1' }, 'Unknown topic config name: no.such'],
    [
      { 'retention.ms': 'soon' },
      'Invalid value soon for configuration retention.ms: Not a number of type LONG',
    ],
    [
      { 'segment.bytes': '1000' },
      'Invalid value 1000 for configuration segment.bytes: Value must be at least 1048576',
    ],
    [
      { 'cleanup.policy': 'compact,foo' },
      'Invalid value foo for configuration cleanup.policy: String must be one of: compact, delete',
    ],
    [
      { 'compression.gzip.level': '0' },
      'Invalid value 0 for configuration compression.gzip.level: Value must be between 1 and 9 or equal to -1',
    ],
    [
      { 'min.compaction.lag.ms': '10', 'max.compaction.lag.ms': '5' },
      'conflict topic config setting min.compaction.lag.ms (10) > max.compaction.lag.ms (5)',
    ],
    [
      { 'remote.storage.enable': 'true' },
      'Tiered Storage functionality is disabled in the broker. Topic cannot be configured with remote log storage.',
    ],
    [
      { preallocate: 'yes' },
      'Invalid value yes for configuration preallocate: Expected value to be either true or false',
    ],
  ])('%j is refused in the words of Kafka 4.3.1', (overrides, message) => {
    expect(() => checkTopicOverrides(overrides, settings())).toThrow(message);
  });

  test('may be empty, blank at its ends, or a literal star', () => {
    const overrides = {
      'cleanup.policy': '',
      'retention.ms': ' 77 ',
      'leader.replication.throttled.replicas': '*',
    };
    expect(() => checkTopicOverrides(overrides, settings())).not.toThrow();
    expect(topicConfig(overrides, settings())).toMatchObject({ 'cleanup.policy': [], 'retention.ms': 77 });
  });
});

describe('a broker setting', () => {
  test('that was changed while running outlives a restart and goes before what was given at the start', () => {
    const before = settings({ 'log.retention.ms': '100' });
    before.change({ brokerConfigs: { 'log.retention.ms': '200' } });
    const after = settings({ 'log.retention.ms': '100' });
    expect(after.values['log.retention.ms']).toBe(200);
    expect(after.describe().find(({ name }) => name === 'log.retention.ms')).toMatchObject({
      value: '200',
      configSource: 2,
      readOnly: false,
      synonyms: [
        { name: 'log.retention.ms', value: '200', source: 2 },
        { name: 'log.retention.ms', value: '100', source: 4 },
        { name: 'log.retention.hours', value: '168', source: 5 },
      ],
    });
  });

  test('of every broker counts where this one has none of its own', () => {
    const current = settings({ 'log.retention.ms': '100' });
    current.change({ brokerDefaultConfigs: { 'log.retention.ms': '300' } });
    expect(current.values['log.retention.ms']).toBe(300);
    expect(describeTopic({}, current).find(({ name }) => name === 'retention.ms')).toMatchObject({
      value: '300',
      configSource: 3,
      synonyms: [
        { name: 'log.retention.ms', value: '300', source: 3 },
        { name: 'log.retention.ms', value: '100', source: 4 },
        { name: 'log.retention.hours', value: '168', source: 5 },
      ],
    });
    current.change({ brokerConfigs: { 'log.retention.ms': '200' } });
    expect(current.values['log.retention.ms']).toBe(200);
    expect(current.describeDefaults()).toMatchObject([
      { name: 'log.retention.ms', value: '300', configSource: 3, synonyms: [{ value: '300', source: 3 }] },
    ]);
  });

  test('that is not legal changes nothing', () => {
    const current = settings();
    expect(() => current.change({ brokerConfigs: { 'message.max.bytes': 'big' } })).toThrow(
      'Not a number of type INT',
    );
    expect(current.values['message.max.bytes']).toBe(1_048_588);
    expect(current.changed('brokerConfigs')).toEqual({});
  });
});
