import { describe, expect, test } from 'vitest';
import { readConsumerConfig, readProducerConfig } from '#core/config/cross-checks.ts';

describe('the settings of a producer', () => {
  test('are those of Kafka 4.3 when nothing is given', () => {
    const { values, notes } = readProducerConfig({});
    expect(values).toMatchObject({
      acks: '-1',
      'batch.size': 16384,
      'delivery.timeout.ms': 120000,
      'enable.idempotence': true,
      'linger.ms': 5,
      'max.in.flight.requests.per.connection': 5,
      retries: 2147483647,
      'transactional.id': null,
    });
    expect(notes).toEqual([]);
  });

  test.each([
    [
      { 'enable.idempotence': 'true', acks: '1' },
      /^Must set acks to all in order to use the idempotent producer\./,
    ],
    [
      { 'enable.idempotence': 'true', retries: '0' },
      /^Must set retries to non-zero when using the idempotent producer\.$/,
    ],
    [{ 'max.in.flight.requests.per.connection': '6' }, /must be set to at most 5\. Current value is 6\.$/],
    [{ 'max.in.flight.requests.per.connection': '6', acks: '1' }, /must be set to at most 5/],
    [
      { 'transactional.id': 't', acks: '1' },
      /^Cannot set a transactional\.id without also enabling idempotence\.$/,
    ],
    [{ 'transactional.id': 't', 'enable.idempotence': 'false' }, /^Cannot set a transactional\.id/],
    [
      { 'transactional.id': '' },
      /^Invalid value {2}for configuration transactional\.id: String must be non-empty$/,
    ],
    [
      { 'delivery.timeout.ms': '100' },
      /^delivery\.timeout\.ms should be equal to or larger than linger\.ms \+ request\.timeout\.ms$/,
    ],
    [{ acks: '2' }, /^Invalid value 2 for configuration acks: String must be one of: all, -1, 0, 1$/],
    [{ 'compression.type': 'brotli' }, /^Invalid value brotli for configuration compression\.type/],
    [{ 'linger.ms': '-1' }, /^Invalid value -1 for configuration linger\.ms: Value must be at least 0$/],
  ])('%j is refused', (given, sentence) => {
    expect(() => readProducerConfig(given as { [key: string]: string })).toThrow(sentence);
  });

  test('lose idempotence without an error when only the default asked for it', () => {
    const { values, notes } = readProducerConfig({ acks: '1', retries: '0' });
    expect(values['enable.idempotence']).toBe(false);
    expect(notes).toEqual([
      'Idempotence will be disabled because retries is set to 0.',
      "Idempotence will be disabled because acks is set to 1, not set to 'all'.",
    ]);
  });

  test('allow more than five requests in flight once idempotence is off', () => {
    const { values } = readProducerConfig({
      'enable.idempotence': 'false',
      'max.in.flight.requests.per.connection': '9',
    });
    expect(values['max.in.flight.requests.per.connection']).toBe(9);
  });

  test('raise the default delivery timeout to what linger and request timeout need', () => {
    const { values, notes } = readProducerConfig({ 'request.timeout.ms': '200000' });
    expect(values['delivery.timeout.ms']).toBe(200005);
    expect(notes).toHaveLength(1);
  });

  test('take a lone first reconnect pause as a fixed one', () => {
    const { values } = readProducerConfig({ 'reconnect.backoff.ms': '7' });
    expect(values['reconnect.backoff.max.ms']).toBe(7);
  });
});

describe('the settings of a consumer', () => {
  test('switch auto commit off without a group id', () => {
    expect(readConsumerConfig({}).values['enable.auto.commit']).toBe(false);
    expect(readConsumerConfig({ 'group.id': 'g' }).values['enable.auto.commit']).toBe(true);
  });

  test('refuse auto commit without a group id', () => {
    expect(() => readConsumerConfig({ 'enable.auto.commit': 'true' })).toThrow(
      'enable.auto.commit cannot be set to true when default group id (null) is used.',
    );
  });

  test('want heartbeats more often than the session timeout', () => {
    expect(() => readConsumerConfig({ 'group.id': 'g', 'session.timeout.ms': '3000' })).toThrow(
      'Heartbeat must be set lower than the session timeout',
    );
  });
});
