import { randomBytes, randomInt } from 'node:crypto';
import type { Random } from '#core/base/random.ts';

const FRACTION_STEPS = 2 ** 47;

/** The machine's chance; not repeatable. */
export class NodeRandom implements Random {
  nextInt(bound: number): number {
    return randomInt(bound);
  }

  nextFloat(): number {
    return randomInt(FRACTION_STEPS) / FRACTION_STEPS;
  }

  nextBytes(size: number): Buffer {
    return randomBytes(size);
  }
}
