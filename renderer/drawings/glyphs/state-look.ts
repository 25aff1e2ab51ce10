/** How each state of a transaction is drawn: the coordinator's own names, never translated. */
export interface StateLook {
  /** Token of its colour. */
  readonly colour: string;
  readonly shape: 'ring' | 'dashed' | 'outlined' | 'filled' | 'slashed' | 'dash' | 'dotted';
}

const LOOKS: Readonly<Record<string, StateLook>> = {
  Empty: { colour: 'text-3', shape: 'ring' },
  Ongoing: { colour: 'v-open', shape: 'dashed' },
  PrepareCommit: { colour: 'v-committed', shape: 'outlined' },
  CompleteCommit: { colour: 'v-committed', shape: 'filled' },
  PrepareAbort: { colour: 'v-aborted', shape: 'outlined' },
  CompleteAbort: { colour: 'v-aborted', shape: 'slashed' },
  PrepareEpochFence: { colour: 'v-refused', shape: 'dotted' },
  Dead: { colour: 's-dead', shape: 'dash' },
};

const UNKNOWN: StateLook = { colour: 'text-3', shape: 'dash' };

/** A name that is not known is drawn as a dash: the picture never claims more than is known. */
export function stateLook(state: string): StateLook {
  return LOOKS[state] ?? UNKNOWN;
}
