/** Where the fields of a batch's header lie, in bytes from its start, and the bits of its attributes. (source: DefaultRecordBatch) */

export const LENGTH = 8;
export const LEADER_EPOCH = 12;
export const MAGIC = 16;
export const CRC = 17;
export const ATTRIBUTES = 21;
export const LAST_OFFSET_DELTA = 23;
export const BASE_TIMESTAMP = 27;
export const MAX_TIMESTAMP = 35;
export const PRODUCER_ID = 43;
export const PRODUCER_EPOCH = 51;
export const BASE_SEQUENCE = 53;
export const RECORD_COUNT = 57;

export const CODEC_MASK = 0x07;
export const LOG_APPEND_TIME = 0x08;
export const TRANSACTIONAL = 0x10;
export const CONTROL = 0x20;
export const DELETE_HORIZON = 0x40;
