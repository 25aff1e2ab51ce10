/**
 * Turns keys and values into text: as they are, or as the records of `__consumer_offsets` and `__transaction_state`.
 * (source: DumpLogSegments.CoordinatorRecordMessageParser, CoordinatorRecordSerde)
 */
import type { CoordinatorRecord } from '#core/protocol/stored/coordinator-record.ts';
import type { StoredProblem } from '../stored/stored-record.ts';
import { GROUP_RECORDS, readStoredRecord, TRANSACTION_RECORDS } from '../stored/stored-record.ts';
import type { DumpedRecord } from './batch-records.ts';
import type { DumpDecoder } from './dump-options.ts';
import { DumpFailure } from './dump-options.ts';
import { javaText } from './java-text.ts';
import { jsonText } from './stored-json.ts';

/** What is printed behind `key:` and `payload:`; undefined prints neither the word nor the text. */
export interface ParsedRecord {
  readonly key: string | undefined;
  readonly payload: string | undefined;
}

export type RecordParser = (record: DumpedRecord) => ParsedRecord;

/** The parser for a decoder. */
export function recordParser(decoder: DumpDecoder): RecordParser {
  switch (decoder) {
    case 'text':
      return ({ key, value }) => ({
        key: key === null ? undefined : javaText(key),
        payload: value === null ? undefined : javaText(value),
      });
    case 'offsets':
      return coordinatorParser(GROUP_RECORDS);
    case 'transaction-log':
      return coordinatorParser(TRANSACTION_RECORDS);
  }
}

function coordinatorParser(known: readonly CoordinatorRecord[]): RecordParser {
  return ({ offset, key, value }) => {
    if (key === null) {
      throw new DumpFailure(
        `the record at offset ${offset} has no key, so the decoder cannot tell its type; dump this log without a decoder`,
      );
    }
    // A record that is passed over: the message is printed in place of its key.
    const passedOver = (problem: StoredProblem): ParsedRecord => ({
      key: problemText(problem, offset),
      payload: undefined,
    });
    const read = readStoredRecord(known, { key, value });
    if (read.kind !== 'record') return passedOver(read);
    const keyText = `{"type":"${read.record.type}","data":${jsonText(read.key)}}`;
    if (read.value === null) return { key: keyText, payload: '<DELETE>' };
    if (read.value.kind !== 'read') return passedOver(read.value);
    return {
      key: keyText,
      payload: `{"version":"${read.value.version}","data":${jsonText(read.value.node)}}`,
    };
  };
}

function problemText(problem: StoredProblem, offset: bigint): string {
  const skipping = `Error at offset ${offset}, skipping.`;
  switch (problem.kind) {
    case 'unknownType':
      return `Unknown record type ${problem.type} at offset ${offset}, skipping.`;
    case 'unknownVersion':
      return `${skipping} Found an unknown record version ${problem.version} for ${problem.type} type`;
    case 'noVersion':
      return `${skipping} Could not read version from ${problem.part}'s buffer.`;
    case 'unreadable':
      return `${skipping} Could not read record with version ${problem.version} from ${problem.part}'s buffer due to: ${problem.reason}.`;
  }
}
