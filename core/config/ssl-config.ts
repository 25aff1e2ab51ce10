/** The settings of TLS, with the defaults of Kafka 4.3. They are checked as Java checks them; this client speaks plain text. (source: SslConfigs) */
import { defineConfig } from './config-def.ts';

export const SSL_CONFIG = defineConfig({
  'ssl.protocol': { type: 'string', default: 'TLSv1.3', about: 'TLS version of the context.' },
  'ssl.provider': { type: 'string', default: null, about: 'Security provider for TLS.' },
  'ssl.cipher.suites': {
    type: 'list',
    default: '',
    list: 'distinct',
    about: 'Cipher suites that are offered.',
  },
  'ssl.enabled.protocols': {
    type: 'list',
    default: 'TLSv1.2,TLSv1.3',
    list: 'distinct',
    about: 'TLS versions that are accepted.',
  },
  'ssl.keystore.type': { type: 'string', default: 'JKS', about: 'Format of the key store.' },
  'ssl.keystore.location': { type: 'string', default: null, about: 'File of the key store.' },
  'ssl.keystore.password': { type: 'password', default: null, about: 'Password of the key store.' },
  'ssl.key.password': { type: 'password', default: null, about: 'Password of the private key.' },
  'ssl.keystore.key': { type: 'password', default: null, about: 'Private key in PEM form.' },
  'ssl.keystore.certificate.chain': {
    type: 'password',
    default: null,
    about: 'Certificate chain in PEM form.',
  },
  'ssl.truststore.certificates': {
    type: 'password',
    default: null,
    about: 'Trusted certificates in PEM form.',
  },
  'ssl.truststore.type': { type: 'string', default: 'JKS', about: 'Format of the trust store.' },
  'ssl.truststore.location': { type: 'string', default: null, about: 'File of the trust store.' },
  'ssl.truststore.password': { type: 'password', default: null, about: 'Password of the trust store.' },
  'ssl.keymanager.algorithm': { type: 'string', default: 'SunX509', about: 'Algorithm of the key manager.' },
  'ssl.trustmanager.algorithm': { type: 'string', default: 'PKIX', about: 'Algorithm of the trust manager.' },
  'ssl.endpoint.identification.algorithm': {
    type: 'string',
    default: 'https',
    about: "How the broker's name is checked against its certificate.",
  },
  'ssl.secure.random.implementation': { type: 'string', default: null, about: 'Source of chance for TLS.' },
  'ssl.engine.factory.class': { type: 'class', default: null, about: 'Class that makes TLS engines.' },
});
