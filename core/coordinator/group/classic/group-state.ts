/** States of a classic group, and from where each may be entered. (source: ClassicGroupState) */
export type GroupState = 'Empty' | 'PreparingRebalance' | 'CompletingRebalance' | 'Stable' | 'Dead';

export const GROUP_ENTERED_FROM: { readonly [S in GroupState]: readonly GroupState[] } = {
  /** No member; offsets may remain. */
  Empty: ['PreparingRebalance'],
  /** Waiting for the members to join the next generation. */
  PreparingRebalance: ['Stable', 'CompletingRebalance', 'Empty'],
  /** Waiting for the leader's assignment. */
  CompletingRebalance: ['PreparingRebalance'],
  Stable: ['CompletingRebalance'],
  Dead: ['Stable', 'PreparingRebalance', 'CompletingRebalance', 'Empty', 'Dead'],
};
