/**
 * Topic settings about message formats that Kafka had until 4.0 (KIP-724). Brokers of 3.x kept them without effect; those of 2.x could
 * convert, which this one does not. (source: TopicConfig, ApiVersionValidator, MetadataVersionValidator)
 */
import type { ConfigTable } from './config-def.ts';
import { ConfigException } from './config-exception.ts';

/** The last "-IV" of each release that a message format could be named after. */
const RELEASES: { readonly [release: string]: number } = {
  '0.8.0': -1,
  '0.8.1': -1,
  '0.8.2': -1,
  '0.9.0': -1,
  '0.10.0': 1,
  '0.10.1': 2,
  '0.10.2': 0,
  '0.11.0': 2,
  '1.0': 0,
  '1.1': 0,
  '2.0': 1,
  '2.1': 2,
  '2.2': 1,
  '2.3': 1,
  '2.4': 1,
  '2.5': 0,
  '2.6': 0,
  '2.7': 2,
  '2.8': 1,
  '3.0': 1,
  '3.1': 0,
  '3.2': 0,
  '3.3': 3,
  '3.4': 0,
  '3.5': 2,
  '3.6': 2,
  '3.7': 4,
  '3.8': 0,
  '3.9': 0,
};

/** The settings, as a broker has them whose `message.format.version` is by default `newest`: `2.8-IV1` of 2.8, `3.0-IV1` of 3.x. */
export function messageFormatSettings(newest: string): ConfigTable {
  // Releases of 3.x know all up to their own, those of 2.x up to the default.
  const last = newest.startsWith('2') ? newest : '3.9-IV0';
  return {
    'message.downconversion.enable': {
      type: 'boolean',
      default: 'true',
      about: 'Whether records are converted for old consumers; without effect: nothing is converted here.',
    },
    'message.format.version': {
      type: 'string',
      default: newest,
      about: 'Format of the stored records, deprecated; without effect: records are stored in format 2.',
      check: (key, value) => {
        const text = String(value);
        if (isVersion(text, last)) return;
        throw ConfigException.invalidValue(key, text, `Version \`${text}\` is not a valid version`);
      },
    },
  };
}

/** A release, whatever stands behind it, or one of its steps: `2.8`, `2.8.1`, `2.8-IV0`; not newer than `last`. */
function isVersion(text: string, last: string): boolean {
  const [, release = '', step] = /^(0\.\d+\.\d+|[1-9]\d*\.\d+)(?:-IV(\d+)|\.[^-]*)?$/.exec(text) ?? [];
  const order = Object.keys(RELEASES);
  const steps = Object.hasOwn(RELEASES, release) ? RELEASES[release] : undefined;
  if (steps === undefined || Number(step ?? -1) > steps) return false;
  return order.indexOf(release) <= order.indexOf(last.slice(0, last.indexOf('-')));
}
