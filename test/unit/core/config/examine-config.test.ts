import { describe, expect, test } from 'vitest';
import type { ClientProfile } from '#core/config/client-profile.ts';
import { examineConfig } from '#core/config/examine-config.ts';

const BASE = `bootstrap.servers=localhost:9092
key.serializer=org.apache.kafka.common.serialization.StringSerializer
value.serializer=org.apache.kafka.common.serialization.StringSerializer
`;

const examine = (lines: string, profile: ClientProfile = '4.x') => examineConfig(BASE + lines, profile);
const settingOf = (lines: string, key: string, profile: ClientProfile = '4.x') =>
  examine(lines, profile).settings.find((setting) => setting.key === key);
const codesOf = (lines: string, profile: ClientProfile = '4.x') =>
  examine(lines, profile).findings.map(({ code }) => code);

describe('idempotence', () => {
  test('is on by default since 3.0, and off before', () => {
    expect(examine('', '4.x').idempotence).toMatchObject({ isOn: true, reason: 'default' });
    expect(examine('', '3.x').idempotence).toMatchObject({ isOn: true, reason: 'default' });
    expect(examine('', '2.x').idempotence).toMatchObject({ isOn: false, reason: 'default-off' });
  });

  test('is lost without an error when a default is contradicted (C27), and that is said', () => {
    const { refusal, idempotence, notes, findings } = examine('acks=1\nretries=0');
    expect(refusal).toBeNull();
    expect(idempotence).toEqual({ isOn: false, reason: 'disabled', because: ['retries', 'acks'] });
    expect(notes.map(({ sentence }) => sentence)).toEqual([
      'Idempotence will be disabled because retries is set to 0.',
      "Idempotence will be disabled because acks is set to 1, not set to 'all'.",
    ]);
    expect(findings[0]).toMatchObject({ code: 'idempotence-lost-silently', severity: 'warning', line: 5 });
    expect(settingOf('acks=1', 'enable.idempotence')).toMatchObject({
      value: 'false',
      source: 'changed',
      given: null,
    });
  });

  test.each([
    [
      'acks=1',
      'Must set acks to all in order to use the idempotent producer. Otherwise we cannot guarantee idempotence.',
      'acks',
    ],
    ['retries=0', 'Must set retries to non-zero when using the idempotent producer.', 'retries'],
    [
      'max.in.flight.requests.per.connection=6',
      'To use the idempotent producer, max.in.flight.requests.per.connection must be set to at most 5. Current value is 6.',
      'max.in.flight.requests.per.connection',
    ],
  ])('asked for and contradicted by %s is refused in the words of Java (C26)', (line, sentence, key) => {
    const { refusal, idempotence } = examine(`enable.idempotence=true\n${line}`);
    expect(refusal).toEqual({
      exception: 'org.apache.kafka.common.config.ConfigException',
      sentence,
      cause: null,
      key,
      line: 5,
    });
    expect(idempotence).toBeNull();
  });

  test('with six requests in flight is refused by 4.x, lost in 3.x, and was never on in 2.x', () => {
    const text = 'max.in.flight.requests.per.connection=6';
    const { refusal, elsewhere } = examine(text);
    expect(refusal?.sentence).toMatch(/must be set to at most 5/);
    expect(elsewhere.map(({ profile, idempotence }) => [profile, idempotence?.reason])).toEqual([
      ['2.x', 'default-off'],
      ['3.x', 'disabled'],
    ]);
  });

  test('comes with a transactional.id in 2.x, which also overrides acks', () => {
    const { idempotence } = examine('transactional.id=orders', '2.x');
    expect(idempotence).toMatchObject({ isOn: true, reason: 'transactional-id' });
    expect(settingOf('transactional.id=orders', 'acks', '2.x')).toMatchObject({
      value: '-1',
      source: 'changed',
    });
  });
});

