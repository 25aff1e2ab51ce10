/**
 * `fencepost broker --port P --data DIR [--transaction-version 0|1|2] [--set key=value]…`: a broker without a window.
 *
 * Prints `ready 127.0.0.1:P` when it accepts connections, and nothing else on stdout. SIGTERM, SIGINT and SIGHUP shut it down in order.
 * What was cut off a damaged log, and what could not be loaded, is a line a partition on stderr.
 */
import path from 'node:path';
import { printable } from '#core/base/printable.ts';
import type { TopicPartition } from '#core/base/topic-partition.ts';
import { Broker } from '#core/broker/broker.ts';
import type { BrokerOptions } from '#core/broker/broker-options.ts';
import type { TransactionVersion } from '#core/broker/finalized-features.ts';
import type { ProfileName } from '#core/broker/version-profile.ts';
import { isProfileName, VERSION_PROFILES } from '#core/broker/version-profile.ts';
import { BROKER_CONFIG } from '#core/config/broker-config.ts';
import { ConfigException } from '#core/config/config-exception.ts';
import { diskFailure } from '#core/host/disk-failure.ts';
import { LogDirectoryError } from '#core/log/log-directory-error.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { ProgressLine } from './progress-line.ts';
import { StartReport } from './start-report.ts';

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

/** Coordinators read these before they answer. */
const COORDINATOR_TOPICS = ['__transaction_state', '__consumer_offsets'];

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
    const options = optionsOf(args);
    const progress = new ProgressLine(process.stderr);
    const report = new StartReport(options.bus, options.directory, {
      say: (line) => {
        progress.clear();
        say(line);
      },
      show: (line) => progress.show(line),
    });
    broker = await Broker.start(options).finally(() => progress.clear());
    report.awaitLoads(coordinatorPartitions(broker));
  } catch (error) {
    return complain(error, args);
  }
  process.stdout.write(`ready 127.0.0.1:${broker.port}\n`);
  await signal;
  // A second signal does not wait.
  void nextSignal().then(() => process.exit(EXIT_FAILED));
  try {
    await broker.stop();
  } catch (error) {
    const failure = diskFailure(error, args.data);
    if (failure === undefined) throw error;
    say(`the logs could not be closed in order: ${failure}. The next start checks them`);
    return EXIT_FAILED;
  }
  return EXIT_GOOD;
}

function* coordinatorPartitions(broker: Broker): Generator<TopicPartition, void> {
  for (const { topicPartition } of broker.logs.partitions()) {
    if (COORDINATOR_TOPICS.includes(topicPartition.topic)) yield topicPartition;
  }
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
  const settings = new Map<string, string>();
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals <= 0) throw new UsageError(`--set ${pair}: write it as key=value`);
    const key = pair.slice(0, equals);
    settings.set(key, pair.slice(equals + 1));
    // Kafka ignores keys it does not know; here at least somebody says so.
    if (!Object.hasOwn(BROKER_CONFIG, key)) {
      process.stderr.write(`broker: --set ${key} has no effect: this broker has no such setting\n`);
    }
  }
  return Object.fromEntries(settings);
}

function say(line: string): void {
  process.stderr.write(`broker: ${line.replaceAll('\n', ' ')}\n`);
}

/** One line that says what, why, and what to do; answers the exit status. */
function complain(error: unknown, { port, data }: BrokerArguments): number {
  if (error instanceof UsageError || error instanceof ConfigException) {
    say(error.message);
    return EXIT_USAGE;
  }
  say(startFailure(error, port, data));
  return EXIT_FAILED;
}

function startFailure(error: unknown, port: string, data: string): string {
  if (error instanceof LogDirectoryError && error.problem !== 'unreadable') {
    const advice =
      error.problem === 'locked'
        ? 'stop it, or choose another --data directory'
        : 'choose an empty --data directory, or one that Kafka wrote';
    return printable(`${error.message}; ${advice}`);
  }
  const failure = diskFailure(error, data);
  if (failure !== undefined) return failure;
  if (error instanceof LogDirectoryError) return printable(error.message);
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} is taken; stop what listens there, or choose another --port`;
    case 'EACCES':
    case 'EPERM':
      return `not allowed to listen on port ${port}; choose another --port`;
    case undefined:
      throw error;
    default:
      return printable(`cannot start in ${data}: ${message}`);
  }
}

function nextSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}
