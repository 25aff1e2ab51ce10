/** What is wrong with bytes: what was expected in a place, what was found there. English; the window has the same keys in Korean. */
export const DAMAGE_SENTENCES = {
  // ---- expected ----
  'lab.damage.bytes': '{count} bytes',
  'lab.damage.batch': 'a batch',
  'lab.damage.header': 'a batch header of {size} bytes',
  'lab.damage.lengthFrom': 'a length of at least {least}',
  'lab.damage.magic': 'magic 0, 1 or 2',
  'lab.damage.batchOf': 'a batch of {size} bytes',
  'lab.damage.checksum': 'a checksum that matches',
  'lab.damage.lastOffsetDelta': 'a last offset delta of at least 0',
  'lab.damage.recordCount': '0 to {most} records',
  'lab.damage.messages': 'messages that can be read',
  'lab.damage.records': 'records that can be read',
  'lab.damage.offsetInSegment': 'an offset from {from} on that fits into the segment',
  'lab.damage.offsetFrom': 'an offset from {from} on',
  'lab.damage.offsetBetween': 'an offset from {from} on, below {below}',
  // ---- found ----
  'lab.damage.endOfFile': 'the end of the file',
  'lab.damage.zeros': 'zeros',
  'lab.damage.checksums': '{stored} in the header, {computed} from the contents',
  'lab.damage.offset': 'offset {offset}',
  'lab.damage.cutField': '{count} bytes: {field} has {there} of {size} bytes',
  'lab.damage.cutFieldWithout': '{count} bytes: {field} has {there} of {size} bytes; without {fields}',
  'lab.damage.without': '{count} bytes; without {fields}',
} as const;

/** What a reader of bytes throws. */
export const DECODE_SENTENCES = {
  'lab.decode.needs': 'needs {size} bytes, {remain} remain',
  'lab.decode.batchHeader': 'a batch header has {size} bytes',
  'lab.decode.messageHeader': 'the header of a message has {size} bytes',
  'lab.decode.messageHeaderCut': 'message header is cut after {size} bytes',
  'lab.decode.batchClaims': 'batch claims {size} bytes, {least} are the least',
  'lab.decode.batchLeft': 'batch claims {size} bytes, {remain} are left',
  'lab.decode.batchTooSmall': 'batch of {size} bytes, its header has {least}',
  'lab.decode.batchRecords': 'batch claims {count} records',
  'lab.decode.batchTooLarge': 'a batch of {size} bytes is not unfolded',
  'lab.decode.batchCut': 'a batch of {size} bytes is cut',
  'lab.decode.bytesLeft': '{remain} bytes are left, too few for a batch',
  'lab.decode.bytesRead': '{size} bytes are needed, {read} could be read',
  'lab.decode.behindRecords': '{size} bytes are left behind {count} records',
  'lab.decode.recordClaims': 'record claims {size} bytes, {remain} remain',
  'lab.decode.recordLeaves': 'record leaves {remain} of its {size} bytes unread',
  'lab.decode.recordHeaders': 'record claims {count} headers',
  'lab.decode.headerKey': 'header key must not be null',
  'lab.decode.recordOffset': 'record {index} has offset {offset}, {from} to {to} fit',
  'lab.decode.varintCut': 'varint is cut',
  'lab.decode.varlongCut': 'varlong is cut',
  'lab.decode.varintLong': 'varint longer than 5 bytes',
  'lab.decode.varintBeyond': 'varint beyond 32 bits',
  'lab.decode.varlongLong': 'varlong longer than 10 bytes',
  'lab.decode.magicUnknown': 'magic {magic} is not known',
  'lab.decode.magicNew': 'magic {magic} is not of an old message',
  'lab.decode.messageClaims': 'message claims {size} bytes',
  'lab.decode.wrapsNone': 'compressed message wraps none',
  'lab.decode.wrappedTwice': 'a wrapped message is compressed itself',
  'lab.decode.wrapperOffset': 'wrapper at offset {offset} holds a message numbered {last}',
  'lab.decode.noValue': 'compressed message without a value',
  'lab.decode.noZstd': 'zstd does not exist in version {magic}',
  'lab.decode.controlKey': 'control record key of {size} bytes, {least} are needed',
  'lab.decode.controlKeyVersion': 'control record key of version {version}',
  'lab.decode.markerVersion': 'marker value of version {version}',
  'lab.decode.entrySize': 'an entry has {size} bytes, {remain} are left',
  'lab.decode.entryVersion': 'entry of version {version}',
  'lab.decode.snapshotVersion': 'producer snapshot of version {version}',
  'lab.decode.apiUnknown': 'api key {api} is not known',
  'lab.decode.tooManyElements': '{name} claims {count} elements, {remain} bytes remain',
  'lab.decode.elements': '{name} claims {count} elements',
  'lab.decode.mustNotBeNull': '{name} must not be null',
  'lab.decode.version': '{name} version {version} is not known',
  'lab.decode.tagTooLong': 'tagged field {tag} claims {size} bytes',
  'lab.decode.tagSize': 'tagged field {tag} is not {size} bytes',
  'lab.decode.checksum': 'checksum is {stored}, the contents give {computed}',
  'lab.decode.codec': '{codec}: {words}',
  'lab.decode.tooLarge': '{codec}: more than {most} bytes when decompressed',
} as const;

