/**
 * Settings of a real broker that this one has no use for: which of them a running broker lets itself be given, and which not.
 * (source: DescribeConfigs of Kafka 4.3.1, DynamicBrokerConfig, QuotaConfig)
 */
import type { ConfigTable } from './config-def.ts';
import type { ConfigType } from './config-key.ts';

const DYNAMIC: { readonly [type in ConfigType]?: string } = {
  boolean: `
    follower.fetch.last.tiered.offset.enable
  `,
  double: `
    log.cleaner.io.buffer.load.factor log.cleaner.io.max.bytes.per.second
  `,
  int: `
    background.threads group.coordinator.cached.buffer.max.bytes group.share.assignment.interval.ms
    group.streams.assignment.interval.ms log.cleaner.io.buffer.size log.cleaner.threads max.connection.creation.rate
    max.connections max.connections.per.ip num.io.threads num.network.threads num.recovery.threads.per.data.dir
    num.replica.fetchers remote.fetch.max.wait.ms remote.log.manager.copier.thread.pool.size
    remote.log.manager.expiration.thread.pool.size remote.log.manager.follower.thread.pool.size
    remote.log.reader.threads share.coordinator.cached.buffer.max.bytes
  `,
  long: `
    follower.replication.throttled.rate leader.replication.throttled.rate log.cleaner.dedupe.buffer.size
    remote.list.offsets.request.timeout.ms remote.log.index.file.cache.total.size.bytes
    remote.log.manager.copy.max.bytes.per.second remote.log.manager.fetch.max.bytes.per.second
    replica.alter.log.dirs.io.max.bytes.per.second
  `,
  string: `
    max.connections.per.ip.overrides
  `,
};

/** Threads, connections, quotas and caches: kept when they are given to a running broker, and without effect. */
export const BROKER_ELSEWHERE: ConfigTable = Object.fromEntries(
  Object.entries(DYNAMIC).flatMap(([type, names]) =>
    keysOf(names).map((key) => [
      key,
      {
        type: type as ConfigType,
        default: null,
        dynamic: true,
        about: 'Kept without effect: nothing here uses it.',
      },
    ]),
  ),
);

/**
 * What only a start can change in Kafka; and what says how to listen and whom to trust, which Kafka could change while running, and
 * this broker could not keep the promise of.
 */
