/** Looks at the settings of a client as a person wrote them: what holds, what is ignored, and what Java says to them. */
import type { ClientProfile } from './client-profile.ts';
import { CLIENT_PROFILES, RELEASE_OF } from './client-profile.ts';
import type { ConfigTable } from './config-def.ts';
import { ConfigException } from './config-exception.ts';
import type { ConfigFinding } from './config-findings.ts';
import { findInText } from './config-findings.ts';
import type { ConfigKey, ConfigType } from './config-key.ts';
import type { ExaminedClient, ExaminedClientName, StartedClient } from './examined-client.ts';
import { EXAMINED_CLIENTS } from './examined-client.ts';
import type { ConfigNote } from './given.ts';
import type { Idempotence } from './idempotence.ts';
import type { JavaRefusal } from './java-refusal.ts';
import { javaRefusal } from './java-refusal.ts';
import { parseText, valueText } from './parse-value.ts';
import type { PropertyEntry } from './properties-text.ts';
import { parseProperties } from './properties-text.ts';
import type { UnknownKey } from './unknown-key.ts';
import { hasKey, lookUpKey } from './unknown-key.ts';

/** What a setting is when nobody gives it. */
interface SettingDefault {
  readonly exists: boolean;
  readonly value: string | null;
}

/** One setting with all that is known of it; values are text, passwords hidden. */
export interface ExaminedSetting {
  readonly key: string;
  readonly type: ConfigType;
  readonly value: string | null;
  readonly source: 'default' | 'given' | 'changed';
  readonly given: string | null;
  readonly line: number | null;
  readonly defaults: { readonly [P in ClientProfile]: SettingDefault };
  readonly isUsedHere: boolean;
}

export interface ExaminedUnknown extends UnknownKey {
  readonly key: string;
  readonly value: string;
  readonly line: number;
}

/** Why the client does not start. */
export interface ExaminedRefusal extends JavaRefusal {
  readonly key: string | null;
  readonly line: number | null;
}

/** The same text under another generation. */
export interface ExaminedElsewhere {
  readonly profile: ClientProfile;
  readonly refusal: ExaminedRefusal | null;
  readonly idempotence: Idempotence | null;
  readonly differs: readonly {
    readonly key: string;
    readonly here: string | null;
    readonly there: string | null;
  }[];
}

export interface ConfigExamination {
  readonly profile: ClientProfile;
  readonly release: string;
  readonly refusal: ExaminedRefusal | null;
  readonly idempotence: Idempotence | null;
  readonly settings: readonly ExaminedSetting[];
  readonly unknown: readonly ExaminedUnknown[];
  readonly notes: readonly ConfigNote[];
  readonly findings: readonly ConfigFinding[];
  readonly elsewhere: readonly ExaminedElsewhere[];
}

const HIDDEN = '[hidden]';

/** What is in the text: the entry that counts for each key, in the order in which the keys first stand there. */
interface Source {
  readonly client: ExaminedClient;
  readonly entries: readonly PropertyEntry[];
  readonly given: ReadonlyMap<string, PropertyEntry>;
  readonly malformedLine: number | null;
}

/** For so many unknown keys the nearest known one is looked for: whoever pastes another file is not kept waiting. */
const NEAREST_MAX = 200;

/**
 * Everything there is to say about `text`, a .properties file, under a generation of the client, a producer unless told otherwise. Classes that Kafka does not bring are
 * taken to be on the class path, and serializers that are not named to be passed to the constructor. Never throws.
 */
export function examineConfig(
  text: string,
  profile: ClientProfile,
  clientName: ExaminedClientName = 'producer',
): ConfigExamination {
  const { entries, malformedLine } = parseProperties(text);
  const client = EXAMINED_CLIENTS[clientName];
  const source: Source = {
    client,
    entries,
    malformedLine,
    given: new Map(entries.map((entry) => [entry.key, entry])),
  };
  const here = attempt(source, profile);
  const unknown = [...source.given.values()].filter(({ key }) => !hasKey(client.tables[profile], key));
  return {
    profile,
    release: RELEASE_OF[profile],
    refusal: here.refusal,
    idempotence: here.started?.idempotence ?? null,
    settings: settingsOf(source, here),
    unknown: unknown.map((entry, index) => ({
      ...entry,
      ...lookUpKey(entry.key, profile, { seeksNearest: index < NEAREST_MAX, client: clientName }),
    })),
    notes: here.started?.notes ?? [],
    findings: [
      ...(here.started?.findings(profile, source.given) ?? []),
      ...findInText(entries, { profile, given: source.given, serializers: client.serializers }),
    ],
    elsewhere: CLIENT_PROFILES.filter((each) => each !== profile).map((each) =>
      elsewhere(source, here, attempt(source, each)),
    ),
  };
}

