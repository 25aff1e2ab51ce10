/**
 * `fencepost scenario`: guided scenarios without a window. One line a claim and set of rules, with what was expected and what was
 * observed; ends with 1 when any did not hold as it should.
 */
import { join, resolve, sep } from 'node:path';
import { printable } from '#core/base/printable.ts';
import { refuseKafkaPlace, TargetRefused } from '#core/evidence/save/refuse-target.ts';
import { startFailure } from '#core/host/start-failure.ts';
import { type RunningLab, startLab } from '#core/host/start-lab.ts';
import type { Lab } from '#core/lab/lab.ts';
import { CATALOGUE } from '#core/lab/scenarios/catalogue.ts';
import type { Scenario } from '#core/lab/scenarios/scenario.ts';
import { type ScenarioLanguage, scenarioText } from '#core/lab-api/scenario-text/languages.ts';
import { missingCheckTexts } from '#core/lab-api/scenario-text/missing-texts.ts';
import type { ClaimOutcome, ScenarioRunView, ScenarioVariant } from '#core/lab-api/scenario-views.ts';
import { makeDirectory } from '#core/platform/node/make-directory.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { claimLines, sideOf, verdictText } from './claim-lines.ts';
import { ProgressLine } from './progress-line.ts';

export interface ScenarioListArguments {
  readonly json: boolean;
  readonly language: ScenarioLanguage;
}

export interface ScenarioRunArguments extends ScenarioListArguments {
  readonly all: boolean;
  /** A folder for one evidence pack a run. */
  readonly evidence?: string;
}

interface EachArguments extends ScenarioRunArguments {
  /** Aborted when somebody interrupts. */
  readonly signal: AbortSignal;
}

/** An interrupt is answered within a second. */
const STOP_WAIT_MS = 900;

/** One line of `--json`. */
interface ClaimLine {
  readonly scenario: string;
  readonly claim: string;
  readonly ok: boolean;
  readonly verdict: string;
  readonly expected: string;
  readonly observed: string;
  readonly profile: string;
  readonly transactionVersion: number;
  readonly ms: number;
}

/** Prints every scenario with its claims. */
export function runScenarioList({ json, language }: ScenarioListArguments): number {
  for (const { id, chapter, claims, variants } of CATALOGUE) {
    const title = scenarioText(language, id)?.title ?? id;
    if (json) say(JSON.stringify({ scenario: id, chapter, title, claims, variants }));
    else say(`${id.padEnd(28)} ${claims.join(' ').padEnd(16)} ${title}`);
  }
  return 0;
}

/** Runs scenarios by their ids or claims, or all; answers the exit status: 2 when an id is unknown. */
export async function runScenarios(ids: readonly string[], args: ScenarioRunArguments): Promise<number> {
  const unknown = ids.find((id) => !CATALOGUE.some((scenario) => isNamed(scenario, id)));
  if (unknown !== undefined || args.all === ids.length > 0) {
    const why =
      unknown === undefined
        ? 'name scenarios, or say --all'
        : `there is no scenario ${JSON.stringify(unknown)}; "fencepost scenario list" shows all`;
    process.stderr.write(`scenario run: ${why}\n`);
    return 2;
  }
  try {
    if (args.evidence !== undefined) makeEvidenceFolder(resolve(args.evidence));
  } catch (error) {
    const why =
      error instanceof TargetRefused
        ? `--evidence ${args.evidence}: ${error.message}; choose another folder`
        : startFailure(error, { data: args.evidence });
    process.stderr.write(`scenario run: ${printable(why)}\n`);
    return 1;
  }
  let running: RunningLab;
  try {
    running = await startLab({ port: 0 });
  } catch (error) {
    process.stderr.write(`scenario run: ${startFailure(error, { port: 0 })}\n`);
    return 1;
  }
  const interrupt = new AbortController();
  const stop = (): void => {
    interrupt.abort();
    // Whatever still hangs: our own exit kills the processes.
    setTimeout(() => process.exit(1), STOP_WAIT_MS);
    void running.stop().then(() => process.exit(1));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    const chosen = args.all
      ? CATALOGUE
      : CATALOGUE.filter((scenario) => ids.some((id) => isNamed(scenario, id)));
    return await runEach(running.lab, chosen, { ...args, signal: interrupt.signal });
  } finally {
    await running.stop();
  }
}