export const FIXED_ELSEWHERE: ReadonlySet<string> = new Set(
  keysOf(`
    advertised.listeners alter.config.policy.class.name alter.log.dirs.replication.quota.window.num
    alter.log.dirs.replication.quota.window.size.seconds authorizer.class.name auto.leader.rebalance.enable
    broker.heartbeat.interval.ms broker.id broker.rack broker.session.timeout.ms client.quota.callback.class
    config.providers connection.failed.authentication.delay.ms connections.max.reauth.ms controlled.shutdown.enable
    controller.listener.names controller.quorum.append.linger.ms controller.quorum.auto.join.enable
    controller.quorum.bootstrap.servers controller.quorum.election.backoff.max.ms controller.quorum.election.timeout.ms
    controller.quorum.fetch.max.bytes controller.quorum.fetch.snapshot.max.bytes controller.quorum.fetch.timeout.ms
    controller.quorum.request.timeout.ms controller.quorum.retry.backoff.ms controller.quorum.voters
    controller.quota.window.num controller.quota.window.size.seconds controller.socket.timeout.ms cordoned.log.dirs
    create.topic.policy.class.name delegation.token.expiry.check.interval.ms delegation.token.expiry.time.ms
    delegation.token.max.lifetime.ms delegation.token.secret.key delete.records.purgatory.purge.interval.requests
    early.start.listeners fetch.purgatory.purge.interval.requests group.coordinator.append.linger.ms
    group.coordinator.background.threads group.coordinator.threads group.share.assignors
    group.share.delivery.count.limit group.share.heartbeat.interval.ms group.share.max.assignment.interval.ms
    group.share.max.delivery.count.limit group.share.max.heartbeat.interval.ms
    group.share.max.partition.max.record.locks group.share.max.record.lock.duration.ms
    group.share.max.session.timeout.ms group.share.max.share.sessions group.share.max.size
    group.share.min.assignment.interval.ms group.share.min.delivery.count.limit group.share.min.heartbeat.interval.ms
    group.share.min.partition.max.record.locks group.share.min.record.lock.duration.ms
    group.share.min.session.timeout.ms group.share.partition.max.record.locks group.share.record.lock.duration.ms
    group.share.session.timeout.ms group.streams.heartbeat.interval.ms group.streams.initial.rebalance.delay.ms
    group.streams.max.assignment.interval.ms group.streams.max.heartbeat.interval.ms
    group.streams.max.session.timeout.ms group.streams.max.size group.streams.max.standby.replicas
    group.streams.min.assignment.interval.ms group.streams.min.heartbeat.interval.ms
    group.streams.min.session.timeout.ms group.streams.num.standby.replicas group.streams.session.timeout.ms
    initial.broker.registration.timeout.ms inter.broker.listener.name kafka.metrics.polling.interval.secs
    kafka.metrics.reporters leader.imbalance.check.interval.seconds listener.security.protocol.map listeners log.dir
    log.dir.failure.timeout.ms log.dirs metadata.log.dir metadata.log.max.record.bytes.between.snapshots
    metadata.log.max.snapshot.interval.ms metadata.log.segment.bytes metadata.log.segment.ms
    metadata.max.idle.interval.ms metadata.max.retention.bytes metadata.max.retention.ms metric.reporters
    metrics.num.samples metrics.recording.level metrics.sample.window.ms num.replica.alter.log.dirs.threads
    offsets.commit.timeout.ms offsets.load.buffer.size offsets.topic.compression.codec principal.builder.class
    process.roles producer.purgatory.purge.interval.requests queued.max.request.bytes queued.max.requests
    quota.window.num quota.window.size.seconds remote.log.manager.copy.quota.window.num
    remote.log.manager.copy.quota.window.size.seconds remote.log.manager.fetch.quota.window.num
    remote.log.manager.fetch.quota.window.size.seconds remote.log.manager.task.interval.ms
    remote.log.manager.thread.pool.size remote.log.metadata.custom.metadata.max.bytes
    remote.log.metadata.manager.class.name remote.log.metadata.manager.class.path
    remote.log.metadata.manager.impl.prefix remote.log.metadata.manager.listener.name
    remote.log.reader.max.pending.tasks remote.log.storage.manager.class.name remote.log.storage.manager.class.path
    remote.log.storage.manager.impl.prefix remote.log.storage.system.enable replica.fetch.backoff.ms
    replica.fetch.max.bytes replica.fetch.min.bytes replica.fetch.response.max.bytes replica.fetch.wait.max.ms
    replica.lag.time.max.ms replica.selector.class replica.socket.receive.buffer.bytes replica.socket.timeout.ms
    replication.quota.window.num replication.quota.window.size.seconds sasl.client.callback.handler.class
    sasl.enabled.mechanisms sasl.jaas.config sasl.kerberos.kinit.cmd sasl.kerberos.min.time.before.relogin
    sasl.kerberos.principal.to.local.rules sasl.kerberos.service.name sasl.kerberos.ticket.renew.jitter
    sasl.kerberos.ticket.renew.window.factor sasl.login.callback.handler.class sasl.login.class
    sasl.login.connect.timeout.ms sasl.login.read.timeout.ms sasl.login.refresh.buffer.seconds
    sasl.login.refresh.min.period.seconds sasl.login.refresh.window.factor sasl.login.refresh.window.jitter
    sasl.login.retry.backoff.max.ms sasl.login.retry.backoff.ms sasl.mechanism.controller.protocol
    sasl.mechanism.inter.broker.protocol sasl.oauthbearer.assertion.algorithm sasl.oauthbearer.assertion.claim.aud
    sasl.oauthbearer.assertion.claim.exp.seconds sasl.oauthbearer.assertion.claim.iss
    sasl.oauthbearer.assertion.claim.jti.include sasl.oauthbearer.assertion.claim.nbf.seconds
    sasl.oauthbearer.assertion.claim.sub sasl.oauthbearer.assertion.file sasl.oauthbearer.assertion.private.key.file
    sasl.oauthbearer.assertion.private.key.passphrase sasl.oauthbearer.assertion.template.file
    sasl.oauthbearer.client.credentials.client.id sasl.oauthbearer.client.credentials.client.secret
    sasl.oauthbearer.clock.skew.seconds sasl.oauthbearer.expected.audience sasl.oauthbearer.expected.issuer
    sasl.oauthbearer.jwks.endpoint.refresh.ms sasl.oauthbearer.jwks.endpoint.retry.backoff.max.ms
    sasl.oauthbearer.jwks.endpoint.retry.backoff.ms sasl.oauthbearer.jwks.endpoint.url
    sasl.oauthbearer.jwt.retriever.class sasl.oauthbearer.jwt.validator.class sasl.oauthbearer.scope
    sasl.oauthbearer.scope.claim.name sasl.oauthbearer.sub.claim.name sasl.oauthbearer.token.endpoint.url
    sasl.server.callback.handler.class sasl.server.max.receive.size security.inter.broker.protocol security.providers
    share.coordinator.append.linger.ms share.coordinator.load.buffer.size
    share.coordinator.snapshot.update.records.per.snapshot share.coordinator.state.topic.compression.codec
    share.coordinator.state.topic.min.isr share.coordinator.state.topic.num.partitions
    share.coordinator.state.topic.replication.factor share.coordinator.state.topic.segment.bytes
    share.coordinator.threads share.coordinator.write.timeout.ms share.fetch.purgatory.purge.interval.requests
    socket.connection.setup.timeout.max.ms socket.connection.setup.timeout.ms socket.listen.backlog.size
    socket.receive.buffer.bytes socket.send.buffer.bytes ssl.allow.dn.changes ssl.allow.san.changes ssl.cipher.suites
    ssl.client.auth ssl.enabled.protocols ssl.endpoint.identification.algorithm ssl.engine.factory.class
    ssl.key.password ssl.keymanager.algorithm ssl.keystore.certificate.chain ssl.keystore.key ssl.keystore.location
    ssl.keystore.password ssl.keystore.type ssl.principal.mapping.rules ssl.protocol ssl.provider
    ssl.secure.random.implementation ssl.trustmanager.algorithm ssl.truststore.certificates ssl.truststore.location
    ssl.truststore.password ssl.truststore.type telemetry.max.bytes transaction.state.log.load.buffer.size
  `),
);

function keysOf(text: string): string[] {
  return text.trim().split(/\s+/);
}
