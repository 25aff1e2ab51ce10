/**
 * Segments whose offsets do not go on where the one before ended. The log cleaner leaves such gaps too, but then within segments as
 * well: only where those have none, a segment is missing.
 */
import type { DamageView } from '#core/lab-api/opened-views.ts';
import { baseName } from '../read/partition-files.ts';
import type { SegmentFile } from '../read/partition-folder.ts';
import { damageView } from '../scan/damage.ts';
import type { Gap } from './gap-ledger.ts';

const KEPT_MAX = 100;

export class MissingSegments {
  readonly #found: { readonly gap: Gap; readonly segment: SegmentFile }[] = [];
  /** The cleaner was here, or may have been. */
  hasOtherGaps = false;

  /** Offsets that nobody has end where `segment` begins. */
  between(gap: Gap, segment: SegmentFile): void {
    if (this.#found.length < KEPT_MAX) this.#found.push({ gap, segment });
  }

  /** Nothing like it was found. */
  get isEmpty(): boolean {
    return this.#found.length === 0;
  }

  damages(): readonly DamageView[] {
    if (this.hasOtherGaps) return [];
    return this.#found.map(({ gap, segment: { baseOffset, path } }) =>
      damageView(
        {
          kind: 'missing-segment',
          position: 0,
          at: 0,
          expected: `offset ${gap.from}`,
          found: `offset ${baseOffset}`,
        },
        {
          file: baseName(path),
          segment: baseOffset,
          isNewest: false,
          next: { position: 0, baseOffset },
        },
      ),
    );
  }
}
