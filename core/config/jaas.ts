/**
 * The text of sasl.jaas.config as a client reads it: one login module, a control flag, options, a semicolon. Read before any login is
 * tried, whatever the mechanism. (source: JaasContext, JaasConfig)
 */
import type { ClientProfile } from './client-profile.ts';
import { ConfigException } from './config-exception.ts';
import { JaasTokens } from './jaas-tokens.ts';

const KEY = 'sasl.jaas.config';
const FLAGS = ['REQUIRED', 'REQUISITE', 'SUFFICIENT', 'OPTIONAL'];
/** Modules that a client since 3.x does not log in with unless it is told to: they fetch classes from elsewhere. */
const DISALLOWED: { readonly [P in ClientProfile]: readonly string[] } = {
  '2.x': [],
  '3.x': ['com.sun.security.auth.module.JndiLoginModule', 'com.sun.security.auth.module.LdapLoginModule'],
  '4.x': ['com.sun.security.auth.module.JndiLoginModule', 'com.sun.security.auth.module.LdapLoginModule'],
};
const DISALLOWED_PROPERTY = 'org.apache.kafka.disallowed.login.modules';
const ALLOWED_PROPERTY = 'org.apache.kafka.allowed.login.modules';

/** Whether a client with these settings logs in with SASL. */
export function usesSasl({
  'security.protocol': protocol,
}: {
  readonly 'security.protocol': string;
}): boolean {
  return protocol.toUpperCase().startsWith('SASL_');
}

/** The login module of a text that is good. */
export function loginModuleOf(text: string): string {
  const tokens = new JaasTokens(text);
  tokens.next();
  return tokens.word ?? '';
}

/** @throws {ConfigException} wrapped, when the client could not read it. */
export function checkJaas(text: string, profile: ClientProfile): void {
  const modules = loginModules(text, profile);
  if (modules.length > 1) {
    const sentence = `JAAS config property contains ${modules.length} login modules, should be 1 module`;
    throw refusal(sentence, profile);
  }
  const name = (modules[0] ?? '').trim();
  if (!DISALLOWED[profile].includes(name)) return;
  throw refusal(
    profile === '3.x'
      ? `${name} is not allowed. Update System property '${DISALLOWED_PROPERTY}' to allow ${name}`
      : `${name} is not allowed. The system property '${DISALLOWED_PROPERTY}' is deprecated. ` +
          `Use the ${ALLOWED_PROPERTY} to allow this module. e.g.,-D${ALLOWED_PROPERTY}=${name}`,
    profile,
  );
}

/** Names of the login modules; null where there is no word in the place of a name. */
function loginModules(text: string, profile: ClientProfile): readonly (string | null)[] {
  const tokens = new JaasTokens(text);
  const modules: (string | null)[] = [];
  while (tokens.next() !== 'end') {
    modules.push(tokens.word);
    readEntry(tokens, profile);
  }
  if (modules.length === 0) throw refusal('Login module not specified in JAAS config', profile);
  return modules;
}

/** Control flag and options, to the semicolon. */
function readEntry(tokens: JaasTokens, profile: ClientProfile): void {
  if (tokens.next() === 'end')
    throw refusal('Login module control flag not specified in JAAS config', profile);
  const flag = tokens.word;
  if (flag === null) throw refusal('Login module control flag is not available in the JAAS config', profile);
  if (!FLAGS.includes(flag.toUpperCase()))
    throw refusal(`Invalid login module control flag '${flag}' in JAAS config`, profile);
  for (;;) {
    const kind = tokens.next();
    if (kind === ';') return;
    if (kind === 'end') throw refusal('JAAS config entry not terminated by semi-colon', profile);
    const key = tokens.word;
    const hasValue = tokens.next() === '=' && tokens.next() !== 'end' && tokens.word !== null;
    if (!hasValue) throw refusal(`Value not specified for key '${key}' in JAAS config`, profile);
  }
}

/** Since 3.x the client wraps it once more. */
function refusal(sentence: string, profile: ClientProfile): ConfigException {
  const wrapper = profile === '2.x' ? {} : { through: 'Failed to create new NetworkClient' };
  const javaClass = 'java.lang.IllegalArgumentException';
  return new ConfigException(sentence, KEY, { javaClass, isWrapped: true, ...wrapper });
}
