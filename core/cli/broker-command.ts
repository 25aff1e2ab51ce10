/**
 * `fencepost broker --port P --data DIR [--transaction-version 0|1|2] [--set key=value]…`: a broker without a window.
 *
 * Prints `ready 127.0.0.1:P` when it accepts connections, and nothing else on stdout. SIGTERM and SIGINT shut it down in order.
 */
import path from 'node:path';
import { Broker } from '#core/broker/broker.ts';
import type { BrokerOptions } from '#core/broker/broker-options.ts';
import type { TransactionVersion } from '#core/broker/finalized-features.ts';
import type { ProfileName } from '#core/broker/version-profile.ts';
import { isProfileName, VERSION_PROFILES } from '#core/broker/version-profile.ts';
import { BROKER_CONFIG } from '#core/config/broker-config.ts';
import { ConfigException } from '#core/config/config-exception.ts';
import { LogDirectoryError } from '#core/log/log-directory-error.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';

/** The command line, as text. */
export interface BrokerArguments {
  readonly port: string;
  readonly data: string;
  readonly transactionVersion?: string | undefined;
  /** Release to show: 2.x, 3.x or 4.x. */
  readonly profile?: string | undefined;
  /** `key=value` each. */
  readonly set: readonly string[];
}

/** What a headless broker uses where neither Kafka's default nor `--set` says otherwise. */
const HEADLESS_DEFAULTS: { readonly [key: string]: string } = { 'num.partitions': '3' };

const EXIT_GOOD = 0;
const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Runs a broker until a signal ends it; answers the exit status. */
export async function runBroker(args: BrokerArguments): Promise<number> {
  // From now on: whoever reads `ready` may send one at once, and one that comes earlier waits for the start.
  const signal = nextSignal();
  let broker: Broker;
  try {
    broker = await Broker.start(optionsOf(args));
  } catch (error) {
    return complain(error, args);
  }
  process.stdout.write(`ready 127.0.0.1:${broker.port}\n`);
  await signal;
  // A second signal does not wait.
  void nextSignal().then(() => process.exit(EXIT_FAILED));
  await broker.stop();
  return EXIT_GOOD;
}

function optionsOf(args: BrokerArguments): BrokerOptions {
  const platform = nodePlatform();
  const version = transactionVersionOf(args.transactionVersion);
  const profile = profileOf(args.profile);
  const { transactionVersionMax } = VERSION_PROFILES[profile];
  if (version !== undefined && version > transactionVersionMax) {
    throw new UsageError(
      `--transaction-version ${version}: a broker of release ${profile} has at most ${transactionVersionMax}`,
    );
  }
  return {
    platform,
    bus: new EventBus(platform.clock),
    config: { ...HEADLESS_DEFAULTS, ...settingsOf(args.set) },
    directory: path.resolve(args.data),
    port: portOf(args.port),
    profile,
    ...(version === undefined ? {} : { transactionVersion: version }),
  };
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^[0-9]+$/.test(text) || port > 65535) {
    throw new UsageError(`--port ${text}: a port is a number from 0 (any free one) to 65535`);
  }
  return port;
}

function profileOf(text: string | undefined): ProfileName {
  if (text === undefined) return '4.x';
  if (isProfileName(text)) return text;
  throw new UsageError(`--profile ${text}: it is 2.x, 3.x or 4.x`);
}

function transactionVersionOf(text: string | undefined): TransactionVersion | undefined {
  switch (text) {
    case undefined:
      return undefined;
    case '0':
      return 0;
    case '1':
      return 1;
    case '2':
      return 2;
    default:
      throw new UsageError(`--transaction-version ${text}: it is 0, 1 or 2`);
  }
}

function settingsOf(pairs: readonly string[]): { [key: string]: string } {
  const settings: { [key: string]: string } = {};
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals <= 0) throw new UsageError(`--set ${pair}: write it as key=value`);
    const key = pair.slice(0, equals);
    settings[key] = pair.slice(equals + 1);
    // Kafka ignores keys it does not know; here at least somebody says so.
    if (!Object.hasOwn(BROKER_CONFIG, key)) {
      process.stderr.write(`broker: --set ${key} has no effect: this broker has no such setting\n`);
    }
  }
  return settings;
}

/** One line that says what, why, and what to do. */
function complain(error: unknown, { port, data }: BrokerArguments): number {
  const say = (line: string, status: number): number => {
    process.stderr.write(`broker: ${line.replaceAll('\n', ' ')}\n`);
    return status;
  };
  if (error instanceof UsageError || error instanceof ConfigException) return say(error.message, EXIT_USAGE);
  if (error instanceof LogDirectoryError) return say(error.message, EXIT_FAILED);
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return say(`port ${port} is taken; stop what listens there, or choose another --port`, EXIT_FAILED);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return say(`not allowed to use port ${port} or directory ${data}: ${message}`, EXIT_FAILED);
    case 'ENOSPC':
      return say(`the volume of ${data} is full`, EXIT_FAILED);
    default:
      if (code === undefined) throw error;
      return say(`cannot start in ${data}: ${message}`, EXIT_FAILED);
  }
}

function nextSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
  });
}
