/** Scenarios about groups whose answers and records were taken from Apache Kafka 4.3.1, played against the broker here. */
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { comparable, kindsOf } from '../support/group-forms.ts';
import type { GroupScenario } from '../support/group-scenario.ts';
import { GroupScenarioPlayer } from '../support/group-scenario.ts';
import { ReplayWorld } from '../support/replay-world.ts';

const FOLDER = new URL('../fixtures/groups/scenarios/', import.meta.url);
const NAMES = fs.readdirSync(FOLDER).map((file) => file.replace('.json', ''));
/** Times short enough to be seen. */
const CONFIG = {
  'group.initial.rebalance.delay.ms': '0',
  'group.min.session.timeout.ms': '1000',
  'group.max.size': '4',
  'group.consumer.min.session.timeout.ms': '1000',
  'group.consumer.session.timeout.ms': '4000',
  'group.consumer.min.heartbeat.interval.ms': '500',
  'group.consumer.heartbeat.interval.ms': '1000',
  'group.consumer.max.size': '4',
};
/** Their records list things in the order of random ids. */
const RANDOM_ORDER: readonly string[] = [
  'c-follower-rejoin',
  'classic-joins',
  's-no-rejoin',
  's-replace-preparing',
  'topic-change',
  'upgrade',
  'upgrade-rebalancing',
];

describe('groups', () => {
  test.each(NAMES)('%s: answered and written as by Kafka', async (name) => {
    const scenario = JSON.parse(fs.readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')) as GroupScenario;
    const world = await ReplayWorld.start({ config: CONFIG });
    const player = new GroupScenarioPlayer(world);
    const { came, expected } = await player.play(scenario);
    expect(came).toEqual(expected);
    const written = RANDOM_ORDER.includes(name) ? kindsOf : comparable;
    expect(written(player.records())).toEqual(written(scenario.records));
  });
});
