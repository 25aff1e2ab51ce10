import { javaUtf8 } from '#core/base/utf8.ts';
import { movedShare, placeKeys } from '#core/client/keys/key-places.ts';
import { examineConfig } from '#core/config/examine-config.ts';
import type { KeyInput, KeyPlacesView, PlaceInput } from '#core/lab-api/config-views.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import type { CallsOf } from './calls-of.ts';

/** The config doctor and the key tester: they ask nothing of the running lab. */
export function configCalls(): CallsOf<'config' | 'keys'> {
  return {
    'config.examine': ({ text, profile, client }) => examineConfig(text, profile, client),
    'keys.place': placesView,
  };
}

function placesView({ keys, partitions, partitionsAfter }: PlaceInput): KeyPlacesView {
  const bytes = keys.map(bytesOf);
  const { places, sums } = placeKeys(bytes, partitions, partitionsAfter);
  return {
    partitions,
    partitionsAfter,
    hashes: sums,
    keys: keys.map((key, index) => ({
      key,
      hex: bytes[index]?.toString('hex') ?? null,
      places: places[index] ?? [],
    })),
    movedShare: partitionsAfter === null ? null : movedShare(partitions, partitionsAfter),
  };
}

function bytesOf(key: KeyInput): Buffer | null {
  if (key.kind === 'null') return null;
  if (key.kind === 'text') return javaUtf8(key.value);
  const digits = key.value.replaceAll(/\s/g, '');
  if (/^([0-9a-f]{2})*$/i.test(digits)) return Buffer.from(digits, 'hex');
  throw labError(
    'BAD_HEX',
    `${JSON.stringify(key.value)} is not the hex form of a key.`,
    'Two digits 0-9 a-f a byte, such as 00 ff 1a.',
  );
}
