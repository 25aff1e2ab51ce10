/**
 * Plays the scenarios of test/wire against a Kafka and keeps what it answers in test/fixtures/wire. Twice each: a scenario that
 * is answered in two ways is wrong.
 *
 *   npx tsx test/compat/record-wire.ts --port 9092 --transaction-version 2 [--only PATTERN]
 *       --stop 'COMMAND' --kill 'COMMAND' --boot 'COMMAND'
 *
 * The three commands end, kill and start that broker, and return when it is done. It needs the settings which the scenarios name.
 */
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { Transcript } from '../support/wire-subject.ts';
import { SCENARIOS } from '../wire/scenarios/index.ts';
import { KafkaSubject } from './kafka-subject.ts';

const { values: args } = parseArgs({
  options: {
    port: { type: 'string', default: '9092' },
    'transaction-version': { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    stop: { type: 'string', default: 'false' },
    kill: { type: 'string', default: 'false' },
    boot: { type: 'string', default: 'false' },
  },
});

async function record(name: string): Promise<string> {
  const transactionVersion = args['transaction-version'] === '1' ? 1 : 2;
  const lines: string[] = [];
  for (let turn = 0; turn < 2; turn++) {
    const transcript = new Transcript();
    const subject = new KafkaSubject(Number(args.port), args);
    await SCENARIOS[name]?.run(subject, transcript, transactionVersion);
    lines.push(`${JSON.stringify({ transactionVersion, lines: transcript.lines }, null, 2)}\n`);
  }
  if (lines[0] !== lines[1]) return `answered in two ways:\n${lines.join('\n')}`;
  fs.writeFileSync(`test/fixtures/wire/${name}.tv${transactionVersion}.json`, lines[0] ?? '');
  return 'recorded';
}

for (const [name, { answersOf }] of Object.entries(SCENARIOS)) {
  if (answersOf !== undefined || !name.includes(args.only)) continue;
  process.stdout.write(`${name}: ${await record(name)}\n`);
}
process.exit();
