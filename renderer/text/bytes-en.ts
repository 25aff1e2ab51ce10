import type { ByteSayKey } from '#core/lab-api/byte-says.ts';

/** What the byte ruler says of one value, in English: this value in this file, not the field in general. */
export const bytesEn: { readonly [K in ByteSayKey]: string } = {
  'bytes.batch.baseOffset':
    'The first record of this batch has offset {value}. The leader wrote this; the producer sent 0.',
  'bytes.batch.batchLength': '{value} bytes follow this field, so the batch has {total} bytes in all.',
  'bytes.batch.partitionLeaderEpoch':
    'The leader stored this batch in leader epoch {value}. The checksum does not cover this field.',
  'bytes.batch.magic': 'Format version {value}: batches with producer id, epoch and sequence.',
  'bytes.batch.crc': 'CRC-32C from attributes to the end of the batch. Computed again: the same.',
  'bytes.batch.crcWrong':
    'CRC-32C from attributes to the end of the batch. Computed again it is {computed}: these bytes are damaged.',
  'bytes.batch.attributesPlain': 'Codec {codec}, {timestampType}, not transactional.',
  'bytes.batch.attributesTransactional':
    'Codec {codec}, {timestampType}, transactional: a marker decides whether read_committed delivers it.',
  'bytes.batch.attributesControl':
    'A control batch: the post that closes a transaction. No consumer delivers it.',
  'bytes.batch.lastOffsetDelta':
    'The last record has offset {lastOffset}. The cleaner may remove records, this stays.',
  'bytes.batch.baseTimestamp': 'Timestamps of the records are relative to {value} ms.',
  'bytes.batch.deleteHorizon':
    'The cleaner may drop this batch from {value} ms on: a delete horizon, no base timestamp.',
  'bytes.batch.maxTimestamp': 'The latest timestamp in this batch is {value} ms.',
  'bytes.batch.producerId': 'Written by producer id {value}.',
  'bytes.batch.noProducerId': 'No producer id: the writer is not idempotent.',
  'bytes.batch.producerEpoch':
    'The writer believed in epoch {value}. A lower epoch than the partition knows is refused with 47.',
  'bytes.batch.markerEpoch':
    'From here on the partition knows epoch {value} of this producer id. Writes with a lower one are refused with 47.',
  'bytes.batch.baseSequence':
    'Sequences {value} to {last}. The next batch of this producer id and epoch must begin right behind.',
  'bytes.batch.noSequence': 'A marker has no sequence.',
  'bytes.batch.recordCount': '{value, plural, one {# record} other {# records}} in this batch.',
  'bytes.batch.compressed':
    '{count, plural, one {# record} other {# records}} compressed with {codec} into {size, number} bytes.',
  'bytes.record.length': '{value} bytes of this record follow.',
  'bytes.record.attributes': 'Attributes of a record are not used; Kafka writes 0.',
  'bytes.record.timestampDelta': 'Timestamp {timestamp} ms: {value} behind the base.',
  'bytes.record.offsetDelta': 'Offset {offset}: {value} behind the base offset.',
  'bytes.record.keyLength': 'The key has {value} bytes.',
  'bytes.record.keyNull': 'Length −1: the key is null.',
  'bytes.record.key': 'The key: {value}.',
  'bytes.record.valueLength': 'The value has {value} bytes.',
  'bytes.record.valueNull': 'Length −1: the value is null.',
  'bytes.record.value': 'The value: {value}.',
  'bytes.record.headerCount': '{value, plural, =0 {No headers.} one {# header.} other {# headers.}}',
  'bytes.record.headerKeyLength': 'The name of the header has {value} bytes.',
  'bytes.record.headerKey': 'The name of the header: {value}.',
  'bytes.record.headerValueLength': 'The value of the header has {value} bytes; −1 is null.',
  'bytes.record.headerValue': 'The value of the header: {value}.',
  'bytes.control.keyVersion': 'Version {value} of the control record.',
  'bytes.control.abort': 'Type 0, ABORT: what this producer id wrote since its last marker is aborted.',
  'bytes.control.commit': 'Type 1, COMMIT: what this producer id wrote since its last marker is committed.',
  'bytes.control.other': 'Type {value}, {name}: not a marker of a transaction.',
  'bytes.control.valueVersion': 'Version {value} of the marker.',
  'bytes.control.coordinatorEpoch':
    'Sent by the transaction coordinator of epoch {value}. An older coordinator would be refused with 52.',
  'bytes.index.relativeOffset': 'The batch whose last record has offset {offset} …',
  'bytes.index.position': '… begins at byte {value} of the .log.',
  'bytes.timeindex.timestamp': 'Up to the offset beside it, no record is later than {value} ms.',
  'bytes.timeindex.relativeOffset': 'Offset {offset}: the end of the batch with that timestamp.',
  'bytes.txnindex.version': 'Version {value} of an aborted transaction.',
  'bytes.txnindex.producerId': 'Producer id {value} aborted a transaction here.',
  'bytes.txnindex.firstOffset': 'Its first record in this partition has offset {value}.',
  'bytes.txnindex.lastOffset': 'Its ABORT marker has offset {value}.',
  'bytes.txnindex.lastStableOffset': 'When the marker was written, the last stable offset became {value}.',
  'bytes.snapshot.version': 'Version {value} of a producer snapshot.',
  'bytes.snapshot.crc': 'CRC-32C of what follows. Computed again: the same.',
  'bytes.snapshot.crcWrong':
    'CRC-32C of what follows. Computed again it is {computed}: Kafka would delete this file and read an older one.',
  'bytes.snapshot.count': '{value, plural, =0 {No producer.} one {# producer.} other {# producers.}}',
  'bytes.snapshot.producerId': 'What the partition knows of producer id {value}:',
  'bytes.snapshot.producerEpoch': 'epoch {value},',
  'bytes.snapshot.lastSequence': 'last sequence {value},',
  'bytes.snapshot.lastOffset': 'stored at offset {value},',
  'bytes.snapshot.offsetDelta': 'whose batch has {value} records before that one,',
  'bytes.snapshot.timestamp': 'timestamp {value} ms,',
  'bytes.snapshot.coordinatorEpoch': 'last marker from coordinator epoch {value},',
  'bytes.snapshot.noTransaction': 'and no open transaction.',
  'bytes.snapshot.currentTxnFirstOffset':
    'and an open transaction since offset {value}. It holds back the last stable offset.',
  'bytes.epochs.version': 'Version {value} of the checkpoint.',
  'bytes.epochs.count': '{value} lines follow.',
  'bytes.epochs.entry': 'Leader epoch {epoch} began at offset {startOffset}.',
  'bytes.metadata.version': 'Version {value} of the file.',
  'bytes.metadata.topicId': 'The id of the topic. A topic that is deleted and made anew has another one.',
  'bytes.frame.apiKey': 'Api key {value}: {api}.',
  'bytes.frame.apiVersion': 'Version {value} of the API. It decides which fields follow.',
  'bytes.frame.correlationId': 'The answer carries the same number: {value}.',
  'bytes.frame.clientId': 'The client calls itself {value}.',
  'bytes.frame.tags': '{value} tagged fields in the header.',
  'bytes.frame.errorCode': 'Error code {value}: {name}.',
  'bytes.frame.field': '{name} is {value}.',
};
