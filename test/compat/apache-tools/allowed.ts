/** Lines that may differ, and why. FINDINGS.md tells more. */

interface Allowance {
  /** Of the step, as typed. */
  readonly step: RegExp;
  /** Of what differs; any when left out. */
  readonly line?: RegExp;
  readonly reason: string;
}

const SINGLE_NODE = 'the default here is the one that a single node can work with';
const INTERNAL = 'Kafka has this setting and does not show it';

const ALLOWED: readonly Allowance[] = [
  {
    step: /^configs --describe .* --all$/,
    line: /(offsets\.topic\.replication\.factor|transaction\.state\.log\.(replication\.factor|min\.isr)|node\.id)=/,
    reason: SINGLE_NODE,
  },
  {
    step: /^configs --describe .* --all$/,
    line: /(group\.consumer\.regex\.refresh|producer\.id\.expiration\.check)\.interval\.ms=/,
    reason: INTERNAL,
  },
  {
    step: /^configs --describe .* --all$/,
    line: /group\.coordinator\.rebalance\.protocols=/,
    reason: 'no groups of the streams protocol',
  },
  {
    step: /^configs --alter --broker 0 --add-config no\.such=/,
    reason: 'a setting that nobody knows is refused, not kept without effect',
  },
  { step: /^configs --describe --broker-logger /, reason: 'no loggers: what happens is told as events' },
  {
    step: /^features describe/,
    line: /Feature: (share|streams)\.version /,
    reason: 'no share groups, no groups of the streams protocol',
  },
];

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
