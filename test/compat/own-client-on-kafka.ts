/**
 * The lab's own client against any Kafka, over the wire: one line a check, exit 1 when one does not hold.
 *
 *   npx tsx test/compat/own-client-on-kafka.ts --bootstrap 127.0.0.1:9092 [--only PATTERN]
 *
 * What differs between the two transaction protocols is expected by what the cluster says it speaks.
 */
import { parseArgs } from 'node:util';
import { ADMIN_CHECKS } from './own-client/admin-checks.ts';
import { CONSUMER_CHECKS } from './own-client/consumer-checks.ts';
import { GROUP_CHECKS } from './own-client/group-checks.ts';
import { LEDGER_CHECKS } from './own-client/ledger-checks.ts';
import { PLAIN_CHECKS } from './own-client/plain-checks.ts';
import { TRANSACTION_CHECKS } from './own-client/transaction-checks.ts';
import { CheckFailed, CompatWorld } from './own-client/world.ts';

const { values: args } = parseArgs({
  options: { bootstrap: { type: 'string' }, only: { type: 'string', default: '' } },
});

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function run(bootstrap: string, only: string): Promise<number> {
  const world = new CompatWorld(bootstrap);
  const { p } = await world.transactional();
  print(`own client on ${bootstrap}, transaction protocol ${p.isTransactionV2 ? 'TV2' : 'TV1'}`);
  await world.closeAll();
  const checks = {
    ...PLAIN_CHECKS,
    ...TRANSACTION_CHECKS,
    ...LEDGER_CHECKS,
    ...CONSUMER_CHECKS,
    ...GROUP_CHECKS,
    ...ADMIN_CHECKS,
  };
  let failures = 0;
  for (const [name, check] of Object.entries(checks)) {
    if (!name.includes(only)) continue;
    const startMs = world.clock.monotonicMs();
    let line: string;
    try {
      const note = await check(world);
      line = `pass  ${name}${note === undefined ? '' : ` (${note})`}`;
    } catch (error) {
      failures++;
      line = `FAIL  ${name}: ${error instanceof CheckFailed ? error.message : (error as Error).stack}`;
    }
    await world.closeAll();
    print(`${line}  ${Math.round(world.clock.monotonicMs() - startMs)} ms`);
  }
  print(failures === 0 ? 'all hold' : `${failures} do not hold`);
  return failures;
}

if (args.bootstrap === undefined) {
  process.stderr.write('own-client-on-kafka: --bootstrap HOST:PORT is missing\n');
  process.exitCode = 2;
} else {
  process.exitCode = (await run(args.bootstrap, args.only)) === 0 ? 0 : 1;
}
