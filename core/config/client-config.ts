/**
 * The settings that producers, consumers and admin clients share, with the defaults of Kafka 4.3. Each table takes what it has, in its
 * own order. (source: CommonClientConfigs)
 */
import { defineConfig } from './config-def.ts';

export const CLIENT_CONFIG = defineConfig({
  'bootstrap.servers': {
    type: 'list',
    default: '',
    isRequired: true,
    list: 'filled',
    about: 'Addresses (host:port) from which the client learns of all brokers.',
  },
  'client.dns.lookup': {
    type: 'string',
    default: 'use_all_dns_ips',
    oneOf: ['use_all_dns_ips', 'resolve_canonical_bootstrap_servers_only'],
    about: 'How the names in bootstrap.servers are resolved.',
  },
  'client.id': { type: 'string', default: '', about: 'Name that the client gives itself in every request.' },
  'send.buffer.bytes': {
    type: 'int',
    default: '131072',
    min: -1,
    about: 'TCP send buffer (SO_SNDBUF); -1 leaves it to the operating system.',
  },
  'reconnect.backoff.ms': {
    type: 'long',
    default: '50',
    min: 0,
    about: 'First pause before a broker that could not be reached is tried again; doubles with each failure.',
  },
  'reconnect.backoff.max.ms': {
    type: 'long',
    default: '1000',
    min: 0,
    about: 'Longest pause before a broker that could not be reached is tried again.',
  },
  'retry.backoff.ms': {
    type: 'long',
    default: '100',
    min: 0,
    about: 'First pause before a failed request is retried; doubles with each failure.',
  },
  'retry.backoff.max.ms': {
    type: 'long',
    default: '1000',
    min: 0,
    about: 'Longest pause before a failed request is retried.',
  },
  'enable.metrics.push': {
    type: 'boolean',
    default: 'true',
    about: 'Lets the cluster ask for metrics of the client (KIP-714).',
  },
  'request.timeout.ms': {
    type: 'int',
    default: '30000',
    min: 0,
    about: 'How long the client waits for an answer before it closes the connection and retries.',
  },
  'metadata.max.age.ms': {
    type: 'long',
    default: '300000',
    min: 0,
    about: 'Metadata is asked for again after this time even if nothing changed.',
  },
  'metrics.sample.window.ms': {
    type: 'long',
    default: '30000',
    min: 0,
    about: 'Length of one sample of a metric.',
  },
  'metrics.num.samples': {
    type: 'int',
    default: '2',
    min: 1,
    about: 'Samples from which a metric is computed.',
  },
  'metrics.recording.level': {
    type: 'string',
    default: 'INFO',
    oneOf: ['INFO', 'DEBUG', 'TRACE'],
    about: 'Least important metrics that are still recorded.',
  },
  'metric.reporters': {
    type: 'list',
    default: 'org.apache.kafka.common.metrics.JmxReporter',
    list: 'distinct',
    about: 'Classes that are told of metrics.',
  },
  'socket.connection.setup.timeout.ms': {
    type: 'long',
    default: '10000',
    about: 'How long opening a connection may take.',
  },
  'socket.connection.setup.timeout.max.ms': {
    type: 'long',
    default: '30000',
    about: 'Longest time that opening a connection may take after several failures.',
  },
  'connections.max.idle.ms': {
    type: 'long',
    default: '540000',
    about: 'A connection that was not used for so long is closed.',
  },
  'security.protocol': {
    type: 'string',
    default: 'PLAINTEXT',
    oneOf: ['SASL_SSL', 'PLAINTEXT', 'SSL', 'SASL_PLAINTEXT'],
    isAnyCase: true,
    about: 'Whether connections are encrypted and authenticated.',
  },
  'security.providers': { type: 'string', default: null, about: 'Classes that provide security algorithms.' },
  'metadata.recovery.strategy': {
    type: 'string',
    default: 'rebootstrap',
    oneOf: ['REBOOTSTRAP', 'NONE'],
    isAnyCase: true,
    about: 'What to do when no known broker answers: nothing, or ask bootstrap.servers again.',
  },
  'metadata.recovery.rebootstrap.trigger.ms': {
    type: 'long',
    default: '300000',
    min: 0,
    about: 'Time without metadata after which bootstrap.servers are asked again.',
  },
  'config.providers': {
    type: 'list',
    default: '',
    list: 'distinct',
    about: 'Classes that replace variables in values.',
  },
});
