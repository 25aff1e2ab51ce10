import { describe, expect, it } from 'vitest';
import type { SegmentView } from '#core/lab-api/views.ts';
import { layoutSegments } from '../../../../renderer/drawings/lane/segment-map-layout.ts';
import { textWidth } from '../../../../renderer/drawings/marks/text-width.ts';
import { textOf } from '../../../../renderer/text/messages.svelte.ts';

const SIZES = [948, 0, 681, 1469, 1395, 1395, 775];
const segments: readonly SegmentView[] = SIZES.map((sizeBytes, i) => ({
  baseOffset: i * 23,
  nextOffset: (i + 1) * 23,
  sizeBytes,
  isActive: i === SIZES.length - 1,
  files: [],
}));

/** The captions above each segment, with the place that they take. */
function captions(width: number, language: 'en' | 'ko') {
  const { t } = textOf(() => language);
  return layoutSegments(segments, [], { width, t }).map(({ x, width: own, marks }) => ({
    from: x,
    to: x + own,
    texts: marks.flatMap((mark) => {
      if (mark.kind !== 'text' || mark.text === '') return [];
      const long = textWidth(mark.text, mark);
      const from = mark.anchor === 'end' ? mark.x - long : mark.x;
      return [{ text: mark.text, from, to: from + long }];
    }),
  }));
}

describe('the caption of a segment', () => {
  it.each([
    [2000, 'en'],
    [1080, 'ko'],
    [690, 'en'],
    [690, 'ko'],
    [400, 'en'],
    [340, 'ko'],
  ] as const)('fits into a map of %i px (%s), and has its base offset', (width, language) => {
    for (const [i, { from, to, texts }] of captions(width, language).entries()) {
      expect(texts[0]?.text).toMatch(new RegExp(`^0*${i * 23}(\\.log)?$`));
      let free = from;
      for (const text of texts) {
        expect(text.from).toBeGreaterThanOrEqual(free);
        expect(text.to).toBeLessThanOrEqual(to + 0.01);
        free = text.to + 4;
      }
    }
  });

  it('says the whole size or none', () => {
    expect(captions(690, 'en').map(({ texts }) => texts.map(({ text }) => text).join(' '))).toEqual([
      '0.log 948 B',
      '23.log 0 B',
      '46 681 B',
      '69 1,469 B',
      '92 1,395 B',
      '115 1,395 B',
      '138 775 B',
    ]);
    expect(captions(300, 'en').flatMap(({ texts }) => texts.map(({ text }) => text))).not.toContain('48 B');
  });
});
