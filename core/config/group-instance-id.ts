/** The name of a static member: what is legal, and in which words a client says so. (source: JoinGroupRequest.validateGroupInstanceId) */
import type { ClientProfile } from './client-profile.ts';
import { ConfigException } from './config-exception.ts';

const KEY = 'group.instance.id';
const LENGTH_MAX = 249;

/** @throws {ConfigException} */
export function checkGroupInstanceId(
  id: string | null,
  profile: ClientProfile,
  { isWrapped }: { readonly isWrapped: boolean } = { isWrapped: false },
): void {
  if (id === null) return;
  const fault = profile === '2.x' ? faultBefore3(id) : faultSince3(id);
  if (fault === undefined) return;
  throw new ConfigException(fault, KEY, {
    javaClass: 'org.apache.kafka.common.errors.InvalidConfigurationException',
    isWrapped,
  });
}

function faultSince3(id: string): string | undefined {
  const because = reasonSince3(id);
  return because === undefined ? undefined : `Group instance id is invalid: ${because}`;
}

function reasonSince3(id: string): string | undefined {
  if (id === '') return 'the empty string is not allowed';
  if (id === '.' || id === '..') return `'${id}' is not allowed`;
  if (id.length > LENGTH_MAX)
    return `the length of '${id}' is longer than the max allowed length ${LENGTH_MAX}`;
  if (/^[a-zA-Z0-9._-]+$/.test(id)) return undefined;
  return `'${id}' contains one or more characters other than ASCII alphanumerics, '.', '_' and '-'`;
}

function faultBefore3(id: string): string | undefined {
  if (id === '') return 'Group instance id must be non-empty string';
  if (id === '.' || id === '..') return 'Group instance id cannot be "." or ".."';
  if (id.length > LENGTH_MAX) return `Group instance id can't be longer than ${LENGTH_MAX} characters: ${id}`;
  if (/^[a-zA-Z0-9._-]+$/.test(id)) return undefined;
  return `Group instance id "${id}" is illegal, it contains a character other than ASCII alphanumerics, '.', '_' and '-'`;
}
