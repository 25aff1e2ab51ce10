/**
 * The program of a producer process: a KafkaProducer that takes its orders from the lab over the process's channel, and prints on
 * its own standard output. It ends when the lab does.
 */
import { readSync } from 'node:fs';
import { KafkaConsumer } from '#core/client/consumer/kafka-consumer.ts';
import { KafkaProducer } from '#core/client/producer/kafka-producer.ts';
import type {
  ProducerCommand,
  ProducerReport,
  ReportMessage,
} from '#core/lab/producers/producer-messages.ts';
import { ProducerWorker } from '#core/lab/producers/producer-worker.ts';
import { NodeClock } from '#core/platform/node/node-clock.ts';
import { NodeCpuMeter } from '#core/platform/node/node-cpu-meter.ts';
import { NodeNetwork } from '#core/platform/node/node-network.ts';
import { NodeRandom } from '#core/platform/node/node-random.ts';

/** How finely the process notices that it was stopped. */
const PULSE_MS = 20;
/** The lab's end of this pipe thaws a process that was frozen without signals. */
const FREEZE_FD = 3;

const platform = { clock: new NodeClock(), network: new NodeNetwork(), random: new NodeRandom() };
let printedLines = 0;
const print = (line: string): void => {
  printedLines++;
  process.stdout.write(`${line}\n`);
};
/** A report says how much was printed before it: the two pipes are read in no particular order. */
const report = (reported: ProducerReport, onSent?: () => void): void => {
  process.send?.({ report: reported, printedLines } satisfies ReportMessage, undefined, undefined, onSent);
};
const worker = new ProducerWorker({
  clock: platform.clock,
  random: platform.random,
  cpu: new NodeCpuMeter(),
  connect: (config, observer, clientVersion) => {
    const producer = new KafkaProducer({ platform, config, observer, clientVersion });
    // Java writes them to the application's log.
    for (const note of producer.configNotes) print(`note: ${note}`);
    return producer;
  },
  consume: (config) => new KafkaConsumer({ platform, config }),
  print,
  report,
  // Output and reports that are still in the pipes go first.
  exit: (code) => setTimeout(() => process.exit(code), PULSE_MS),
});

let lastPulseMs = platform.clock.monotonicMs();
/** The longest silence between two pulses since the last thaw: after a thaw the pulse may come before the signal. */
let longestGapMs = 0;
setInterval(pulse, PULSE_MS);

function pulse(): void {
  const nowMs = platform.clock.monotonicMs();
  longestGapMs = Math.max(longestGapMs, nowMs - lastPulseMs);
  lastPulseMs = nowMs;
}

function awake(by: string): void {
  pulse();
  print(`${by}: awake after ${(longestGapMs / 1000).toFixed(2)} s`);
  report({ kind: 'awake', pausedMs: longestGapMs });
  longestGapMs = 0;
}

/** Holds the whole event loop until the lab writes a byte, or is gone. */
function waitOnPipe(): void {
  pulse();
  readSync(FREEZE_FD, Buffer.alloc(1));
  awake('thaw');
}

process.on('message', (message: ProducerCommand | { readonly kind: 'freeze' }) => {
  if (message.kind === 'freeze') {
    report({ kind: 'frozen' }, waitOnPipe);
    return;
  }
  worker.receive(message);
});
if (process.platform !== 'win32') process.on('SIGCONT', () => awake('SIGCONT'));
process.on('disconnect', () => process.exit(0));
// A terminal sends this to the lab's whole group; the lab decides what becomes of its producers.
process.on('SIGINT', () => undefined);
