import { describe, expect, test } from 'vitest';
import { checkBrokerConfig } from '#core/config/broker-checks.ts';
import type { BrokerConfig } from '#core/config/broker-config.ts';
import { BROKER_CONFIG } from '#core/config/broker-config.ts';
import { parseConfig } from '#core/config/config-def.ts';

const check = (given: { readonly [key: string]: string }) => () =>
  checkBrokerConfig(parseConfig(BROKER_CONFIG, given) as BrokerConfig);

describe('the settings of a broker', () => {
  test('agree when nothing is given', () => {
    expect(check({})).not.toThrow();
  });

  test.each([
    [
      { 'group.consumer.session.timeout.ms': '44000' },
      'group.consumer.session.timeout.ms must be greater than or equal to group.consumer.min.session.timeout.ms',
    ],
    [
      { 'group.consumer.heartbeat.interval.ms': '15001' },
      'group.consumer.heartbeat.interval.ms must be less than or equal to group.consumer.max.heartbeat.interval.ms',
    ],
    [
      { 'group.consumer.min.assignment.interval.ms': '20000' },
      'group.consumer.max.assignment.interval.ms must be greater than or equal to group.consumer.min.assignment.interval.ms',
    ],
    [
      {
        'group.consumer.min.session.timeout.ms': '1000',
        'group.consumer.session.timeout.ms': '5000',
      },
      'group.consumer.heartbeat.interval.ms must be less than group.consumer.session.timeout.ms',
    ],
  ])('%j is refused', (given, message) => {
    expect(check(given)).toThrow(message);
  });
});
