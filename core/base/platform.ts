import type { Clock } from './clock.ts';
import type { Disk } from './disk.ts';
import type { Network } from './network.ts';
import type { Random } from './random.ts';

/** The four ways in which core meets the machine, together. */
export interface Platform {
  readonly clock: Clock;
  readonly disk: Disk;
  readonly network: Network;
  readonly random: Random;
}
