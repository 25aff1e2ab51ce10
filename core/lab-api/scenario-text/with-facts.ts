/** Stands where a fact is not known yet: the run has not come so far. */
const UNKNOWN = '…';

/** A sentence of a scenario with the facts of a run in the places of their `{name}`s. */
export function withFacts(sentence: string, facts: { readonly [name: string]: number | string }): string {
  return sentence.replace(/\{([a-zA-Z0-9]+)\}/g, (_, name: string) => String(facts[name] ?? UNKNOWN));
}
