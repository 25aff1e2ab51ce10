import { isDiskError } from '#core/base/disk-error.ts';
import { PackRefused } from '#core/evidence/pack-refused.ts';
import { TargetRefused } from '#core/evidence/save/refuse-target.ts';
import { SnapshotChangedError } from '#core/evidence/source/log-snapshot.ts';
import { WorkCancelled } from '#core/evidence/work.ts';
import { NotALogError } from '#core/inspect/read/partition-files.ts';
import { labError } from '#core/lab-api/lab-error.ts';

/** What a person is told when evidence cannot be written, opened or compared; `what` begins the sentence. Others stay as they are. */
export function evidenceFailure(error: unknown, what: string): unknown {
  if (error instanceof WorkCancelled) return labError('CANCELLED', `${what}: it was cancelled.`);
  if (error instanceof PackRefused)
    return labError('PACK_REFUSED', `${what}: ${error.message}.`, 'Nothing of it was kept.');
  if (error instanceof TargetRefused)
    return labError('TARGET_REFUSED', `${what}: ${error.message}.`, 'Choose another place.');
  if (error instanceof SnapshotChangedError)
    return labError('CHANGED_MEANWHILE', `${what}: ${error.message}.`);
  if (error instanceof NotALogError) return labError('NOT_A_LOG', `${what}: ${error.message}`);
  if (!isDiskError(error)) return error;
  switch (error.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return labError('DISK_FULL', `${what}: the disk is full.`, 'Make room, or choose another place.');
    case 'ENOENT':
      return labError('NO_SUCH_FILE', `${what}: there is no such file or folder.`, 'Choose another place.');
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return labError(
        'NOT_ALLOWED',
        `${what}: not allowed there.`,
        'Choose another place, or change its permissions.',
      );
    case 'EISDIR':
      return labError('IS_A_FOLDER', `${what}: it is a folder.`, 'Choose a file.');
    default:
      return labError('DISK_FAILED', `${what}: ${error.message}.`);
  }
}