describe('a setting', () => {
  test('says what it is, where it stands, and what it would be in each generation', () => {
    expect(settingOf('linger.ms= 20', 'linger.ms')).toEqual({
      key: 'linger.ms',
      type: 'long',
      value: '20',
      source: 'given',
      given: '20',
      line: 4,
      defaults: {
        '2.x': { exists: true, value: '0' },
        '3.x': { exists: true, value: '0' },
        '4.x': { exists: true, value: '5' },
      },
      isUsedHere: true,
    });
  });

  test('that a generation does not have is not among its settings', () => {
    expect(settingOf('', 'partitioner.ignore.keys', '2.x')).toBeUndefined();
    expect(settingOf('', 'partitioner.ignore.keys')?.defaults['2.x']).toEqual({ exists: false, value: null });
  });

  test('that is a password is not shown', () => {
    expect(settingOf('ssl.key.password=secret', 'ssl.key.password')).toMatchObject({
      value: '[hidden]',
      given: '[hidden]',
    });
  });

  test('given as acks=all stays all, and the client gets an id of its own', () => {
    expect(settingOf('acks=all', 'acks')).toMatchObject({ value: 'all', source: 'given' });
    expect(settingOf('', 'client.id')).toMatchObject({ value: 'producer-1', source: 'changed' });
    expect(settingOf('transactional.id=t', 'client.id')).toMatchObject({ value: 'producer-t' });
  });

  test('delivery.timeout.ms is raised by default, and refused from inside the constructor when given', () => {
    expect(settingOf('request.timeout.ms=200000', 'delivery.timeout.ms')).toMatchObject({
      value: '200005',
      source: 'changed',
    });
    expect(examine('delivery.timeout.ms=100').refusal).toMatchObject({
      exception: 'org.apache.kafka.common.KafkaException',
      sentence: 'Failed to construct kafka producer',
      cause: {
        exception: 'org.apache.kafka.common.config.ConfigException',
        sentence: 'delivery.timeout.ms should be equal to or larger than linger.ms + request.timeout.ms',
      },
      key: 'delivery.timeout.ms',
      line: 4,
    });
  });
});

describe('a key that the client does not know', () => {
  test.each([
    ['linger=5', '4.x', 'custom', 'linger.ms'],
    ['com.example.audit=yes', '4.x', 'custom', null],
    ['lingerMs=5', '4.x', 'custom', 'linger.ms'],
    ['compresion.type=lz4', '4.x', 'custom', 'compression.type'],
    ['ENABLE_IDEMPOTENCE=true', '4.x', 'custom', 'enable.idempotence'],
    ['spring.kafka.producer.acks=1', '4.x', 'custom', 'acks'],
    ['session.timeout.ms=1', '4.x', 'consumer', null],
    ['log.retention.ms=1', '4.x', 'broker', null],
    ['partitioner.ignore.keys=true', '2.x', 'later', null],
    ['auto.include.jmx.reporter=true', '4.x', 'earlier', null],
  ] as const)('%s for %s: %s, nearest %s', (line, profile, reason, nearest) => {
    const { unknown, refusal } = examine(line, profile);
    expect(unknown).toMatchObject([{ reason, nearest, line: 4 }]);
    expect(refusal).toBeNull();
  });
});

describe('what no client says', () => {
  test.each([
    ['', []],
    ['acks=0', ['idempotence-lost-silently', 'acks-none']],
    ['enable.idempotence=false', ['order-at-risk', 'duplicates-possible']],
    ['enable.idempotence=false\nmax.in.flight.requests.per.connection=1', ['duplicates-possible']],
    ['retries=3', ['retries-bounded-by-timeout']],
    ['batch.size=0', ['batching-off']],
    ['batch.size=2000000', ['batch-over-request-size']],
    ['buffer.memory=1000', ['buffer-under-batch-size']],
    ['transaction.timeout.ms=1000', ['transaction-timeout-unused']],
    ['transactional.id=t\ntransaction.timeout.ms=900001', ['transaction-timeout-over-broker-max']],
    ['partitioner.class=com.example.Mine', ['class-not-of-kafka']],
    ['linger.ms=1\nlinger.ms=2', ['given-twice']],
    ['linger.ms=1  ', ['spaces-at-end']],
    ['security.protocol=SSL', ['security-unchecked']],
  ])('%j: %j', (lines, codes) => {
    expect(codesOf(lines)).toEqual(codes);
  });

  test('serializers that are not named must come with the constructor', () => {
    const { refusal, findings } = examineConfig('bootstrap.servers=localhost:9092', '4.x');
    expect(refusal).toBeNull();
    expect(findings.map(({ params }) => params['sentence'])).toEqual([
      'Invalid value null for configuration key.serializer: must be non-null.',
      'Invalid value null for configuration value.serializer: must be non-null.',
    ]);
  });
});

