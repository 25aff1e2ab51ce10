import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../../../support/coordinator-scenario.ts';
import { ScenarioPlayer } from '../../../../support/coordinator-scenario.ts';

const FOLDER = new URL('../../../../fixtures/coordinator/scenarios/', import.meta.url);
const NAMES = fs.readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

describe.each([1, 2] as const)(
  'under transaction.version %i the coordinator answers as Kafka 4.3.1',
  (version) => {
    test.each(NAMES)('%s', async (name) => {
      const scenario = JSON.parse(fs.readFileSync(new URL(name, FOLDER), 'utf8')) as Scenario;
      const { expected, answered } = await new ScenarioPlayer(version).play(scenario);
      expect(expected.length).toBeGreaterThan(0);
      expect(answered).toEqual(expected);
    });
  },
);
