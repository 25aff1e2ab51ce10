/** A run of a scenario as something to keep: its topics and its time, what was to happen, and what was found. */
import type { EvidenceScenario, EvidenceSelection } from '#core/lab-api/evidence-views.ts';
import type { ScenarioRunView } from '#core/lab-api/scenario-views.ts';
import type { ScenarioOutline } from './scenario-outline.ts';

export interface RunAsEvidence {
  readonly selection: EvidenceSelection;
  readonly scenario: EvidenceScenario;
}

/** What `evidence.export` takes to keep the run. */
export function runAsEvidence(
  { id, chapter, claims, steps, question }: ScenarioOutline,
  run: ScenarioRunView,
): RunAsEvidence {
  const { profile, transactionVersion, outcomes } = run;
  const checks = run.steps.flatMap((step) => step.checks.map((check) => ({ step: step.id, ...check })));
  return {
    selection: {
      topics: run.topics,
      transactionalIds: [],
      fromMs: run.startedAtMs,
      toMs: run.endedAtMs,
    },
    scenario: {
      id,
      definition: {
        chapter,
        claims,
        steps,
        question: question ?? null,
        profile,
        transactionVersion,
      },
      verdicts: outcomes.map((outcome) => ({
        ...outcome,
        checks: checks.filter(({ claim }) => claim === outcome.claim),
      })),
    },
  };
}
