/** Words of the area Experiments, in English. */
export const experimentsEn = {
  'area.experiments': 'Experiments',
} as const;
