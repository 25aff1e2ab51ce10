/** Serializers and deserializers that nobody gave, as clients before 3.0 see it: late, and by a NullPointerException. */
import { ConfigException } from './config-exception.ts';

/** `kind` of `key.serializer` is `Serializer`. @throws {ConfigException} when the value of such a key is null; of other keys never. */
export function checkSerdeBefore3(
  key: string,
  values: { readonly [key: string]: unknown },
  kind: 'Serializer' | 'Deserializer',
): void {
  const [side, what] = key.split('.');
  if ((side !== 'key' && side !== 'value') || what !== kind.toLowerCase() || values[key] !== null) return;
  throw new ConfigException(
    `Cannot invoke "org.apache.kafka.common.serialization.${kind}.configure(java.util.Map, boolean)" ` +
      `because "this.${side}${kind}" is null`,
    key,
    { javaClass: 'java.lang.NullPointerException', isWrapped: true },
  );
}
