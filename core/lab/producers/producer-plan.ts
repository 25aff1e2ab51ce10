import type { PlannedRecord, ProducerCommand } from './producer-messages.ts';

const AMOUNTS = [40, 9, 5, 88, 3, 64, 17, 2, 31, 12, 7, 52] as const;

/** A made-up order: the `number`th of this process, from 1. The partitioner decides where it goes. */
export function made(number: number): PlannedRecord {
  return {
    partition: null,
    key: `o-${number}`,
    value: `{"eur":${AMOUNTS[number % AMOUNTS.length]}}`,
  };
}

/** producer.properties of a lab producer. What the person set wins, except where the lab must know it. */
export function producerConfig({
  bootstrap,
  clientId,
  settings,
}: Extract<ProducerCommand, { kind: 'start' }>): { readonly [key: string]: string } {
  const transactional =
    settings.transactionalId === null
      ? {}
      : {
          'transactional.id': settings.transactionalId,
          'transaction.timeout.ms': String(settings.transactionTimeoutMs),
        };
  return { ...settings.config, ...transactional, 'bootstrap.servers': bootstrap, 'client.id': clientId };
}
