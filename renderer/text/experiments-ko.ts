import type { experimentsEn } from './experiments-en.ts';

/** Words of the area Experiments, in Korean. */
export const experimentsKo: { readonly [K in keyof typeof experimentsEn]: string } = {
  'area.experiments': '실험',
};
