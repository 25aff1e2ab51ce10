/** What measured scenarios say. A scenario is a look at a claim, the area Experiments a measurement: here runs are few and short. */
import type { ContenderView, FigureName } from '#core/lab-api/experiment-views.ts';
import type { ClaimId } from '#core/lab-api/scenario-views.ts';
import type { ScenarioStage } from './scenario-stage.ts';

/** Checks that every run of every side came to its end, and lost nothing. */
export function checkRuns(
  stage: ScenarioStage,
  claim: ClaimId,
  contenders: readonly ContenderView[],
  rounds: number,
): void {
  const whole = contenders.filter(
    ({ runs, summary }) => runs.length === rounds && summary.failed.max === 0 && summary.acknowledged.min > 0,
  );
  stage.check({
    claim,
    id: 'runs',
    expected: `${contenders.length} × ${rounds}`,
    observed: `${whole.length} × ${rounds}`,
  });
}

/** The median of a figure of one side. */
export function medianOf(contenders: readonly ContenderView[], id: string, figure: FigureName): number {
  return contenders.find((contender) => contender.id === id)?.summary[figure].median ?? Number.NaN;
}

/** `roundRobin 8.2, sticky 64.0` */
export function medians(contenders: readonly ContenderView[], figure: FigureName, digits = 0): string {
  return contenders.map(({ id, summary }) => `${id} ${summary[figure].median.toFixed(digits)}`).join(', ');
}
