import { labError } from '#core/lab-api/lab-error.ts';
import type { EvidenceDesk } from '../evidence/evidence-desk.ts';
import { compareRefs } from '../evidence/snapshot-refs.ts';
import type { Lab } from '../lab.ts';
import type { CallsOf } from './calls-of.ts';

export function evidenceCalls(lab: Lab): CallsOf<'evidence'> {
  const desk = (): EvidenceDesk => {
    if (lab.evidence === undefined)
      throw labError('NO_DESK', 'This lab was started without a place for files.');
    return lab.evidence;
  };
  return {
    'evidence.plan': ({ path, ...selection }) => desk().plan(selection, path),
    'evidence.export': ({ path, job, scenario, ...selection }) =>
      desk().export(selection, { path, job, scenario }),
    'evidence.save': ({ path, job, ...part }) => desk().save(part, { path, job }),
    'evidence.cancel': ({ job }) => ({ wasRunning: desk().jobs.cancel(job) }),
    'evidence.fetch': ({ download, position }) => desk().transfers.fetch(download, position),
    'evidence.fetched': ({ download }) => {
      desk().transfers.drop(download);
      return null;
    },
    'evidence.receive': (file) => ({ upload: desk().transfers.receive(file) }),
    'evidence.receivePiece': ({ upload, position, base64 }) => ({
      receivedBytes: desk().transfers.take(upload, position, Buffer.from(base64, 'base64')),
    }),
    'evidence.open': (given) => desk().open(given),
    'evidence.packs': () => desk().packs(),
    'evidence.close': ({ pack }) => {
      desk().closePack(pack);
      return null;
    },
    'evidence.timeline': ({ pack, sinceSeq }) => desk().pack(pack).timeline(sinceSeq),
    'evidence.frameBytes': ({ pack, frame, side }) => desk().pack(pack).frameBytes(frame, side),
    'evidence.compare': (asked) => compareRefs(lab, desk(), asked),
  };
}
