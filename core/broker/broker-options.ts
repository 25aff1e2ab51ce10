/** What a broker is started with. */
import type { Clock } from '#core/base/clock.ts';
import type { Disk } from '#core/base/disk.ts';
import type { Network } from '#core/base/network.ts';
import type { Random } from '#core/base/random.ts';
import type { EventBus } from '#core/observe/event-bus.ts';
import type { TransactionVersion } from './finalized-features.ts';
import type { Interceptor } from './interceptor.ts';
import type { ProfileName } from './version-profile.ts';

/** The machine, as the broker sees it. */
export interface BrokerPlatform {
  readonly clock: Clock;
  readonly disk: Disk;
  readonly network: Network;
  readonly random: Random;
}

export interface BrokerOptions {
  readonly platform: BrokerPlatform;
  readonly bus: EventBus;
  /** Settings by Kafka's keys, as text; see BROKER_CONFIG. */
  readonly config: { readonly [key: string]: string };
  /** The data directory; made when missing. */
  readonly directory: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Finalized level of `transaction.version`, at most what the profile has; that of the directory, or the greatest for a new one,
   * when absent. */
  readonly transactionVersion?: TransactionVersion;
  /** The release that the broker shows itself as; 4.x when absent. */
  readonly profile?: ProfileName;
  readonly interceptor?: Interceptor;
}
