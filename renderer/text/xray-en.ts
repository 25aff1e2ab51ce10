import type { XraySayKey } from '#core/lab-api/xray-says.ts';

/** What the X-ray says of a fact, in English. */
export const xrayEn = {
  'xray.process.started': 'Process {process} starts, pid {osPid}.',
  'xray.process.said': '{process} prints: {text}',
  'xray.process.frozen': '{process} is frozen.',
  'xray.process.thawed': '{process} runs.',
  'xray.process.fenced': '{process} is fenced.',
  'xray.process.ended': '{process} has ended.',
  'xray.process.killed': '{process} is ended by {signal}.',
  'xray.wire.exchange':
    '{api} v{version}, correlation id {correlationId}{epoch, plural, =-1 {} other {, epoch {epoch}}}: answered after {tookMs} ms.',
  'xray.wire.refused':
    '{api} v{version}, correlation id {correlationId}{epoch, plural, =-1 {} other {, epoch {epoch}}}: answered {code} {error}.',
  'xray.wire.unanswered':
    '{api} v{version}, correlation id {correlationId}{epoch, plural, =-1 {} other {, epoch {epoch}}}: never answered.',
  'xray.coordinator.recorded':
    '{state}: producer id {producerId}, epoch {epoch}, {partitions, plural, =0 {no partition} one {# partition} other {# partitions}}. Written to {place} at offset {offset}.',
  'xray.coordinator.refused':
    '{api} with epoch {epoch} is refused in state {state}, whose epoch is {currentEpoch}: {code} {error}.',
  'xray.coordinator.offsets':
    'Group {group} commits offset {offset} of {place}; {outcome, select, committed {it counts since the marker is there} aborted {it never counts, as the marker is ABORT} other {it counts once a COMMIT marker is there}}.',
  'xray.partition.wrote':
    '{place}: {records, plural, one {# record} other {# records}}, {span, plural, =0 {offset {firstOffset}} other {offsets {firstOffset} to {lastOffset}}}, epoch {epoch}.',
  'xray.partition.wrotePlain':
    '{place}: {records, plural, one {# record} other {# records}}, {span, plural, =0 {offset {firstOffset}} other {offsets {firstOffset} to {lastOffset}}}, outside of any transaction.',
  'xray.partition.commitMarker':
    '{place}: COMMIT marker at offset {offset}, epoch {epoch}, coordinator epoch {coordinatorEpoch}.',
  'xray.partition.abortMarker':
    '{place}: ABORT marker at offset {offset}, epoch {epoch}, coordinator epoch {coordinatorEpoch}.',
  'xray.partition.refused': '{place} refuses a batch with epoch {epoch}: {code} {error}. Nothing is written.',
  'xray.partition.duplicate':
    '{place} has the batch with epoch {epoch} and sequence {sequence} already. Nothing is written.',
  'xray.partition.abortedIndex':
    '{place}: the transaction index says aborted from offset {firstOffset} to {lastOffset}; the last stable offset is then {lastStableOffset}.',
  'xray.partition.noAbortedIndex':
    '{place}: the transaction index {why, select, gone {is missing} cut {is cut, and does not have it} other {does not have it}}. From that entry alone a broker tells read_committed consumers of the abort.',
  'xray.partition.producerState':
    '{place}: the snapshot at offset {snapshot} remembers epoch {epoch} and sequence {lastSequence}{openSince, plural, =-1 {, nothing open} other {, open since offset {openSince}}}.',
  'xray.reader.committedGets':
    '{place}: read_committed delivers {span, plural, =0 {offset {firstOffset}} other {offsets {firstOffset} to {lastOffset}}}.',
  'xray.reader.committedSkips':
    '{place}: read_committed leaves {span, plural, =0 {offset {firstOffset}} other {offsets {firstOffset} to {lastOffset}}} out.',
  'xray.reader.committedGetsAborted':
    '{place}: read_committed receives {span, plural, =0 {offset {firstOffset}} other {offsets {firstOffset} to {lastOffset}}} too, where a broker serves these files as they are. After a crash it makes the index anew, and leaves them out.',
  'xray.reader.committedWaits':
    '{place}: read_committed waits at the last stable offset {lastStableOffset} and delivers none of it yet.',
  'xray.reader.uncommittedGets':
    '{place}: read_uncommitted delivers {span, plural, =0 {offset {firstOffset}} other {offsets {firstOffset} to {lastOffset}}} as soon as they are written.',
  'xray.reader.plainGets': '{place}: both isolation levels deliver offset {offset}.',
  'xray.missing.notInSnapshot': 'Not in this snapshot.',
  'xray.missing.noProcess': 'No process of this lab wrote it.',
  'xray.missing.earlierProcess': 'Not known: a process of an earlier session of the lab wrote it.',
  'xray.missing.earlierWire': 'Not kept: frames of an earlier session of the lab.',
  'xray.missing.forgotten': 'Too long ago: the lab no longer keeps these events.',
  'xray.missing.framesForgotten':
    'Some frames are known by name only: the lab keeps the newest 32 MB of bytes.',
  'xray.missing.noTransactionState': '__transaction_state is not in this snapshot.',
  'xray.missing.transactionStateCompacted':
    'The records of __transaction_state about this transaction are compacted away, in part or all.',
  'xray.missing.startDeleted': 'The first records of this transaction lie below the log start offset.',
  'xray.missing.recordsGone':
    'A marker ended a transaction of which no record is left here: deleted, compacted away, or never written.',
  'xray.missing.damaged': 'Some bytes between its first record and its marker are damaged.',
  'xray.missing.beside': '{place}: {files} is not there, and tells nothing of it.',
  'xray.missing.partitions':
    '{place}{count, plural, =1 {} other { and # more}}: the coordinator names it, but nothing of the transaction is there.',
  'xray.missing.plain': 'No transaction, so no coordinator.',
  'xray.missing.noTransactionYet': 'No transaction belongs to this record of the coordinator.',
} as const satisfies { readonly [K in XraySayKey]: string };
