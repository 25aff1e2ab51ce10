import type { EvidenceCheckKey } from '#core/lab-api/evidence-views.ts';

/** What is said of a pack before it is written and when it is opened, in English. */
export const evidenceChecksEn = {
  'evidence.check.oneTurn':
    'The ends of {partitions, plural, one {# log} other {# logs}} are written down in one step: a point that is true for all of them.',
  'evidence.check.closedInOrder': 'The directory was closed in order. Every file goes in as it is.',
  'evidence.check.notClosedInOrder':
    'The directory was not closed in order. Logs go in up to their last sound batch; a broker rebuilds the rest.',
  'evidence.check.openTransactions':
    '{count, plural, one {# transaction is open at this point and stays} other {# transactions are open at this point and stay}} open in the pack.',
  'evidence.check.decidedTransactions':
    '{count, plural, one {# transaction is} other {# transactions are}} decided, but not every marker is written yet ({ids}). A broker that starts on these logs writes them: files grow, and read_committed readers get what was committed and skip what was aborted.',
  'evidence.check.unknownTransactionalId': 'Nothing is known of transactional id {transactionalId}.',
  'evidence.check.unknownTopic': 'There is no topic {topic}.',
  'evidence.check.damagedFile': '{file} is damaged and goes in as it is: {reason}.',
  'evidence.check.damage': 'Damage, left as it was found: {file}: {reason}. {starts}',
  'evidence.check.damageNotListed':
    '{partition}: {count, plural, one {# more damaged place} other {# more damaged places}}.',
  'evidence.check.topicIdMade':
    '{topic} has no topic id, which a broker of today must have. One is made of its name.',
  'evidence.check.cutTail':
    '{file}: {bytes, plural, one {# byte} other {# bytes}} behind the last sound batch stay out: {reason}.',
  'evidence.check.segmentsLeftOut':
    "{partition}: {segments, plural, one {# segment} other {# segments}} behind a damaged one stay out, as Kafka's recovery deletes them.",
  'evidence.check.recordsEnd':
    'The records end at byte {position} of {file}, where the log is damaged: {reason}.',
  'evidence.check.leftOut': '{file} stays out: {reason}.',
  'evidence.check.framesForgotten':
    'The bytes of {count, plural, one {# frame} other {# frames}} are no longer kept.',
  'evidence.check.timelineForgotten': 'The journal no longer reaches back to the start of the lab.',
  'evidence.check.onlyLogs': 'No timeline and no frames: the logs come from a directory.',
  'evidence.check.roomEnough':
    'There is room: logs and frames have {neededBytes, number} bytes before compression, {freeBytes, number} are free.',
  'evidence.check.roomMissing':
    'The disk has {freeBytes, number} bytes left; logs and frames have {neededBytes, number} before compression.',
  'evidence.check.checksumsAgree':
    'Read again after writing: {files, plural, one {# file agrees} other {# files agree}} with the checksums.',
} as const satisfies { readonly [K in EvidenceCheckKey]: string };
