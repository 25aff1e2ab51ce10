import type { ProcessView } from '#core/lab-api/views.ts';

/** A command of a process card: the lab's, and of an ended process taking it off the stage or starting another like it. */
export type ProcessAction = ProcessView['can'][number] | 'dismiss' | 'startAgain';
