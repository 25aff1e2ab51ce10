/** The settings that producers, consumers and admin clients share, with the defaults of Kafka 4.3. (source: CommonClientConfigs) */
import { defineConfig } from './config-def.ts';

export const CLIENT_CONFIG = defineConfig({
  'bootstrap.servers': {
    type: 'list',
    default: '',
    about: 'Addresses (host:port) from which the client learns of all brokers.',
  },
  'client.id': {
    type: 'string',
    default: '',
    about: 'Name that the client gives itself in every request.',
  },
  'connections.max.idle.ms': {
    type: 'long',
    default: '540000',
    about: 'A connection that was not used for so long is closed.',
  },
  'metadata.max.age.ms': {
    type: 'long',
    default: '300000',
    min: 0,
    about: 'Metadata is asked for again after this time even if nothing changed.',
  },
  'reconnect.backoff.max.ms': {
    type: 'long',
    default: '1000',
    min: 0,
    about: 'Longest pause before a broker that could not be reached is tried again.',
  },
  'reconnect.backoff.ms': {
    type: 'long',
    default: '50',
    min: 0,
    about: 'First pause before a broker that could not be reached is tried again; doubles with each failure.',
  },
  'request.timeout.ms': {
    type: 'int',
    default: '30000',
    min: 0,
    about: 'How long the client waits for an answer before it closes the connection and retries.',
  },
  'retry.backoff.max.ms': {
    type: 'long',
    default: '1000',
    min: 0,
    about: 'Longest pause before a failed request is retried.',
  },
  'retry.backoff.ms': {
    type: 'long',
    default: '100',
    min: 0,
    about: 'First pause before a failed request is retried; doubles with each failure.',
  },
  'socket.connection.setup.timeout.ms': {
    type: 'long',
    default: '10000',
    min: 0,
    about: 'How long opening a connection may take.',
  },
});