interface Attempt {
  readonly profile: ClientProfile;
  readonly started: StartedClient | null;
  readonly refusal: ExaminedRefusal | null;
}

function attempt(source: Source, profile: ClientProfile): Attempt {
  const { client, given, malformedLine } = source;
  if (malformedLine !== null) {
    const sentence = 'Malformed \\uxxxx encoding.';
    const thrown = { exception: 'java.lang.IllegalArgumentException', sentence, cause: null };
    return { profile, started: null, refusal: { ...thrown, key: null, line: malformedLine } };
  }
  try {
    const settings = Object.fromEntries([...given].map(([key, { value }]) => [key, value]));
    return { profile, started: client.start(settings, profile), refusal: null };
  } catch (error) {
    if (!(error instanceof ConfigException)) throw error;
    const key = error.key ?? null;
    const line = key === null ? null : (given.get(key)?.line ?? null);
    return { profile, started: null, refusal: { ...javaRefusal(error, client.name), key, line } };
  }
}

function settingsOf(source: Source, attempted: Attempt): readonly ExaminedSetting[] {
  const table = source.client.tables[attempted.profile];
  return Object.entries(table)
    .filter(([, row]) => !row.isAbsent)
    .map(([key, row]) => settingOf(key, row, source, attempted));
}

function settingOf(
  key: string,
  row: ConfigKey,
  { client, given }: Source,
  attempted: Attempt,
): ExaminedSetting {
  const entry = given.get(key);
  const said = entry === undefined ? row.default : (plainText(key, row, entry.value) ?? entry.value);
  const value = effectiveText(key, given, attempted, said);
  const shown = (text: string | null): string | null =>
    row.type === 'password' && text !== null ? HIDDEN : text;
  return {
    key,
    type: row.type,
    value: shown(value),
    source: value === said ? (entry === undefined ? 'default' : 'given') : 'changed',
    given: shown(entry?.value ?? null),
    line: entry?.line ?? null,
    defaults: {
      '2.x': defaultIn(client.tables['2.x'], key),
      '3.x': defaultIn(client.tables['3.x'], key),
      '4.x': defaultIn(client.tables['4.x'], key),
    },
    isUsedHere: client.usedKeys.has(key),
  };
}

/** A value in the form in which it is shown: trimmed, numbers without signs and zeros. Undefined when it is not legal. */
function plainText(key: string, row: ConfigKey, text: string): string | null | undefined {
  try {
    return valueText(parseText(key, row, text));
  } catch {
    return undefined;
  }
}

/** In effect, as text; what was said where the producer does not start. `acks` stays `all` where that was said. */
function effectiveText(
  key: string,
  given: Source['given'],
  { started }: Attempt,
  said: string | null,
): string | null {
  if (started === null) return said;
  const { values } = started;
  if (key === 'client.id') return started.clientId(given.has(key) ? String(values[key]) : undefined);
  if (key === 'acks' && said?.toLowerCase() === 'all' && values['acks'] === '-1') return said;
  return valueText((values[key] ?? null) as Parameters<typeof valueText>[0]);
}

function defaultIn(table: ConfigTable, key: string): SettingDefault {
  const row = hasKey(table, key) ? table[key] : undefined;
  if (row === undefined) return { exists: false, value: null };
  return { exists: true, value: row.isRequired ? null : row.default };
}

function elsewhere(source: Source, here: Attempt, there: Attempt): ExaminedElsewhere {
  const { profile, refusal, started } = there;
  const idempotence = started?.idempotence ?? null;
  if (started === null || here.started === null) return { profile, refusal, idempotence, differs: [] };
  const valuesHere = new Map(settingsOf(source, here).map(({ key, value }) => [key, value]));
  const valuesThere = new Map(settingsOf(source, there).map(({ key, value }) => [key, value]));
  // Of what only exists on one side, what was given and what acts here is of interest.
  const keys = [...new Set([...valuesHere.keys(), ...valuesThere.keys()])].filter(
    (key) => source.given.has(key) || source.client.usedKeys.has(key),
  );
  const differs = keys
    .map((key) => ({ key, here: valuesHere.get(key) ?? null, there: valuesThere.get(key) ?? null }))
    .filter((each) => each.here !== each.there);
  return { profile, refusal, idempotence, differs };
}