/** @throws {TargetRefused} in a directory of Kafka. */
function makeEvidenceFolder(folder: string): void {
  refuseKafkaPlace(nodePlatform().disk, `${folder.replaceAll(sep, '/')}/pack.fence`);
  makeDirectory(folder);
}

/** By its own id, or by a claim of it: `C39`. */
function isNamed({ id, claims }: Scenario, name: string): boolean {
  return name === id || claims.some((claim) => claim === name.toUpperCase());
}

async function runEach(lab: Lab, chosen: readonly Scenario[], args: EachArguments): Promise<number> {
  const progress = new ProgressLine(process.stderr);
  const runs = chosen.flatMap((scenario) => scenario.variants.map((variant) => ({ scenario, variant })));
  let count = 0;
  let failed = 0;
  let textless = 0;
  for (const [index, { scenario, variant }] of runs.entries()) {
    const { id } = scenario;
    progress.show(`${index + 1}/${runs.length} ${id} (${variant.profile}, TV${variant.transactionVersion})`);
    const startedMs = performance.now();
    const view = await lab.scenarios.start({ scenario: id, variant, hasPerson: false }).ended;
    progress.clear();
    if (args.signal.aborted) return 1;
    const ms = Math.round(performance.now() - startedMs);
    if (view.failure !== null) process.stderr.write(`scenario run: ${id}: ${view.failure}\n`);
    if (args.evidence !== undefined) await keepEvidence(lab, view, args.evidence);
    for (const text of missingCheckTexts(view)) {
      textless++;
      process.stderr.write(`scenario run: there is no text ${text}\n`);
    }
    for (const outcome of view.outcomes) {
      count++;
      if (!outcome.ok) failed++;
      tell(lineOf(view, outcome, ms), outcome, variant, args);
    }
  }
  if (!args.json) say(`${count - failed} as told, ${failed} otherwise`);
  return failed + textless === 0 ? 0 : 1;
}

/** `FOLDER/zombie-is-fenced-4.x-tv2.fence`: the run's logs, timeline, frames and verdicts. */
async function keepEvidence(lab: Lab, view: ScenarioRunView, folder: string): Promise<void> {
  if (lab.evidence === undefined || view.state === 'cancelled') return;
  const name = `${view.scenario}-${view.profile}-tv${view.transactionVersion}`;
  const { selection, scenario } = lab.scenarios.evidenceOf(view.run);
  await lab.evidence.export(selection, { path: join(resolve(folder), `${name}.fence`), job: name, scenario });
}

/** `ms`: by this machine's clock; the lab's own may have been advanced in the run. */
function lineOf(view: ScenarioRunView, { claim, ok, verdict }: ClaimOutcome, ms: number): ClaimLine {
  const checks = view.steps.flatMap((step) => step.checks).filter((check) => check.claim === claim);
  return {
    scenario: view.scenario,
    claim,
    ok,
    verdict: verdictText(verdict),
    expected: sideOf(checks, 'expected'),
    observed: checks.length > 0 ? sideOf(checks, 'observed') : (view.failure ?? ''),
    profile: view.profile,
    transactionVersion: view.transactionVersion,
    ms,
  };
}

function tell(
  { expected, observed, ...line }: ClaimLine,
  outcome: ClaimOutcome,
  rules: ScenarioVariant,
  { json, language }: ScenarioRunArguments,
): void {
  if (json) say(JSON.stringify({ ...line, expected, observed }));
  else for (const text of claimLines(outcome, { rules, expected, observed, language })) say(text);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
