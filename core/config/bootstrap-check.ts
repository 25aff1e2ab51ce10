/** What a client makes of bootstrap.servers before it connects. (source: ClientUtils.parseAndValidateAddresses) */
import type { ClientProfile } from './client-profile.ts';
import { ConfigException } from './config-exception.ts';

const KEY = 'bootstrap.servers';
const ADDRESS_SINCE_4 = /^(?:[0-9a-zA-Z\-%._]*:\/\/)?\[?([0-9a-zA-Z\-%._:]*)\]?:([0-9]+)$/;
const ADDRESS_BEFORE_4 = /^.*?\[?([0-9a-zA-Z\-%._:]*)\]?:([0-9]+)$/;
const PORT_MAX = 65_535;

/**
 * Every name is taken to have an address.
 * @throws {ConfigException} wrapped.
 */
export function checkBootstrap(addresses: readonly string[], profile: ClientProfile): void {
  const pattern = profile === '4.x' ? ADDRESS_SINCE_4 : ADDRESS_BEFORE_4;
  const given = addresses.filter((address) => address !== '');
  for (const address of given) {
    const match = pattern.exec(address);
    if (match === null) throw refusal(`Invalid url in ${KEY}: ${address}`);
    if (Number(match[2]) > PORT_MAX) throw refusal(`Invalid port in ${KEY}: ${address}`);
  }
  if (given.length === 0) throw refusal(`No resolvable bootstrap urls given in ${KEY}`);
}

/** The hosts in addresses that are good. */
export function hostsOf(addresses: readonly string[]): readonly string[] {
  return addresses.map((address) => ADDRESS_BEFORE_4.exec(address)?.[1] ?? '');
}

function refusal(sentence: string): ConfigException {
  return new ConfigException(sentence, KEY, { isWrapped: true });
}
