/** What the timeline shows: everything, or what belongs to one thing. */
export type TimelineFilter =
  | { readonly kind: 'everything' }
  | { readonly kind: 'transactionalId'; readonly transactionalId: string }
  | { readonly kind: 'producerId'; readonly producerId: number }
  | { readonly kind: 'partition'; readonly partition: string }
  | { readonly kind: 'connection'; readonly connection: number }
  | { readonly kind: 'process'; readonly process: string };

/** A process as its row names it. */
export interface TimelineProcess {
  readonly id: string;
  readonly osPid: number | null;
}

/** A stretch of time, milliseconds since the epoch. */
export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}
