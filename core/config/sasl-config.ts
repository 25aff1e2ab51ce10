/** The settings of SASL, with the defaults of Kafka 4.3. They are checked as Java checks them; this client does not authenticate. (source: SaslConfigs) */
import { defineConfig } from './config-def.ts';

export const SASL_CONFIG = defineConfig({
  'sasl.kerberos.service.name': {
    type: 'string',
    default: null,
    about: 'Kerberos principal of the brokers.',
  },
  'sasl.kerberos.kinit.cmd': { type: 'string', default: '/usr/bin/kinit', about: 'Path of kinit.' },
  'sasl.kerberos.ticket.renew.window.factor': {
    type: 'double',
    default: '0.8',
    about: "Part of a ticket's life after which it is renewed.",
  },
  'sasl.kerberos.ticket.renew.jitter': {
    type: 'double',
    default: '0.05',
    about: 'Random part that is added to it.',
  },
  'sasl.kerberos.min.time.before.relogin': {
    type: 'long',
    default: '60000',
    about: 'Least time between two logins.',
  },
  'sasl.login.refresh.window.factor': {
    type: 'double',
    default: '0.8',
    min: 0.5,
    max: 1,
    about: "Part of a credential's life after which it is refreshed.",
  },
  'sasl.login.refresh.window.jitter': {
    type: 'double',
    default: '0.05',
    min: 0,
    max: 0.25,
    about: 'Random part that is added to it.',
  },
  'sasl.login.refresh.min.period.seconds': {
    type: 'short',
    default: '60',
    min: 0,
    max: 900,
    about: 'Least time before a credential is refreshed.',
  },
  'sasl.login.refresh.buffer.seconds': {
    type: 'short',
    default: '300',
    min: 0,
    max: 3600,
    about: 'Time that must be left when a credential is refreshed.',
  },
  'sasl.mechanism': { type: 'string', default: 'GSSAPI', about: 'SASL mechanism of the connections.' },
  'sasl.jaas.config': { type: 'password', default: null, about: 'JAAS login configuration.' },
  'sasl.client.callback.handler.class': {
    type: 'class',
    default: null,
    about: 'Class that answers what the SASL client asks.',
  },
  'sasl.login.callback.handler.class': {
    type: 'class',
    default: null,
    about: 'Class that answers what the login asks.',
  },
  'sasl.login.class': { type: 'class', default: null, about: 'Class of the login.' },
  'sasl.login.connect.timeout.ms': {
    type: 'int',
    default: null,
    about: 'How long connecting to the authentication provider may take.',
  },
  'sasl.login.read.timeout.ms': {
    type: 'int',
    default: null,
    about: 'How long an answer of the authentication provider may take.',
  },
  'sasl.login.retry.backoff.max.ms': {
    type: 'long',
    default: '10000',
    about: 'Longest pause between two tries to log in.',
  },
  'sasl.login.retry.backoff.ms': {
    type: 'long',
    default: '100',
    about: 'First pause between two tries to log in.',
  },
  'sasl.oauthbearer.jwt.retriever.class': {
    type: 'class',
    default: 'org.apache.kafka.common.security.oauthbearer.DefaultJwtRetriever',
    about: 'Class that fetches tokens.',
  },
  'sasl.oauthbearer.jwt.validator.class': {
    type: 'class',
    default: 'org.apache.kafka.common.security.oauthbearer.DefaultJwtValidator',
    about: 'Class that checks tokens.',
  },
  'sasl.oauthbearer.scope': { type: 'string', default: null, about: 'Scope that is asked for.' },
  'sasl.oauthbearer.client.credentials.client.id': {
    type: 'string',
    default: null,
    about: 'Client id for the client credentials grant.',
  },
  'sasl.oauthbearer.client.credentials.client.secret': {
    type: 'password',
    default: null,
    about: 'Client secret for the client credentials grant.',
  },
  'sasl.oauthbearer.assertion.algorithm': {
    type: 'string',
    default: 'RS256',
    oneOf: ['ES256', 'RS256'],
    isAnyCase: true,
    about: 'Signature of the assertion.',
  },
  'sasl.oauthbearer.assertion.claim.aud': {
    type: 'string',
    default: null,
    about: 'Claim aud of the assertion.',
  },
  'sasl.oauthbearer.assertion.claim.exp.seconds': {
    type: 'int',
    default: '300',
    min: 0,
    max: 86400,
    about: 'Life of the assertion.',
  },
  'sasl.oauthbearer.assertion.claim.iss': {
    type: 'string',
    default: null,
    about: 'Claim iss of the assertion.',
  },
  'sasl.oauthbearer.assertion.claim.jti.include': {
    type: 'boolean',
    default: 'false',
    about: 'Whether the assertion has a claim jti.',
  },
  'sasl.oauthbearer.assertion.claim.nbf.seconds': {
    type: 'int',
    default: '60',
    min: 0,
    max: 3600,
    about: 'How long before now the assertion begins to hold.',
  },
  'sasl.oauthbearer.assertion.claim.sub': {
    type: 'string',
    default: null,
    about: 'Claim sub of the assertion.',
  },
  'sasl.oauthbearer.assertion.file': { type: 'string', default: null, about: 'File with a ready assertion.' },
  'sasl.oauthbearer.assertion.private.key.file': {
    type: 'string',
    default: null,
    about: 'File with the key that signs the assertion.',
  },
  'sasl.oauthbearer.assertion.private.key.passphrase': {
    type: 'password',
    default: null,
    about: 'Passphrase of that key.',
  },
  'sasl.oauthbearer.assertion.template.file': {
    type: 'string',
    default: null,
    about: 'File with claims of the assertion.',
  },
  'sasl.oauthbearer.scope.claim.name': {
    type: 'string',
    default: 'scope',
    about: 'Name of the claim with the scope.',
  },
  'sasl.oauthbearer.sub.claim.name': {
    type: 'string',
    default: 'sub',
    about: 'Name of the claim with the subject.',
  },
  'sasl.oauthbearer.token.endpoint.url': { type: 'string', default: null, about: 'Where tokens come from.' },
  'sasl.oauthbearer.jwks.endpoint.url': {
    type: 'string',
    default: null,
    about: "Where the provider's keys come from.",
  },
  'sasl.oauthbearer.jwks.endpoint.refresh.ms': {
    type: 'long',
    default: '3600000',
    about: 'How often those keys are fetched anew.',
  },
  'sasl.oauthbearer.jwks.endpoint.retry.backoff.max.ms': {
    type: 'long',
    default: '10000',
    about: 'Longest pause between two tries to fetch them.',
  },
  'sasl.oauthbearer.jwks.endpoint.retry.backoff.ms': {
    type: 'long',
    default: '100',
    about: 'First pause between two tries to fetch them.',
  },
  'sasl.oauthbearer.clock.skew.seconds': {
    type: 'int',
    default: '30',
    about: "Allowed difference between the provider's clock and ours.",
  },
  'sasl.oauthbearer.expected.audience': {
    type: 'list',
    default: '',
    list: 'distinct',
    about: 'Audiences that a token may be for.',
  },
  'sasl.oauthbearer.expected.issuer': {
    type: 'string',
    default: null,
    about: 'Issuer that a token must be from.',
  },
  'sasl.oauthbearer.header.urlencode': {
    type: 'boolean',
    default: 'false',
    about: 'Whether client id and secret are URL-encoded in the header.',
  },
});
