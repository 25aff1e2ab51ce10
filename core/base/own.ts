/** Reading an object by a key that somebody else chose. */

/**
 * The object's own value of a key; undefined when it has none. `object[key]` would also find what every object inherits: `constructor`,
 * `toString`, `__proto__`.
 */
export function own<V>(object: { readonly [key: string]: V }, key: string): V | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
