import type { Clock } from '#core/base/clock.ts';
import type { Network } from '#core/base/network.ts';
import type { Random } from '#core/base/random.ts';

/** What a client needs of the machine. */
export interface ClientPlatform {
  readonly clock: Clock;
  readonly network: Network;
  readonly random: Random;
}
