import type { Services } from './services.ts';

/**
 * Whether the consumer protocol is spoken: the setting allows it and `group.version` is finalized at 1 or more.
 * (source: KafkaApis.isConsumerGroupProtocolEnabled)
 */
export function servesConsumerGroups({ settings, features }: Services): boolean {
  const protocols = settings.values['group.coordinator.rebalance.protocols'];
  return protocols.includes('consumer') && features.level('group.version') >= 1;
}
