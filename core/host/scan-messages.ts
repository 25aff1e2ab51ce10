import type { CensusOptions } from '#core/inspect/census/census.ts';
import type { ScanProgress } from '#core/inspect/scan/scan-worker.ts';
import type { CensusView } from '#core/lab-api/opened-views.ts';

/** To the process that scans. */
export type ScanOrder =
  | { readonly kind: 'census'; readonly id: number; readonly options: CensusOptions }
  | { readonly kind: 'cancel'; readonly id: number };

/** From it. */
export type ScanReport =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: ScanProgress }
  | { readonly kind: 'done'; readonly id: number; readonly census: CensusView }
  | { readonly kind: 'failed'; readonly id: number; readonly name: string; readonly message: string };
