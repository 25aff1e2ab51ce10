import type { ProcessView } from '#core/lab-api/views.ts';

/** A command of a process card: the lab's, and taking an ended process off the stage. */
export type ProcessAction = ProcessView['can'][number] | 'dismiss';
