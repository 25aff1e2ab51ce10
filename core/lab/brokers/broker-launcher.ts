/** Brokers as operating system processes of their own, for scenarios in which one is killed. core/host starts real ones. */
import type { TransactionVersion } from '#core/lab-api/views.ts';

export interface LaunchedBroker {
  readonly osPid: number;
  readonly port: number;
  /** Ends it at once (kill -9); resolves when it is gone. */
  kill(): Promise<void>;
}

/** A temporary data directory, and the brokers that run on it one after the other. */
export interface BrokerHome {
  readonly directory: string;
  /**
   * Starts a broker on the directory; resolves when it accepts connections. Port 0 picks a free one.
   * @throws {Error} that says why when it does not start.
   */
  start(options: {
    readonly port: number;
    readonly transactionVersion: TransactionVersion;
  }): Promise<LaunchedBroker>;
  /** Kills what runs on the directory, and removes it. Calling it again does nothing. */
  remove(): Promise<void>;
}

export interface BrokerLauncher {
  /** An empty directory. */
  home(): BrokerHome;
}