describe('the other generations', () => {
  test('differ in what they default to', () => {
    const { elsewhere } = examine('');
    expect(elsewhere[1]).toMatchObject({
      profile: '3.x',
      refusal: null,
      differs: [{ key: 'linger.ms', here: '5', there: '0' }],
    });
    expect(elsewhere[0]?.differs).toContainEqual({ key: 'acks', here: 'all', there: '1' });
  });

  test('may refuse what this one takes', () => {
    const { refusal, elsewhere } = examine(
      'partitioner.class=org.apache.kafka.clients.producer.UniformStickyPartitioner\nclient.dns.lookup=default',
      '2.x',
    );
    expect(refusal).toBeNull();
    expect(elsewhere.map((each) => each.refusal?.key)).toEqual(['client.dns.lookup', 'client.dns.lookup']);
  });
});

test('a text with a broken escape is not read at all', () => {
  expect(examine('linger.ms=\\u12').refusal).toMatchObject({
    exception: 'java.lang.IllegalArgumentException',
    sentence: 'Malformed \\uxxxx encoding.',
    line: 4,
  });
});

describe('what cannot be known without a network or a login', () => {
  const SASL = 'security.protocol=SASL_SSL\nsasl.mechanism=PLAIN\n';
  const findingOf = (text: string, code: string, profile: ClientProfile = '4.x') =>
    examineConfig(text, profile).findings.find((each) => each.code === code);

  test('names of hosts are named, addresses in figures and this machine are not', () => {
    const text =
      'bootstrap.servers=kafka-1:9092,10.0.0.1:9092,[::1]:9092,localhost:9092,kafka-2:9092,kafka-1:9093';
    expect(findingOf(text, 'hosts-unchecked')).toMatchObject({
      severity: 'notice',
      line: 1,
      params: {
        hosts: 'kafka-1, kafka-2',
        sentence: 'No resolvable bootstrap urls given in bootstrap.servers',
      },
    });
    for (const known of ['127.0.0.1:1', '[fe80::1%lo]:1', 'localhost:1', ':1']) {
      expect(findingOf(`bootstrap.servers=${known}`, 'hosts-unchecked')).toBeUndefined();
    }
  });

  test('a JAAS configuration that is well formed is said to be untried', () => {
    const jaas = 'sasl.jaas.config=com.example.Login required user="u";';
    expect(examine(SASL + jaas).refusal).toBeNull();
    expect(findingOf(BASE + SASL + jaas, 'jaas-untried')).toMatchObject({
      params: { module: 'com.example.Login' },
    });
    expect(codesOf(jaas)).not.toContain('jaas-untried');
  });

  test('without one it depends on a system property, whose sentence is told', () => {
    expect(findingOf(BASE + SASL, 'jaas-elsewhere')?.params['sentence']).toBe(
      "Could not find a 'KafkaClient' entry in the JAAS configuration. System property 'java.security.auth.login.config' is not set",
    );
  });

  test('a broken one is refused, with all that Java wraps around it', () => {
    const { refusal } = examine(`${SASL}sasl.jaas.config=com.example.Login required user="u"`);
    expect(refusal).toEqual({
      exception: 'org.apache.kafka.common.KafkaException',
      sentence: 'Failed to construct kafka producer',
      cause: {
        exception: 'org.apache.kafka.common.KafkaException',
        sentence: 'Failed to create new NetworkClient',
      },
      root: {
        exception: 'java.lang.IllegalArgumentException',
        sentence: 'JAAS config entry not terminated by semi-colon',
      },
      key: 'sasl.jaas.config',
      line: 6,
    });
  });
});

