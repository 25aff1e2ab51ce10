import type { Platform } from '#core/base/platform.ts';
import { NodeClock } from './node-clock.ts';
import { NodeDisk } from './node-disk.ts';
import { NodeNetwork } from './node-network.ts';
import { NodeRandom } from './node-random.ts';

/** This machine. */
export function nodePlatform(): Platform {
  return {
    clock: new NodeClock(),
    disk: new NodeDisk(),
    network: new NodeNetwork(),
    random: new NodeRandom(),
  };
}
