/** A whole lab on simulated time: broker, readers and producer programs in one process, joined by a network of function calls. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { describeMachine } from '#core/host/machine.ts';
import { Lab } from '#core/lab/lab.ts';
import type { ScenarioRunView, ScenarioVariant } from '#core/lab-api/scenario-views.ts';
import { NodeDisk } from '#core/platform/node/node-disk.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';
import { SimNetwork } from '#core/platform/sim/sim-network.ts';
import { SeededRandom } from './seeded-random.ts';
import { WorkerLauncher } from './worker-launcher.ts';

const QUICK_FOLDER = fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir();
/** A scenario that has not ended after so long, simulated, never will. */
const PATIENCE_MS = 600_000;
const STEP_MS = 5;

export class SimLab {
  readonly lab: Lab;
  readonly #clock: SimClock;

  /** Ends with the test that starts it. */
  static async start(): Promise<SimLab> {
    const directory = fs.mkdtempSync(path.join(QUICK_FOLDER, 'sim-lab-'));
    const clock = new SimClock();
    const random = new SeededRandom(1);
    const platform = { clock, disk: new NodeDisk(), network: new SimNetwork(clock), random };
    const starting = Lab.start({
      platform,
      launcher: new WorkerLauncher(platform),
      brokers: {
        home: () => {
          throw new Error('There are no broker processes here.');
        },
      },
      machine: describeMachine(),
      directory,
      port: 0,
    });
    const lab = await settled(clock, starting);
    onTestFinished(async () => {
      await settled(clock, lab.stop());
      fs.rmSync(directory, { recursive: true, force: true });
    });
    return new SimLab(lab, clock);
  }

  private constructor(lab: Lab, clock: SimClock) {
    this.lab = lab;
    this.#clock = clock;
  }

  /** Runs a scenario to its end, as fast as the machine can. */
  run(scenario: string, variant: ScenarioVariant): Promise<ScenarioRunView> {
    return settled(this.#clock, this.lab.scenarios.start({ scenario, variant, hasPerson: false }).ended);
  }
}

/** Lets time pass until the promise is settled; files take no simulated time. */
async function settled<T>(clock: SimClock, promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const note = (): void => {
    isSettled = true;
  };
  promise.then(note, note);
  for (let passed = 0; !isSettled && passed < PATIENCE_MS; passed += STEP_MS) {
    await clock.advance(STEP_MS);
  }
  if (!isSettled) throw new Error(`nothing came of it in ${PATIENCE_MS} simulated ms`);
  return promise;
}