describe('a byte order mark at the start', () => {
  test.each(['\ufeff', '\u00ef\u00bb\u00bf'])(
    'is explained: the first key is another one for Java (%j)',
    (mark) => {
      const { refusal, unknown, findings } = examineConfig(`${mark}${BASE}`, '4.x');
      expect(refusal?.sentence).toBe(
        'Missing required configuration "bootstrap.servers" which has no default value.',
      );
      expect(unknown).toMatchObject([{ key: `${mark}bootstrap.servers`, nearest: 'bootstrap.servers' }]);
      expect(findings).toContainEqual({
        code: 'byte-order-mark',
        severity: 'warning',
        keys: [`${mark}bootstrap.servers`],
        line: 1,
        params: { key: 'bootstrap.servers' },
      });
    },
  );

  test('is no matter anywhere else', () => {
    expect(codesOf('client.id=\ufeffa')).not.toContain('byte-order-mark');
  });
});

describe('the settings of a consumer', () => {
  const BASE_OF_CONSUMER = 'bootstrap.servers=localhost:9092\ngroup.id=g\n';
  const examine = (lines: string, profile: ClientProfile = '4.x') =>
    examineConfig(BASE_OF_CONSUMER + lines, profile, 'consumer');

  test('are those of a consumer, with the defaults of each generation', () => {
    const { settings, refusal, idempotence } = examine('');
    expect([refusal, idempotence]).toEqual([null, null]);
    expect(settings.find(({ key }) => key === 'session.timeout.ms')).toMatchObject({
      value: '45000',
      defaults: { '2.x': { value: '10000' }, '3.x': { value: '45000' }, '4.x': { value: '45000' } },
    });
    expect(settings.find(({ key }) => key === 'client.id')?.value).toBe('consumer-g-1');
    expect(settings.some(({ key }) => key === 'acks')).toBe(false);
  });

  test('are refused in the words of a consumer', () => {
    expect(examine('group.protocol=consumer\nsession.timeout.ms=10000').refusal).toMatchObject({
      exception: 'org.apache.kafka.common.config.ConfigException',
      sentence: 'session.timeout.ms cannot be set when group.protocol=CONSUMER',
      line: 4,
    });
    expect(examine('session.timeout.ms=3000').refusal).toMatchObject({
      sentence: 'Failed to construct kafka consumer',
      cause: { sentence: 'Heartbeat must be set lower than the session timeout' },
    });
  });

  test('say what they mean for a reader', () => {
    const codes = (lines: string): readonly string[] => examine(lines).findings.map(({ code }) => code);
    const always = ['serializer-not-given', 'serializer-not-given'];
    expect(codes('')).toEqual(['auto-commit', 'begins-at-end', 'reads-uncommitted', ...always]);
    expect(
      codes(
        'group.protocol=consumer\nenable.auto.commit=false\nauto.offset.reset=earliest\nisolation.level=read_committed',
      ),
    ).toEqual(['coordinator-decides', ...always]);
    const { findings } = examineConfig('bootstrap.servers=localhost:9092', '4.x', 'consumer');
    expect(findings[0]?.code).toBe('no-group');
  });

  test('tell keys of producers and slips of the hand', () => {
    const { unknown } = examine('acks=1\nmax.pol.records=5');
    expect(unknown.map(({ key, reason, nearest }) => [key, reason, nearest])).toEqual([
      ['acks', 'producer', null],
      ['max.pol.records', 'custom', 'max.poll.records'],
    ]);
  });
});
