/** Lines that may differ, and why. FINDINGS.md tells more. */

interface Allowance {
  /** Of the step, as typed. */
  readonly step: RegExp;
  /** Of what differs; any when left out. */
  readonly line?: RegExp;
  readonly reason: string;
}

const ALLOWED: readonly Allowance[] = [];

/** The lines that nothing allows, and the reasons that allowed others. */
export function allow(step: string, lines: readonly string[]): { left: string[]; reasons: string[] } {
  const reasons = new Set<string>();
  const left = lines.filter((text) => {
    const allowance = ALLOWED.find((one) => one.step.test(step) && (one.line?.test(text) ?? true));
    if (allowance !== undefined) reasons.add(allowance.reason);
    return allowance === undefined;
  });
  return { left, reasons: [...reasons] };
}
