import type { Assignment } from '../assignment.ts';
import type { Assignor, AssignorInput } from './assignor.ts';
import { assignRanges } from './range.ts';
import { assignUniformlyToUnlike } from './uniform-heterogeneous.ts';
import { assignUniformlyToAlike } from './uniform-homogeneous.ts';

/** The assignors of the broker by name. Kafka can be given more, as Java classes. */
export const ASSIGNORS: { readonly [name: string]: Assignor } = {
  uniform: assignUniformly,
  range: assignRanges,
};

/** source: UniformAssignor */
function assignUniformly(input: AssignorInput): ReadonlyMap<string, Assignment> {
  return input.isHomogeneous ? assignUniformlyToAlike(input) : assignUniformlyToUnlike(input);
}
