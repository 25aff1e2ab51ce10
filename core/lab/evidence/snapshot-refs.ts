import { compareSnapshots } from '#core/evidence/compare/compare-snapshots.ts';
import { directorySide, runningSide, type SnapshotSide } from '#core/evidence/compare/snapshot-side.ts';
import type { CompareView, SnapshotRef } from '#core/lab-api/evidence-views.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import type { Lab } from '../lab.ts';
import type { EvidenceDesk } from './evidence-desk.ts';
import { evidenceFailure } from './evidence-failure.ts';

/**
 * The logs that a window speaks of; a directory is listed in turns. Rejects with NotALogError, or with LabError for a pack that is not
 * open.
 */
export async function snapshotSide(
  lab: Lab,
  ref: SnapshotRef,
  breathe: () => Promise<void> | undefined,
): Promise<SnapshotSide> {
  const { disk } = lab.platform;
  switch (ref.kind) {
    case 'lab':
      return runningSide(lab.broker.logs, lab.directory);
    case 'path':
      return directorySide(disk, { directory: ref.path, label: ref.path, breathe });
    case 'pack': {
      const pack = lab.evidence?.pack(ref.pack);
      if (pack === undefined)
        throw labError('NO_SUCH_PACK', `No pack ${ref.pack} is open.`, 'Open it again.');
      const { view } = pack;
      return directorySide(disk, { directory: view.directory, label: view.name, breathe });
    }
  }
}

/** Compares two snapshots as a job. Rejects with LabError. */
export function compareRefs(
  lab: Lab,
  desk: EvidenceDesk,
  asked: { readonly job: string; readonly a: SnapshotRef; readonly b: SnapshotRef },
): Promise<CompareView> {
  return desk.jobs.run(asked.job, async (work) => {
    const sides: SnapshotSide[] = [];
    try {
      const a = await snapshotSide(lab, asked.a, work.breathe);
      sides.push(a);
      const b = await snapshotSide(lab, asked.b, work.breathe);
      sides.push(b);
      return await compareSnapshots(lab.platform.disk, { a, b }, work);
    } catch (error) {
      throw evidenceFailure(error, 'The snapshots were not compared');
    } finally {
      for (const side of sides) side.release();
    }
  });
}
