import { dialog } from 'electron';
import { startFailure } from '#core/host/start-failure.ts';

/** Says in a dialog why the application cannot start; returns when it has been read. */
export function sayStartFailure(error: unknown, data?: string): void {
  dialog.showErrorBox('Fencepost could not start', startFailure(error, { data }));
}