/** What is wrong with the files beside a log. */
export const SIDE_SENTENCES = {
  'lab.side.cannotRead': 'it cannot be read: {reason}',
  'lab.side.missing': 'it is missing',
  'lab.side.missingAborted':
    'it is missing, and the log has the ABORT marker of producer id {producerId} at offset {offset}',
  'lab.side.oddSize': '{size} bytes are not a multiple of {entrySize}: the last {rest} are no entry',
  'lab.side.indexUnsorted':
    'entry {entry} (offset {offset}, position {position}) is not sorted: the one before it is offset {previousOffset}, position {previousPosition}',
  'lab.side.pastLog': 'entry {entry} (offset {offset}) points to byte {position}, the log has {size}',
  'lab.side.noBatch': 'entry {entry} (offset {offset}) points to byte {position}, where no batch begins',
  'lab.side.otherBatch':
    'entry {entry} (offset {offset}) points to byte {position}, where the batch of offset {first} begins',
  'lab.side.timesUnsorted':
    'entry {entry} (timestamp {timestamp}, offset {offset}) is not sorted: the one before it is timestamp {previousTimestamp}, offset {previousOffset}',
  'lab.side.entryVersion': 'entry {entry} (byte {byte}) has version {version}, {known} is the only known',
  'lab.side.endsBelow': 'entry {entry} ends at offset {offset}, below {previous}',
  'lab.side.beginsBehind': 'entry {entry} begins at offset {offset}, behind its end at {end}',
  'lab.side.endsStart':
    'it is malformed: Kafka ends with an error and does not start; without it, it makes another',
  'lab.side.lostEnd': 'it was taken at offset {offset}, and the log ends at {end}: the log has lost its end',
  'lab.side.snapshotCut': 'the snapshot is cut: {size} bytes are less than it claims to hold',
  'lab.side.notIndexed':
    'the transaction that producer id {producerId} aborted at offset {offset} is not in it',
  'lab.side.otherProducer':
    'the transaction that producer id {producerId} aborted at offset {offset} is in it with producer id {found}',
  'lab.side.otherFirst':
    'the transaction that producer id {producerId} aborted at offset {offset} begins at offset {first}, in it at {found}',
  'lab.side.otherStable':
    'the last stable offset behind the transaction that producer id {producerId} aborted at offset {offset} is {stable}, in it {found}',
  'lab.side.notAborted':
    'it has a transaction of producer id {producerId} that ends at offset {offset}, where the log has no ABORT marker',
  'lab.side.version': 'version {version}, {known} is the only known',
  'lab.side.line': 'line {line} is malformed: {text}',
  'lab.side.countLine': 'line 2 is not the number of entries: {text}',
  'lab.side.count': '{entries} entries where the file says {count}',
  'lab.side.noTopicId': 'it does not say "version: 0" and "topic_id: …" with an id of 22 characters',
  'lab.side.indexTooLarge': 'an index of {size} bytes, Kafka allows {most}',
  'lab.side.indexCut': 'the index was cut to less than {size} bytes',
  'lab.side.snapshotTooLarge': 'a snapshot of {size} bytes, more than {most}',
  'lab.side.textTooLarge': 'a text file of {size} bytes, more than {most}',
  'lab.side.noOffset':
    'its name does not begin with an offset: Kafka ends with a NumberFormatException and does not start',
  'lab.side.notTwentyDigits': 'its name has not {digits} digits: Kafka does not read it',
  'lab.side.beforeOffsets':
    'Kafka takes it for a segment at offset {offset}, before every offset there can be',
  'lab.side.otherName': 'Kafka takes it for offset {offset}, does not read it and makes an empty {file}',
  'lab.side.noLog': 'it has no .log: Kafka deletes the indexes when it starts, and begins an empty log',
} as const;

/** Why a file or a folder cannot be read, and what to do. Reasons within other sentences. */
export const UNREADABLE_SENTENCES = {
  'lab.unreadable.denied': 'permission is denied; read it as its owner, or change its permissions',
  'lab.unreadable.gone': 'it was removed meanwhile; read the folder again',
  'lab.unreadable.loop': 'it is a link that leads back to itself; remove it, or let it lead to the file',
  'lab.unreadable.nowhere': 'it is a link that leads nowhere; bring back what it leads to, or remove it',
  'lab.unreadable.foreignName': 'its name is not UTF-8; rename it',
  'lab.unreadable.folder': 'it is a folder where Kafka has a file; move it away',
  'lab.unreadable.noFile': 'it is a pipe, a socket or a device where Kafka has a file; move it away',
  'lab.unreadable.device': 'its device failed; copy what can be read to another disk',
} as const;
