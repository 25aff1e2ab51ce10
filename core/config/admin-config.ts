/** The settings of the admin client, with the defaults of Kafka 4.3, in Java's order. (source: AdminClientConfig) */
import { CLIENT_CONFIG } from './client-config.ts';
import type { ConfigValues } from './config-def.ts';
import { defineConfig } from './config-def.ts';
import { SASL_CONFIG } from './sasl-config.ts';
import { SSL_CONFIG } from './ssl-config.ts';

export const ADMIN_CONFIG = defineConfig({
  'bootstrap.servers': {
    type: 'list',
    default: '',
    list: 'distinct',
    about: 'Addresses (host:port) from which the client learns of all brokers.',
  },
  'bootstrap.controllers': {
    type: 'list',
    default: '',
    list: 'distinct',
    about: 'Addresses (host:port) of controllers, to ask them directly.',
  },
  'client.id': CLIENT_CONFIG['client.id'],
  'metadata.max.age.ms': CLIENT_CONFIG['metadata.max.age.ms'],
  'send.buffer.bytes': CLIENT_CONFIG['send.buffer.bytes'],
  'receive.buffer.bytes': {
    type: 'int',
    default: '65536',
    min: -1,
    about: 'TCP receive buffer (SO_RCVBUF); -1 leaves it to the operating system.',
  },
  'reconnect.backoff.ms': CLIENT_CONFIG['reconnect.backoff.ms'],
  'reconnect.backoff.max.ms': CLIENT_CONFIG['reconnect.backoff.max.ms'],
  'retry.backoff.ms': CLIENT_CONFIG['retry.backoff.ms'],
  'retry.backoff.max.ms': CLIENT_CONFIG['retry.backoff.max.ms'],
  'enable.metrics.push': {
    type: 'boolean',
    default: 'false',
    about: 'Lets the cluster ask for metrics of the client (KIP-714).',
  },
  'request.timeout.ms': CLIENT_CONFIG['request.timeout.ms'],
  'socket.connection.setup.timeout.ms': CLIENT_CONFIG['socket.connection.setup.timeout.ms'],
  'socket.connection.setup.timeout.max.ms': CLIENT_CONFIG['socket.connection.setup.timeout.max.ms'],
  'connections.max.idle.ms': {
    type: 'long',
    default: '300000',
    about: 'A connection that was not used for so long is closed.',
  },
  retries: { type: 'int', default: '2147483647', min: 0, about: 'How often a failed request is sent again.' },
  'default.api.timeout.ms': {
    type: 'int',
    default: '60000',
    min: 0,
    about: 'How long a call waits at most, all retries included.',
  },
  'metrics.sample.window.ms': CLIENT_CONFIG['metrics.sample.window.ms'],
  'metrics.num.samples': CLIENT_CONFIG['metrics.num.samples'],
  'metric.reporters': CLIENT_CONFIG['metric.reporters'],
  'metrics.recording.level': CLIENT_CONFIG['metrics.recording.level'],
  'client.dns.lookup': CLIENT_CONFIG['client.dns.lookup'],
  'security.providers': CLIENT_CONFIG['security.providers'],
  'security.protocol': CLIENT_CONFIG['security.protocol'],
  ...SSL_CONFIG,
  ...SASL_CONFIG,
  'metadata.recovery.strategy': CLIENT_CONFIG['metadata.recovery.strategy'],
  'metadata.recovery.rebootstrap.trigger.ms': CLIENT_CONFIG['metadata.recovery.rebootstrap.trigger.ms'],
  'config.providers': CLIENT_CONFIG['config.providers'],
});

/** The parsed values of `ADMIN_CONFIG`. */
export type AdminConfig = ConfigValues<typeof ADMIN_CONFIG>;
