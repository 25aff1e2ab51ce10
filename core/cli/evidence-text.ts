/** What the checks of a pack say, for a terminal. The window has its own sentences. */
import { counted } from '#core/base/counted.ts';
import { damageText } from '#core/evidence/survey/damage-checks.ts';
import type { EvidenceCheck, EvidenceCheckName } from '#core/lab-api/evidence-views.ts';

type Params = EvidenceCheck['params'];

const TEXTS: { readonly [name in EvidenceCheckName]: (params: Params) => string } = {
  oneTurn: ({ partitions }) =>
    `the ends of ${counted(partitions, 'partition')} were written down in one step`,
  closedInOrder: () => 'the directory was closed in order; every file is as it was found',
  notClosedInOrder: () =>
    'the directory was not closed in order; logs go up to their last sound batch, a broker rebuilds the rest',
  openTransactions: ({ count }) =>
    `${counted(count, 'transaction is', 'transactions are')} open at this point`,
  decidedTransactions: ({ count, ids }) =>
    `${counted(count, 'transaction is', 'transactions are')} decided, but not all their markers are written (${ids}); a broker that starts on these logs writes them: files grow, and read_committed readers get the committed records and skip the aborted ones`,
  unknownTransactionalId: ({ transactionalId }) => `nothing is known of transactional id ${transactionalId}`,
  unknownTopic: ({ topic }) => `there is no topic ${topic}`,
  damagedFile: ({ file, reason }) => `${file} is damaged and goes in as it is: ${reason}`,
  damage: (params) => damageText(params),
  damageNotListed: ({ partition, count }) => `${partition}: ${counted(count, 'more damaged place')}`,
  topicIdMade: ({ topic }) => `${topic} has no topic id; one was made, or no broker of today would serve it`,
  cutTail: ({ file, bytes, reason }) =>
    `${file}: ${counted(bytes, 'byte at its end stays', 'bytes at its end stay')} out: ${reason}`,
  segmentsLeftOut: ({ partition, segments }) =>
    `${partition}: ${counted(segments, 'segment behind a damaged one stays', 'segments behind a damaged one stay')} out, as Kafka's recovery deletes them`,
  recordsEnd: ({ file, position, reason }) =>
    `records end where the log is damaged: ${file}: byte ${position}: ${reason}`,
  leftOut: ({ file, reason }) => `${file} stays out: ${reason}`,
  framesForgotten: ({ count }) => `the bytes of ${counted(count, 'frame')} are no longer kept`,
  timelineForgotten: () => 'the journal no longer reaches back to the start of the lab',
  onlyLogs: () => 'no timeline and no frames: the logs come from a directory',
  roomEnough: ({ neededBytes, freeBytes }) =>
    `logs and frames have ${neededBytes} bytes before compression, ${freeBytes} are free`,
  roomMissing: ({ neededBytes, freeBytes }) =>
    `logs and frames have ${neededBytes} bytes before compression, only ${freeBytes} are free`,
  checksumsAgree: ({ files }) =>
    `${counted(files, 'file agrees with its checksum', 'files agree with their checksums')}`,
};

export function evidenceCheckText({ check, params }: EvidenceCheck): string {
  // A pack of a later version may know checks that this one does not.
  return (
    (TEXTS as { readonly [name: string]: ((params: Params) => string) | undefined })[check]?.(params) ?? check
  );
}
