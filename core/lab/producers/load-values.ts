/** Keys and values of a load. Values are made before it starts, and then taken in turn: making them is not what is measured. */
import type { Random } from '#core/base/random.ts';
import type { LoadPlan } from './load-plan.ts';

const POOL_MAX = 4_096;
const POOL_BYTES_MAX = 8 * 1024 * 1024;
const CITIES = ['Berlin', 'Seoul', 'Oslo', 'Lima', 'Nairobi', 'Osaka', 'Porto', 'Quito'] as const;
const STATES = ['created', 'paid', 'packed', 'sent', 'delivered', 'returned'] as const;
const REPEATED = 'x';

export type LoadRandom = Pick<Random, 'nextInt' | 'nextBytes'>;

export class LoadValues {
  readonly #pool: readonly Buffer[];
  #next = 0;

  constructor(random: LoadRandom, kind: LoadPlan['valueKind'], size: number) {
    const length = Math.max(1, Math.min(POOL_MAX, Math.floor(POOL_BYTES_MAX / Math.max(size, 1))));
    this.#pool = Array.from({ length: kind === 'repeated' ? 1 : length }, (_, number) =>
      valueLike(random, kind, size, number),
    );
  }

  next(): Buffer {
    const value = this.#pool[this.#next] as Buffer;
    this.#next = (this.#next + 1) % this.#pool.length;
    return value;
  }
}

/** The key of the `number`th record, from 0; null for none. */
export function loadKey(keys: LoadPlan['keys'], number: number): string | null {
  if (keys === 'none') return null;
  return keys === 'sequential' ? `order-${number}` : `customer-${number % keys.distinct}`;
}

function valueLike(random: LoadRandom, kind: LoadPlan['valueKind'], size: number, number: number): Buffer {
  if (kind === 'random') return random.nextBytes(size);
  if (kind === 'repeated') return Buffer.alloc(size, REPEATED);
  return Buffer.from(jsonOf(random, size, number));
}

/** Orders of exactly `size` ASCII characters; below some twenty of them no longer valid JSON, but still of that look. */
function jsonOf(random: LoadRandom, size: number, number: number): string {
  const items: string[] = [];
  let text = '';
  do {
    const city = CITIES[random.nextInt(CITIES.length)];
    const state = STATES[random.nextInt(STATES.length)];
    items.push(
      `{"order":${100_000 + number + items.length},"customer":${random.nextInt(5_000)},` +
        `"city":"${city}","state":"${state}","cents":${random.nextInt(100_000)}}`,
    );
    text = items.length === 1 ? (items[0] as string) : `[${items.join(',')}]`;
  } while (text.length < size);
  return text.slice(0, size);
}
