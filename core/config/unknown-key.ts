/** Keys that a client does not know: where they belong, and which key may have been meant. */
import { BROKER_CONFIG } from './broker-config.ts';
import type { ClientProfile } from './client-profile.ts';
import { CLIENT_PROFILES } from './client-profile.ts';
import type { ConfigTable } from './config-def.ts';
import { ADMIN_TABLES, CONSUMER_TABLES, PRODUCER_TABLES } from './older-clients.ts';

export interface UnknownKey {
  /**
   * `later`, `earlier`: the client of another generation has it. `producer`, `consumer`: a setting of the other one. `custom`: there is no such setting of Kafka; a class of one's own
   * may read it.
   */
  readonly reason: 'later' | 'earlier' | 'producer' | 'consumer' | 'admin' | 'broker' | 'custom';
  /** Key of the client that is nearly the same; null when none is. */
  readonly nearest: string | null;
}

/** Slips of the hand up to which two keys are nearly the same. */
const DISTANCE_MAX = 2;

export interface LookUpOptions {
  readonly seeksNearest?: boolean;
  readonly client?: 'producer' | 'consumer';
}

const TABLES = { producer: PRODUCER_TABLES, consumer: CONSUMER_TABLES };

/** Looks a key up that the client, a producer unless told otherwise, does not know in `profile`; the nearest one only when it is sought. */
export function lookUpKey(
  key: string,
  profile: ClientProfile,
  { seeksNearest = true, client = 'producer' }: LookUpOptions = {},
): UnknownKey {
  return {
    reason: reasonOf(key, profile, client),
    nearest: seeksNearest ? nearestKey(key, TABLES[client][profile]) : null,
  };
}

/** Whether a table has the key in its generation. */
export function hasKey(table: ConfigTable, key: string): boolean {
  return Object.hasOwn(table, key) && table[key]?.isAbsent !== true;
}

function reasonOf(key: string, profile: ClientProfile, client: keyof typeof TABLES): UnknownKey['reason'] {
  const other = client === 'producer' ? 'consumer' : 'producer';
  const having = CLIENT_PROFILES.filter((each) => hasKey(TABLES[client][each], key));
  if (having.some((each) => each > profile)) return 'later';
  if (having.length > 0) return 'earlier';
  if (CLIENT_PROFILES.some((each) => hasKey(TABLES[other][each], key))) return other;
  if (CLIENT_PROFILES.some((each) => hasKey(ADMIN_TABLES[each], key))) return 'admin';
  return hasKey(BROKER_CONFIG, key) ? 'broker' : 'custom';
}

/** Letters and digits only: `lingerMs`, `LINGER_MS` and `linger.ms` are one. */
const bare = (key: string): string => key.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The keys of each table and their letters, once they were asked for: a text may have thousands that are unknown. */
const KNOWN = new Map<ConfigTable, readonly { readonly key: string; readonly letters: string }[]>();

function knownKeys(table: ConfigTable): readonly { readonly key: string; readonly letters: string }[] {
  let known = KNOWN.get(table);
  if (known === undefined) {
    const keys = Object.keys(table).filter((key) => hasKey(table, key));
    known = keys.map((key) => ({ key, letters: bare(key) }));
    KNOWN.set(table, known);
  }
  return known;
}

function nearestKey(key: string, table: ConfigTable): string | null {
  const keys = knownKeys(table);
  // Frameworks put something in front: spring.kafka.producer.acks.
  const [prefixed] = keys
    .filter((each) => key.endsWith(each.key) && key.at(-each.key.length - 1) === '.')
    .sort((a, b) => b.key.length - a.key.length);
  if (prefixed !== undefined) return prefixed.key;
  const wanted = bare(key);
  const limit = Math.min(DISTANCE_MAX, Math.floor(wanted.length / 3));
  let best: { readonly key: string; readonly distance: number } | undefined;
  for (const { key: known, letters } of keys) {
    // As many slips as the lengths differ by there are at least.
    if (Math.abs(letters.length - wanted.length) > limit) continue;
    const distance = editDistance(wanted, letters);
    if (distance <= limit && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { key: known, distance };
  }
  return best?.key ?? null;
}

/** Letters to put in, take out, or change. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
