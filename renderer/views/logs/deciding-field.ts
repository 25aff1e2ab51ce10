/** The field of a byte view that a person looks at first. */
import type { ByteView } from '#core/lab-api/views.ts';

/** By the ends of their names, the most telling first. */
const TELLING = ['key.type', 'producerEpoch', 'lastOffset', 'currentTxnFirstOffset'] as const;

/** Its index; null when no field decides anything. */
export function decidingField({ fields }: ByteView): number | null {
  for (const name of TELLING) {
    const index = fields.findIndex((field) => field.isDeciding && field.name.endsWith(name));
    if (index >= 0) return index;
  }
  return null;
}
