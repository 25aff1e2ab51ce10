/**
 * A whole lab on simulated time: broker, readers and producer programs in one process, joined by a network of function calls. A
 * producer "process" is the same program as in a real one; it cannot be frozen here, and dies without a word.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { KafkaProducer } from '#core/client/producer/kafka-producer.ts';
import { describeMachine } from '#core/host/machine.ts';
import { Lab } from '#core/lab/lab.ts';
import type { LaunchedProcess, ProcessLauncher, ProcessListener } from '#core/lab/producers/launcher.ts';
import type { ProducerCommand } from '#core/lab/producers/producer-messages.ts';
import { ProducerWorker } from '#core/lab/producers/producer-worker.ts';
import type { ScenarioRunView, ScenarioVariant } from '#core/lab-api/scenario-views.ts';
import { NodeDisk } from '#core/platform/node/node-disk.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';
import { SimNetwork } from '#core/platform/sim/sim-network.ts';
import { MortalClock } from './mortal-clock.ts';
import { SeededRandom } from './seeded-random.ts';

const QUICK_FOLDER = fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir();
/** A scenario that has not ended after so long, simulated, never will. */
const PATIENCE_MS = 600_000;
const STEP_MS = 5;

/** Runs producer programs in this process. */
class SimLauncher implements ProcessLauncher {
  readonly freezesBy = 'signal';
  readonly #clock: SimClock;
  readonly #network: SimNetwork;
  readonly #alive = new Set<LaunchedProcess>();
  #pid = 1000;

  constructor(clock: SimClock, network: SimNetwork) {
    this.#clock = clock;
    this.#network = network;
  }

  launch(listener: ProcessListener): Promise<LaunchedProcess> {
    const osPid = ++this.#pid;
    const clock = new MortalClock(this.#clock);
    const random = new SeededRandom(osPid);
    const platform = { clock, network: this.#network, random };
    let producer: KafkaProducer | undefined;
    let printedLines = 0;
    const end = (code: number | null, signal: string | null): void => {
      if (clock.isDead) return;
      clock.isDead = true;
      this.#alive.delete(launched);
      void producer?.close(0);
      this.#clock.schedule(0, () => listener.onExit({ code, signal }));
    };
    const print = (line: string): void => {
      if (clock.isDead) return;
      printedLines++;
      listener.onLine(line, 'stdout');
    };
    const worker = new ProducerWorker({
      clock,
      random,
      cpu: { usage: () => ({ userMs: 0, systemMs: 0 }) },
      connect: (config, observer, clientVersion) => {
        producer = new KafkaProducer({ platform, config, observer, clientVersion });
        for (const note of producer.configNotes) print(`note: ${note}`);
        return producer;
      },
      print,
      report: (report) => {
        if (!clock.isDead) listener.onMessage({ report, printedLines } as never);
      },
      exit: (code) => end(code, null),
    });
    const launched: LaunchedProcess = {
      osPid,
      send: (message) => {
        clock.schedule(0, () => worker.receive(message as ProducerCommand));
      },
      freeze: () => Promise.reject(new Error('A simulated process cannot be frozen.')),
      thaw: () => Promise.reject(new Error('A simulated process cannot be thawed.')),
      kill: () => end(null, 'SIGKILL'),
    };
    this.#alive.add(launched);
    return Promise.resolve(launched);
  }

  close(): Promise<void> {
    for (const launched of [...this.#alive]) launched.kill();
    return Promise.resolve();
  }
}

export class SimLab {
  readonly lab: Lab;
  readonly #clock: SimClock;

  /** Ends with the test that starts it. */
  static async start(): Promise<SimLab> {
    const directory = fs.mkdtempSync(path.join(QUICK_FOLDER, 'sim-lab-'));
    const clock = new SimClock();
    const network = new SimNetwork(clock);
    const starting = Lab.start({
      platform: { clock, disk: new NodeDisk(), network, random: new SeededRandom(1) },
      launcher: new SimLauncher(clock, network),
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
