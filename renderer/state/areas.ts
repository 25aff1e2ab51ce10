/** The areas of the window, in the order of the rail and of their number keys. */
export const AREAS = [
  'theatre',
  'logs',
  'transactions',
  'scenarios',
  'experiments',
  'doctor',
  'evidence',
] as const;

export type Area = (typeof AREAS)[number];
