import type { Clock } from '#core/base/clock.ts';
import type { Disk } from '#core/base/disk.ts';
import type { Network } from '#core/base/network.ts';
import type { Random } from '#core/base/random.ts';
import { NodeClock } from './node-clock.ts';
import { NodeDisk } from './node-disk.ts';
import { NodeNetwork } from './node-network.ts';
import { NodeRandom } from './node-random.ts';

/** The machine, as core sees it. */
export interface Platform {
  readonly clock: Clock;
  readonly disk: Disk;
  readonly network: Network;
  readonly random: Random;
}

/** This machine. */
export function nodePlatform(): Platform {
  return {
    clock: new NodeClock(),
    disk: new NodeDisk(),
    network: new NodeNetwork(),
    random: new NodeRandom(),
  };
}
