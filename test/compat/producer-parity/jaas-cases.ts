/** Texts of sasl.jaas.config: right ones, and each way to get one wrong. What the login module itself thinks of them is another matter. */
import type { Given } from './setting-cases.ts';

const STRING = 'org.apache.kafka.common.serialization.StringSerializer';
const DESERIALIZER = 'org.apache.kafka.common.serialization.StringDeserializer';
const PLAIN = 'org.apache.kafka.common.security.plain.PlainLoginModule';
const SCRAM = 'org.apache.kafka.common.security.scram.ScramLoginModule';
const USER = 'username="u" password="p"';

const JAAS: readonly string[] = [
  `${PLAIN} required ${USER};`,
  `${PLAIN} required\n  username='u'\n  password='p';`,
  `  ${PLAIN} REQUIRED ${USER} ;  `,
  `${PLAIN} required username=u password=p;`,
  `// a comment\n${PLAIN} required /* another */ ${USER};`,
  `# ${PLAIN} required ${USER};`,
  `${PLAIN} required ${USER}`,
  `${PLAIN} required username="u" password="p`,
  `${PLAIN} required username=u password=12345;`,
  `${PLAIN} required username=u password=-p;`,
  `${PLAIN} required username=u password=p-1_2$;`,
  `${PLAIN} required username=u password=p@ss;`,
  `${PLAIN} required username=u password=p!;`,
  `${PLAIN} required username=u password=;`,
  `${PLAIN} required username=u password;`,
  `${PLAIN} required username = u password = p;`,
  `${PLAIN} required user.name=u ${USER};`,
  `${PLAIN} required =u;`,
  `${PLAIN} required "username"="u" password="p";`,
  `${PLAIN} required username="ü€" password="a\\"b\\n\\101";`,
  `${PLAIN} needed ${USER};`,
  `${PLAIN} "required" ${USER};`,
  `${PLAIN} ${USER};`,
  `${PLAIN};`,
  `${PLAIN} required;`,
  PLAIN,
  `${PLAIN} 7 ${USER};`,
  '',
  '   ',
  '// nothing but a comment',
  ';',
  'required',
  `${PLAIN} required ${USER}; ${SCRAM} required ${USER};`,
  `${PLAIN} required ${USER}; ;`,
  `${PLAIN} required ${USER}; x`,
  `KafkaClient { ${PLAIN} required ${USER}; };`,
  'com.sun.security.auth.module.JndiLoginModule required;',
  'com.sun.security.auth.module.LdapLoginModule required;',
  `/${PLAIN} required ${USER};`,
  `${PLAIN} required username="u"\npassword="p\n";`,
  `${PLAIN} required url=http://x/y ${USER};`,
];

const SASL: Given = {
  'bootstrap.servers': '127.0.0.1:9',
  'security.protocol': 'SASL_PLAINTEXT',
  'sasl.mechanism': 'PLAIN',
};

/** Producers that would authenticate with each of them. */
export function jaasCases(): readonly Given[] {
  return JAAS.map((jaas) => ({
    ...SASL,
    'key.serializer': STRING,
    'value.serializer': STRING,
    'sasl.jaas.config': jaas,
  }));
}

/** Consumers that would, and of what else may be wrong with them something that is seen before, or after. */
export function consumerJaasCases(): readonly Given[] {
  const faults: readonly Given[] = [
    {},
    { 'bootstrap.servers': 'nowhere' },
    { 'group.id': 'g', 'heartbeat.interval.ms': '60000' },
    { 'partition.assignment.strategy': 'java.lang.String' },
  ];
  return JAAS.flatMap((jaas) =>
    faults.map((fault) => ({
      ...SASL,
      'key.deserializer': DESERIALIZER,
      'value.deserializer': DESERIALIZER,
      'sasl.jaas.config': jaas,
      ...fault,
    })),
  );
}
