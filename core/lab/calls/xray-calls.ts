import { Work } from '#core/evidence/work.ts';
import type { SnapshotRef } from '#core/lab-api/evidence-views.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import type { XrayView } from '#core/lab-api/xray-views.ts';
import { evidenceFailure } from '../evidence/evidence-failure.ts';
import { snapshotSide } from '../evidence/snapshot-refs.ts';
import type { Lab } from '../lab.ts';
import { readXray } from '../xray/read-xray.ts';
import type { XrayEvents, XrayPace } from '../xray/xray-source.ts';
import type { CallsOf } from './calls-of.ts';

export function xrayCalls(lab: Lab): CallsOf<'xray'> {
  const { disk, clock } = lab.platform;
  return {
    'xray.read': async ({ job, source, target }) => {
      const read = async (work: Work): Promise<XrayView> => {
        const pace = paceOf(work);
        const logs = await snapshotSide(lab, source, () => pace.pulse(0));
        try {
          return await readXray({ disk, logs, lab: eventsOf(lab, source), pace }, target);
        } finally {
          logs.release();
        }
      };
      try {
        return await (lab.evidence === undefined ? read(new Work(clock)) : lab.evidence.jobs.run(job, read));
      } catch (error) {
        throw evidenceFailure(error, 'The X-ray was not made');
      }
    },
  };
}

function paceOf(work: Work): XrayPace {
  return {
    expect: (bytes) => work.expect(bytes),
    pulse: (bytes) => {
      if (bytes > 0) work.advance(bytes);
      return work.breathe();
    },
  };
}

/** A log directory has no memory of what happened; the lab and its packs have. */
function eventsOf(lab: Lab, source: SnapshotRef): XrayEvents | null {
  switch (source.kind) {
    case 'lab':
      return {
        events: lab.journal.since(0),
        isComplete: lab.journal.reachesBackTo(0),
        processOf: (clientId) => lab.stage.processOf(clientId),
        hasFrame: (frame) => lab.frames.get(frame) !== undefined,
      };
    case 'path':
      return null;
    case 'pack': {
      const pack = lab.evidence?.pack(source.pack);
      if (pack === undefined)
        throw labError('NO_SUCH_PACK', `No pack ${source.pack} is open.`, 'Open it again.');
      if (pack.lines.length === 0) return null;
      const frames = new Set(
        pack.lines.flatMap((line) =>
          line.type === 'frame.exchanged' && line.packets != null ? [line.data.frame] : [],
        ),
      );
      return {
        events: pack.lines,
        isComplete: pack.view.checks.every(({ check }) => check !== 'timelineForgotten'),
        processOf: (clientId) => pack.processOf(clientId),
        hasFrame: (frame) => frames.has(frame),
      };
    }
  }
}
