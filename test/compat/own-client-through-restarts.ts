/**
 * The lab's own client through kill -9 of the lab's own broker: nothing acknowledged is lost, nothing is there twice, order is
 * kept, and every committed transaction is whole. Exit 1 when that does not hold.
 *
 *   npx tsx test/compat/own-client-through-restarts.ts [--port 19199] [--restarts 3]
 */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sleep } from '#core/base/clock.ts';
import { CompatWorld } from './own-client/world.ts';

const { values: args } = parseArgs({
  options: { port: { type: 'string', default: '19199' }, restarts: { type: 'string', default: '3' } },
});

function startBroker(directory: string): Promise<ChildProcess> {
  const command = ['--import', 'tsx', 'core/cli/main.ts', 'broker', '--port', args.port, '--data', directory];
  const broker = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    broker.stdout?.on('data', () => resolve(broker));
    broker.once('exit', (code) => reject(new Error(`the broker ended with ${code}`)));
  });
}

interface Tally {
  sent: number;
  transactions: number;
  failures: string[];
}

/** Sends until told to stop: records of an idempotent producer, and transactions of three. */
async function produce(world: CompatWorld, topic: string, isOver: () => boolean): Promise<Tally> {
  const tally: Tally = { sent: 0, transactions: 0, failures: [] };
  const idempotent = world.producer({ 'max.block.ms': '60000' });
  const { p: transactional } = await world.transactional({ 'max.block.ms': '60000' });
  const failed = (error: unknown): void => void tally.failures.push(String(error));
  const plainly = (async () => {
    while (!isOver()) {
      for (let i = 0; i < 20; i++) {
        idempotent.send({ topic, partition: 0, value: `${tally.sent++}` }).catch(failed);
      }
      await sleep(world.clock, 20);
    }
    await idempotent.flush();
  })();
  while (!isOver()) {
    transactional.beginTransaction();
    for (let i = 0; i < 3; i++)
      void transactional.send({ topic, partition: 1, value: `${tally.transactions}` });
    await transactional.commitTransaction();
    tally.transactions++;
  }
  await plainly;
  return tally;
}

async function run(directory: string): Promise<boolean> {
  let broker = await startBroker(directory);
  const world = new CompatWorld(`127.0.0.1:${args.port}`);
  const topic = await world.newTopic(2);
  let isOver = false;
  const producing = produce(world, topic, () => isOver);
  for (let i = 0; i < Number(args.restarts); i++) {
    await sleep(world.clock, 1500);
    broker.removeAllListeners('exit');
    broker.kill('SIGKILL');
    await sleep(world.clock, 800);
    broker = await startBroker(directory);
  }
  await sleep(world.clock, 1500);
  isOver = true;
  const { sent, transactions, failures } = await producing;
  const expected = [
    Array.from({ length: sent }, (_, i) => `${i}`),
    Array.from({ length: transactions * 3 }, (_, i) => `${Math.floor(i / 3)}`),
  ];
  await sleep(world.clock, 500);
  const read = [
    await world.valuesOf(topic, 'read_committed', 0),
    await world.valuesOf(topic, 'read_committed', 1),
  ];
  await world.closeAll();
  broker.removeAllListeners('exit');
  const ended = new Promise((resolve) => broker.once('exit', resolve));
  broker.kill('SIGTERM');
  await ended;
  const isWhole = JSON.stringify(read) === JSON.stringify(expected);
  process.stdout.write(
    `${isWhole ? 'pass' : 'FAIL'}  ${args.restarts} restarts: ${read[0]?.length} of ${sent} records, ` +
      `${read[1]?.length} of ${transactions * 3} in ${transactions} transactions, ${failures.length} failures\n`,
  );
  return isWhole && failures.length === 0;
}

const directory = mkdtempSync(join(tmpdir(), 'fencepost-restarts-'));
process.exitCode = (await run(directory)) ? 0 : 1;
rmSync(directory, { recursive: true, force: true });
