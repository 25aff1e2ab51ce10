/** Classes that settings name: whether a client can make an instance of what it needs. (source: AbstractConfig.getConfiguredInstance) */
import type { ClientProfile } from './client-profile.ts';
import { ConfigException } from './config-exception.ts';
import type { ClassRole } from './known-classes.ts';
import { roleOfClass } from './known-classes.ts';

/** What is known of the class path. `any`: whatever Kafka does not bring may be there all the same. */
export type ClassPath = 'kafka' | 'any';

const ASSIGNOR = 'org.apache.kafka.clients.consumer.ConsumerPartitionAssignor';
/** What assignors were before 2.4: still taken by 2.x. */
const ASSIGNOR_BEFORE_3 = 'org.apache.kafka.clients.consumer.internals.PartitionAssignor';
const KAFKA_EXCEPTION = 'org.apache.kafka.common.KafkaException';

/** Whether a class is there for clients of a generation. */
export function hasClass(profile: ClientProfile, classPath: ClassPath): (name: string) => boolean {
  return (name) => classPath === 'any' || roleOfClass(name, profile) !== undefined;
}

interface Wanted {
  readonly key: string;
  /** Names as given: one, none, or a list. */
  readonly names: string | readonly string[] | null;
  readonly role: ClassRole;
  readonly profile: ClientProfile;
  readonly classPath: ClassPath;
}

/**
 * Checks that instances of every class can be made and are what the setting asks for.
 * @throws {ConfigException} as the constructor of a client does, wrapped.
 */
export function checkInstances({ key, names, role, profile, classPath }: Wanted): void {
  const isOne = typeof names === 'string';
  for (const name of isOne ? [names] : (names ?? [])) {
    const actual = roleOfClass(name, profile);
    if (actual === undefined) {
      if (classPath === 'any') continue;
      throw instanceError(key, `Class ${name} cannot be found`);
    }
    if (actual === role) continue;
    // Java makes the one and looks at it, and looks at the classes of a list before it makes them.
    if (isOne) {
      checkConstructor(key, name, actual);
      throw instanceError(key, `class ${name} is not an instance of ${role}`);
    }
    const kind = actual === 'interface' ? 'interface' : 'class';
    throw instanceError(key, `${kind} ${name}`, 'java.lang.ClassCastException');
  }
}

function checkConstructor(key: string, name: string, role: ClassRole): void {
  if (role !== 'unmakeable' && role !== 'interface') return;
  throw instanceError(key, `Could not find a public no-argument constructor for ${name}`);
}

function instanceError(key: string, sentence: string, javaClass = KAFKA_EXCEPTION): ConfigException {
  return new ConfigException(sentence, key, { javaClass, isWrapped: true });
}

/**
 * Checks the assignors of the classic protocol, which a consumer makes by itself.
 * @throws {ConfigException} wrapped.
 */
export function checkAssignors({
  names,
  profile,
  classPath,
}: Pick<Wanted, 'profile' | 'classPath'> & {
  readonly names: readonly string[];
}): void {
  const key = 'partition.assignment.strategy';
  const seen = new Set<string>();
  for (const name of names) {
    const actual = roleOfClass(name, profile);
    if (actual === undefined) {
      if (classPath === 'any') continue;
      throw instanceError(key, `${name} ClassNotFoundException exception occurred`);
    }
    if (actual !== ASSIGNOR) {
      checkConstructor(key, name, actual);
      const wanted = profile === '2.x' ? `${ASSIGNOR_BEFORE_3} or an instance of ${ASSIGNOR}` : ASSIGNOR;
      throw instanceError(key, `class ${name} is not an instance of ${wanted}`);
    }
    if (seen.has(name) && profile !== '2.x')
      throw instanceError(key, `${repeatedAssignor(name)}: ${name}, ${name}`);
    seen.add(name);
  }
}

/** As assignors name themselves: `range`, `roundrobin`, `sticky`, `cooperative-sticky`. */
function repeatedAssignor(className: string): string {
  const simple = className.replace(/^.*\.(\w+)Assignor$/, '$1');
  const name = simple === 'CooperativeSticky' ? 'cooperative-sticky' : simple.toLowerCase();
  return `The assignor name: '${name}' is used in more than one assignor`;
}
