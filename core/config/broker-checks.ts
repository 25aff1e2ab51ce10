/** Rules over several of the broker's settings at once. (source: GroupCoordinatorConfig) */
import type { BrokerConfig } from './broker-config.ts';
import { ConfigException } from './config-exception.ts';

/** Times of consumer groups that have limits of their own. */
const LIMITED = ['heartbeat.interval.ms', 'session.timeout.ms', 'assignment.interval.ms'] as const;

/** @throws {ConfigException} when settings contradict each other, in Kafka's words. */
export function checkBrokerConfig(values: BrokerConfig): void {
  const require = (isRight: boolean, key: string, relation: string, other: string): void => {
    if (!isRight) throw new ConfigException(`${key} must be ${relation} ${other}`, key);
  };
  for (const name of LIMITED) {
    const key = `group.consumer.${name}` as const;
    const min = `group.consumer.min.${name}` as const;
    const max = `group.consumer.max.${name}` as const;
    require(values[max] >= values[min], max, 'greater than or equal to', min);
    require(values[key] >= values[min], key, 'greater than or equal to', min);
    require(values[key] <= values[max], key, 'less than or equal to', max);
  }
  const heartbeat = 'group.consumer.heartbeat.interval.ms';
  const session = 'group.consumer.session.timeout.ms';
  require(values[heartbeat] < values[session], heartbeat, 'less than', session);
}
