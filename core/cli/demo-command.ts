/**
 * `fencepost demo`: the zombie story in the terminal. A broker of its own, two real processes, and what each of them printed; ends
 * with 1 when anything went otherwise than told.
 */
import { startFailure } from '#core/host/start-failure.ts';
import { type RunningLab, startLab } from '#core/host/start-lab.ts';
import type { Lab } from '#core/lab/lab.ts';
import type { StoryView } from '#core/lab-api/views.ts';
import { endings, tellings } from './demo-text.ts';

export interface DemoArguments {
  readonly transactionVersion: 1 | 2;
  readonly json: boolean;
}

/** Tells the story; answers the exit status. */
export async function runDemo(args: DemoArguments): Promise<number> {
  let running: RunningLab;
  try {
    running = await startLab({ port: 0, transactionVersion: args.transactionVersion });
  } catch (error) {
    process.stderr.write(`demo: ${startFailure(error, { port: 0 })}\n`);
    return 1;
  }
  const stop = (): void => {
    void running.stop().then(() => process.exit(1));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    return await tell(running.lab, args);
  } finally {
    await running.stop();
  }
}

async function tell(lab: Lab, { transactionVersion, json }: DemoArguments): Promise<number> {
  const startedMs = lab.clock.monotonicMs();
  const printed = new Map<string, number>();
  let story = await lab.story.describe();
  if (!json)
    say(`A zombie producer under transaction.version ${transactionVersion}, broker ${lab.bootstrap}`);
  while (story.step < story.stepCount && story.failure === null) {
    story = await lab.story.advance();
    const lines = newLines(lab, printed);
    if (json)
      say(
        JSON.stringify({ step: story.step, ok: story.failure === null, output: lines, facts: story.facts }),
      );
    else tellStep(story, lines);
  }
  const seconds = ((lab.clock.monotonicMs() - startedMs) / 1000).toFixed(1);
  if (story.failure !== null) {
    process.stderr.write(
      `demo: step ${story.failure.step} went otherwise: ${story.failure.reason.replaceAll('\n', ' ')}\n`,
    );
    return 1;
  }
  if (!json) for (const line of endings(story, seconds)) say(line);
  return 0;
}

function tellStep(story: StoryView, lines: readonly string[]): void {
  const reached = story.failure?.step ?? story.step;
  const telling = tellings[reached - 1];
  say(`\n${reached} ${telling?.title ?? ''}`);
  for (const line of lines) say(`    ${line}`);
  if (story.failure === null && telling !== undefined) say(`  ${telling.what(story.facts)}`);
}

/** What the processes have printed since the last step, as `A 4711  acked orders-0 @5..6`. */
function newLines(lab: Lab, printed: Map<string, number>): readonly string[] {
  return lab.stage
    .all()
    .flatMap((process) => {
      const from = printed.get(process.id) ?? 0;
      printed.set(process.id, process.output.length);
      return process.output
        .slice(from)
        .map(({ atMs, text }) => ({ atMs, line: `${process.id} ${process.osPid}  ${text}` }));
    })
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ line }) => line);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
