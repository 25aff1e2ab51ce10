/** The field of a byte view that a person looks at first. */
import type { ByteView } from '#core/lab-api/views.ts';
import { fieldOfRecord } from '../../drawings/ruler/ruler-layout.ts';

const FIRST_RECORD = 'records[0]';

/** By the ends of their names, the most telling first. */
const TELLING = ['key.type', 'producerEpoch', 'lastOffset', 'currentTxnFirstOffset'] as const;

/**
 * Its index; null when no field decides anything. Of a batch with several records it is the first field of the record at `offset`, unless
 * that is the batch's first.
 */
export function decidingField({ fields }: ByteView, offset: number | null): number | null {
  const record = offset === null ? undefined : fieldOfRecord(fields, offset);
  if (record !== undefined && !fields[record]?.name.startsWith(FIRST_RECORD)) return record;
  for (const name of TELLING) {
    const index = fields.findIndex((field) => field.isDeciding && field.name.endsWith(name));
    if (index >= 0) return index;
  }
  return null;
}
