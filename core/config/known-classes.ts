/** Classes that settings may name because kafka-clients, or Java itself, brings them. Whoever has others on the class path may name those too. */
import type { ClientProfile } from './client-profile.ts';

/**
 * What a class is: the name of the interface that a setting asks for. `none`: it is none of these; `unmakeable`: neither, and has no
 * public constructor without arguments; `interface`: an interface that no setting asks for.
 */
export type ClassRole =
  | 'org.apache.kafka.common.serialization.Serializer'
  | 'org.apache.kafka.common.serialization.Deserializer'
  | 'org.apache.kafka.clients.producer.Partitioner'
  | 'org.apache.kafka.clients.producer.ProducerInterceptor'
  | 'org.apache.kafka.clients.consumer.ConsumerInterceptor'
  | 'org.apache.kafka.clients.consumer.ConsumerPartitionAssignor'
  | 'org.apache.kafka.common.metrics.MetricsReporter'
  | 'none'
  | 'unmakeable'
  | 'interface';

interface KnownClass {
  readonly role: ClassRole;
  /** Generations that do not have it. */
  readonly not?: readonly ClientProfile[];
}

const SERIALIZATION = 'org.apache.kafka.common.serialization.';
/** With a Serializer and a Deserializer each. */
const TYPES_ALWAYS = [
  'ByteArray',
  'ByteBuffer',
  'Bytes',
  'Double',
  'Float',
  'Integer',
  'Long',
  'Short',
  'String',
];
const TYPES_LATER = ['Boolean', 'List'];

function serialization(type: string, not: readonly ClientProfile[]): [string, KnownClass][] {
  return (['Serializer', 'Deserializer'] as const).map((kind) => [
    `${SERIALIZATION}${type}${kind}`,
    { role: `${SERIALIZATION}${kind}` as ClassRole, not },
  ]);
}

const PARTITIONER = 'org.apache.kafka.clients.producer.Partitioner';
const ASSIGNOR = 'org.apache.kafka.clients.consumer.ConsumerPartitionAssignor';
const OAUTH = 'org.apache.kafka.common.security.oauthbearer.';

const KNOWN: ReadonlyMap<string, KnownClass> = new Map<string, KnownClass>([
  ...[...TYPES_ALWAYS, 'UUID', 'Void'].flatMap((type) => serialization(type, [])),
  ...TYPES_LATER.flatMap((type) => serialization(type, ['2.x'])),
  ['org.apache.kafka.clients.producer.RoundRobinPartitioner', { role: PARTITIONER }],
  ['org.apache.kafka.clients.producer.UniformStickyPartitioner', { role: PARTITIONER, not: ['4.x'] }],
  ['org.apache.kafka.clients.producer.internals.DefaultPartitioner', { role: PARTITIONER, not: ['4.x'] }],
  ...['Range', 'RoundRobin', 'Sticky', 'CooperativeSticky'].map((name): [string, KnownClass] => [
    `org.apache.kafka.clients.consumer.${name}Assignor`,
    { role: ASSIGNOR },
  ]),
  [
    'org.apache.kafka.common.metrics.JmxReporter',
    { role: 'org.apache.kafka.common.metrics.MetricsReporter' },
  ],
  ...['DefaultJwtRetriever', 'DefaultJwtValidator'].map((name): [string, KnownClass] => [
    OAUTH + name,
    { role: 'none', not: ['2.x', '3.x'] },
  ]),
  ...ofJava('none', 'lang.Object lang.String lang.StringBuilder lang.Exception lang.Thread'),
  ...ofJava(
    'none',
    'util.ArrayList util.HashMap util.HashSet util.LinkedList util.Properties util.Date util.Random',
  ),
  ...ofJava(
    'unmakeable',
    'lang.Boolean lang.Byte lang.Character lang.Double lang.Float lang.Integer lang.Long',
  ),
  ...ofJava(
    'unmakeable',
    'lang.Short lang.Class lang.Math lang.System util.Arrays util.Collections util.UUID',
  ),
  ...ofJava('interface', 'lang.Runnable lang.Comparable lang.CharSequence util.List util.Map util.Set'),
]);

/** Classes that everybody knows of the many that Java brings; `names` are without `java.`. */
function ofJava(role: ClassRole, names: string): [string, KnownClass][] {
  return names.split(' ').map((name) => [`java.${name}`, { role }]);
}

/** What a class is for clients of a generation; undefined when Kafka does not bring it. */
export function roleOfClass(name: string, profile: ClientProfile): ClassRole | undefined {
  const known = KNOWN.get(name);
  return known === undefined || known.not?.includes(profile) ? undefined : known.role;
}
