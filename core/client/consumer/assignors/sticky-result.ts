import type { Assignment } from './assignor.ts';

/** Who is to have what, and what of it somebody else still has. */
export interface StickyAssignment {
  readonly assignment: Assignment;
  /** New owners by name of the partition, where the old one has to give it up first; undefined when that was not worked out. */
  readonly transferring: ReadonlyMap<string, string> | undefined;
}
