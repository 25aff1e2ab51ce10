/** Scenarios whose answers were recorded from Apache Kafka 4.3.1, played against the broker here. */
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ReplayWorld } from '../support/replay-world.ts';
import { Transcript } from '../support/wire-subject.ts';
import { SCENARIOS } from './scenarios/index.ts';

const RECORDED = new URL('../fixtures/wire/', import.meta.url);

function answersOfKafka(name: string, transactionVersion: 1 | 2): readonly string[] {
  const file = new URL(`${name}.tv${transactionVersion}.json`, RECORDED);
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { lines: string[] }).lines;
}

describe.each([1, 2] as const)('transaction version %i', (transactionVersion) => {
  test.each(Object.entries(SCENARIOS).map(([name, scenario]) => ({ name, ...scenario })))(
    '$name: $title',
    async ({ name, answersOf = name, config = {}, run }) => {
      const world = await ReplayWorld.start({ transactionVersion, config });
      const transcript = new Transcript();
      await run(world, transcript, transactionVersion);
      expect(transcript.lines).toEqual(answersOfKafka(answersOf, transactionVersion));
    },
    60_000,
  );
});
