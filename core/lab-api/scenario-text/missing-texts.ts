/** Finds sentences that are not there: of a scenario as it is written, and of the checks that a run of it has made. */
import type { ClaimId, ScenarioRunView } from '../scenario-views.ts';
import { claimText, type ScenarioLanguage, scenarioText } from './languages.ts';
import type { QuestionText } from './scenario-text.ts';

const LANGUAGES: readonly ScenarioLanguage[] = ['en', 'ko'];

/** What texts of a scenario must go with. */
export interface Told {
  readonly id: string;
  readonly claims: readonly ClaimId[];
  readonly steps: readonly string[];
  readonly question?: readonly string[];
}

/** What is missing in either language, such as `ko at-least-once steps.start`; empty when all is there. */
export function missingTexts({ id, claims, steps, question }: Told): readonly string[] {
  return LANGUAGES.flatMap((language) => {
    const text = scenarioText(language, id);
    const missing = [
      ...claims
        .filter((claim) => !isText(claimText(language, claim)?.says))
        .map((claim) => `${language} ${claim}`),
      ...(['title', 'intro'] as const)
        .filter((part) => !isText(text?.[part]))
        .map((part) => `${language} ${id} ${part}`),
      ...steps.filter((step) => !isText(text?.steps[step])).map((step) => `${language} ${id} steps.${step}`),
    ];
    if (question === undefined) return missing;
    return [...missing, ...missingOf(text?.question, question).map((part) => `${language} ${id} ${part}`)];
  });
}

function missingOf(text: QuestionText | undefined, options: readonly string[]): readonly string[] {
  return [
    ...(isText(text?.ask) ? [] : ['question.ask']),
    ...options.flatMap((option) =>
      (['label', 'why'] as const)
        .filter((part) => !isText(text?.options[option]?.[part]))
        .map((part) => `question.${option}.${part}`),
    ),
  ];
}

/** The checks of a run without a title in either language, such as `ko at-least-once checks.once`. */
export function missingCheckTexts({ scenario, steps }: ScenarioRunView): readonly string[] {
  const ids = new Set(steps.flatMap(({ checks }) => checks.map(({ id }) => id)));
  return LANGUAGES.flatMap((language) =>
    [...ids]
      .filter((id) => !isText(scenarioText(language, scenario)?.checks[id]))
      .map((id) => `${language} ${scenario} checks.${id}`),
  );
}

function isText(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}
