import type { ByteSayKey } from '#core/lab-api/byte-says.ts';
import { storedFieldsEn } from './stored-fields-en.ts';

/** What the byte ruler says of a field, in English: this value in this file. */
export const bytesEn = {
  ...storedFieldsEn,
  'bytes.batch.baseOffset':
    'The first record of this batch has offset {value}. The leader writes it; it is outside the CRC.',
  'bytes.batch.batchLength': '{value} bytes follow this field, so the whole batch is {total} bytes long.',
  'bytes.batch.partitionLeaderEpoch': 'The leader that appended this batch had epoch {value}.',
  'bytes.batch.magic': 'Format version {value}: record batches as of Kafka 0.11.',
  'bytes.batch.crc': 'CRC-32C over everything from attributes to the end of the batch. It matches.',
  'bytes.batch.crcWrong':
    'CRC-32C from attributes to the end of the batch should be {computed}. The batch is damaged.',
  'bytes.batch.crcUnread':
    'CRC-32C over everything from attributes to the end of the batch. Not all of it is here, so it cannot be compared.',
  'bytes.batch.cutField': 'The file ends here: {there} of the {size} bytes of {name} are left.',
  'bytes.batch.cutRest':
    'The file ends here: {there, plural, one {one byte is} other {# bytes are}} left of what begins with {name}.',
  'bytes.batch.attributesPlain': 'Not transactional. Codec {codec}, timestamps are {timestampType}.',
  'bytes.batch.attributesTransactional':
    'Bit 4 is set: these records belong to a transaction. Codec {codec}, timestamps are {timestampType}.',
  'bytes.batch.attributesControl': 'Bits 4 and 5 are set: transactional and control. This batch is a marker.',
  'bytes.batch.lastOffsetDelta': 'The last record is {value} further, at offset {lastOffset}.',
  'bytes.batch.baseTimestamp': 'The first record has this timestamp; the others count from it.',
  'bytes.batch.deleteHorizon': 'The cleaner may remove this batch once this moment is over.',
  'bytes.batch.maxTimestamp': 'The largest timestamp in this batch.',
  'bytes.batch.producerId':
    'Producer id {value} wrote this batch. For a transactional.id it stays the same across restarts.',
  'bytes.batch.noProducerId': '−1: the producer is not idempotent.',
  'bytes.batch.producerEpoch':
    'Written at epoch {value}. Once the partition knows a higher epoch, a batch with {value} is refused with 47.',
  'bytes.batch.markerEpoch':
    'The marker carries epoch {value}. From here on the partition refuses this producer id below it.',
  'bytes.batch.baseSequence':
    'The first record has sequence {value} and the last one {last}. The partition expects the next number after that.',
  'bytes.batch.noSequence': '−1: markers have no sequence.',
  'bytes.batch.recordCount':
    '{value, plural, one {One record follows} other {# records follow}}, from byte 61 on.',
  'bytes.batch.compressed':
    '{count, plural, one {One record} other {# records}}, packed by {codec} into {size} bytes.',
  'bytes.record.length': '{value} bytes of this record follow.',
  'bytes.record.attributes': 'Attributes of a record are not used; always 0.',
  'bytes.record.timestampDelta': '{value} ms after the batch’s first timestamp: {timestamp}.',
  'bytes.record.offsetDelta': '{value} after the base offset: this record has offset {offset}.',
  'bytes.record.keyLength': 'The key has {value} bytes.',
  'bytes.record.keyNull': '−1: no key. The partitioner chose the partition without one.',
  'bytes.record.key': 'The key. Equal keys go to the same partition.',
  'bytes.record.valueLength': 'The value has {value} bytes.',
  'bytes.record.valueNull': '−1: no value. In a compacted topic this deletes the key.',
  'bytes.record.value': 'The value, as the application sent it.',
  'bytes.record.headerCount':
    '{value, plural, =0 {No headers.} one {One header follows.} other {# headers follow.}}',
  'bytes.record.headerKeyLength': 'The name of the header has {value} bytes.',
  'bytes.record.headerKey': 'The header is named {value}.',
  'bytes.record.headerValueLength': 'The value of the header has {value} bytes; −1 means null.',
  'bytes.record.headerValue': 'The value of the header.',
  'bytes.control.keyVersion': 'Version {value} of the key of a control record.',
  'bytes.control.abort': 'Type 0, ABORT: every open record of this producer id in this partition is void.',
  'bytes.control.commit':
    'Type 1, COMMIT: every open record of this producer id in this partition becomes deliverable.',
  'bytes.control.other': 'Type {value}, {name}: not the end of a transaction.',
  'bytes.control.valueVersion': 'Version {value} of the end-of-transaction marker.',
  'bytes.control.coordinatorEpoch':
    'The coordinator that wrote this marker had epoch {value}. A marker with a lower one would be refused.',
  'bytes.index.relativeOffset': '{value} after the base offset of the segment: offset {offset}.',
  'bytes.index.position': 'The batch with that offset begins at byte {value} of the .log.',
  'bytes.timeindex.timestamp': 'No record up to the offset beside it has a larger timestamp than this.',
  'bytes.timeindex.relativeOffset': 'The record with that timestamp has offset {offset}.',
  'bytes.txnindex.version': 'Version {value} of an entry.',
  'bytes.txnindex.producerId': 'The aborted transaction belongs to producer id {value}.',
  'bytes.txnindex.firstOffset': 'The aborted transaction begins at offset {value} in this partition.',
  'bytes.txnindex.lastOffset': 'Its ABORT marker lies at offset {value}.',
  'bytes.txnindex.lastStableOffset':
    'After the abort the LSO was {value}: where another open transaction began, or right behind the marker.',
  'bytes.snapshot.version': 'Version {value} of a producer snapshot.',
  'bytes.snapshot.crc': 'CRC-32C over the rest of the file. It matches.',
  'bytes.snapshot.crcWrong':
    'CRC-32C over the rest of the file should be {computed}. Kafka would ignore this snapshot.',
  'bytes.snapshot.count':
    '{value, plural, one {One producer id} other {# producer ids}} wrote to this partition.',
  'bytes.snapshot.producerId': 'What follows is about producer id {value}.',
  'bytes.snapshot.producerEpoch': 'The partition knows epoch {value}; lower ones are refused with 47.',
  'bytes.snapshot.lastSequence': 'The last record it wrote had sequence {value}.',
  'bytes.snapshot.noSequence': '−1: no batch that it wrote with this epoch is remembered.',
  'bytes.snapshot.lastOffset': 'Its last record lies at offset {value}.',
  'bytes.snapshot.noOffset': '−1: no record that it wrote with this epoch is remembered.',
  'bytes.snapshot.offsetDelta': 'Its last batch began {value} offsets before that.',
  'bytes.snapshot.timestamp': 'When it last wrote; after a day without a write it is forgotten.',
  'bytes.snapshot.noTimestamp': '−1: it is not known when it last wrote.',
  'bytes.snapshot.coordinatorEpoch': 'The coordinator of its last marker had epoch {value}.',
  'bytes.snapshot.noMarker': '−1: no marker has ended a transaction of it here yet.',
  'bytes.snapshot.noTransaction': '−1: it has no open transaction here.',
  'bytes.snapshot.currentTxnFirstOffset':
    'Its open transaction begins at offset {value}. The LSO cannot move past it.',
  'bytes.epochs.version': 'Version {value} of the file.',
  'bytes.epochs.count': '{value, plural, one {One leader epoch} other {# leader epochs}}.',
  'bytes.epochs.entry': 'Leader epoch {epoch} wrote from offset {startOffset} on.',
  'bytes.metadata.version': 'Version {value} of the file.',
  'bytes.metadata.topicId': 'The id of the topic. A topic made anew with the same name gets another.',
  'bytes.legacy.offset':
    'This message has offset {value}. Of a compressed one it is the offset of the last message inside.',
  'bytes.legacy.innerOffset': 'The message has offset {value}: version 0 wraps offsets as they are.',
  'bytes.legacy.relativeOffset':
    'Number {value} inside of the wrapper. That has the offset of its last message, so they count from {base}: this one has offset {offset}.',
  'bytes.legacy.size': '{value} bytes of this message follow.',
  'bytes.legacy.crc': 'CRC-32 over everything from magic to the end of the message. It matches.',
  'bytes.legacy.crcWrong':
    'CRC-32 from magic to the end of the message should be {computed}. The message is damaged.',
  'bytes.legacy.magic': 'Format version {value}: messages as they were written before Kafka 0.11.',
  'bytes.legacy.attributes': 'Codec {codec}, timestamps are {timestampType}.',
  'bytes.legacy.timestamp': 'The timestamp of the message, in milliseconds; −1 is none.',
  'bytes.legacy.compressed': 'Other messages, packed by {codec} into {size} bytes.',
  'bytes.codec.magic': 'A block of {codec} begins with these bytes.',
  'bytes.codec.header': 'The header of the {codec} block: {value}.',
  'bytes.codec.blockSize':
    '{value, plural, one {One compressed byte follows} other {# compressed bytes follow}}.',
  'bytes.codec.block': 'Compressed bytes; what they hold is shown below.',
  'bytes.codec.storedBlock': 'These bytes did not get smaller and stand as they are.',
  'bytes.codec.end': 'The end of the {codec} block.',
  'bytes.codec.checksum': 'A checksum of the {codec} block, over the uncompressed bytes.',
  'bytes.codec.length': 'Uncompressed, these are {value} bytes.',
  'bytes.codec.headerChecksum':
    'Second byte of the xxHash32 over the header behind the magic bytes. It matches.',
  'bytes.codec.headerChecksumOld':
    'Kafka’s first LZ4 writer summed the magic bytes too; by the rule of LZ4 it were {computed}. Readers of format version 0 take it so.',
  'bytes.codec.headerChecksumWrong':
    'The checksum of the header should be {computed}. Readers refuse the block.',
  'bytes.codec.zstdSized': 'The header of the zstd frame: {value}. It says how large the content is.',
  'bytes.codec.zstdUnsized':
    'The header of the zstd frame: {value}. It does not say how large the content is, as Java’s writer never does.',
  'bytes.stored.type': 'Record type {value}: {name}.',
  'bytes.stored.version': 'Version {value} of the value; it decides which fields follow.',
  'bytes.stored.unknownType':
    'Record type {value}, which Fencepost does not know: a newer Kafka may have written it. Nothing behind it can be read.',
  'bytes.stored.unknownVersion':
    'Version {value} of the value, which Fencepost does not know (it knows {min} to {max}). Nothing behind it can be read.',
  'bytes.stored.item': 'Number {number} of {name}: {value}.',
  'bytes.stored.memberState': 'The member is in state {value}, {name}.',
  'bytes.stored.field': '{name} is {value}.',
  'bytes.stored.transactionStatus': 'The transaction is in state {value}, {name}.',
  'bytes.stored.rest': '{value, plural, one {One byte} other {# bytes}} that could not be decoded.',
  'bytes.stored.tombstone': '−1: a tombstone. What the coordinator kept as {name} under this key is deleted.',
  'bytes.checkpoint.version': 'Version {value} of the file.',
  'bytes.checkpoint.count': '{value, plural, one {One partition follows.} other {# partitions follow.}}',
  'bytes.checkpoint.entry': 'Partition {partition} of {topic} stands at offset {offset}.',
  'bytes.properties.comment': 'A comment; the broker writes here when it wrote the file.',
  'bytes.properties.entry': '{name} is {value}.',
  'bytes.cleanShutdown.text':
    'The broker was stopped in order. Only that this file exists counts; it goes when the broker starts.',
  'bytes.frame.apiKey': 'Which request it is: {api}.',
  'bytes.frame.apiVersion': 'In version {value}; it decides which fields follow.',
  'bytes.frame.correlationId': 'The response to this request carries {value} too.',
  'bytes.frame.clientId': 'What the client calls itself.',
  'bytes.frame.tags':
    '{value, plural, =0 {No tagged fields.} one {One tagged field.} other {# tagged fields.}}',
  'bytes.frame.errorCode': '{value, plural, =0 {NONE: no error.} other {Error {value}, {name}.}}',
  'bytes.frame.field': '{name} is {value}.',
} as const satisfies { readonly [K in ByteSayKey]: string };
