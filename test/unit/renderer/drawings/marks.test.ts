import { describe, expect, it } from 'vitest';
import { ERRORS } from '#core/protocol/errors.ts';
import { errorColour, errorName } from '../../../../renderer/drawings/error-name.ts';
import { GLYPH_COLOURS } from '../../../../renderer/drawings/glyphs/glyph-name.ts';
import { GLYPH_SHAPES } from '../../../../renderer/drawings/glyphs/glyph-shapes.ts';
import { layoutSegments } from '../../../../renderer/drawings/lane/segment-map-layout.ts';
import { cellPath } from '../../../../renderer/drawings/marks/mark.ts';
import {
  firstFitting,
  fitMiddle,
  fitText,
  textWidth,
} from '../../../../renderer/drawings/marks/text-width.ts';
import {
  formatBytes,
  formatDateTime,
  formatMoment,
  formatOffsets,
  formatRunTime,
  formatSeconds,
} from '../../../../renderer/drawings/units.ts';
import { batch, marker, t } from './support.ts';

describe('widths of labels', () => {
  it('are 0.6 em a character in the monospaced face', () => {
    expect(textWidth('LSO 17', { size: 10 })).toBeCloseTo(36);
  });

  it('follow the advances of the sans face, and a whole em for Hangul', () => {
    expect(textWidth('ij', { size: 100, font: 'ui' })).toBeCloseTo(50);
    expect(textWidth('에포크', { size: 10, font: 'ui' })).toBeCloseTo(30);
  });

  it('decide how much of a key is shown', () => {
    const style = { size: 10 } as const;
    expect(fitText('order-17', 48, style)).toBe('order-17');
    expect(fitText('order-17', 36, style)).toBe('order…');
    expect(fitText('order-17', 5, style)).toBe('');
    expect(fitMiddle('order-service-1', 60, style)).toBe('order-…e-1');
  });

  it('choose the longest wording that fits', () => {
    const style = { size: 10 } as const;
    expect(firstFitting(['A, epoch 1', 'A, e1', 'e1'], 40, style)).toBe('A, e1');
    expect(firstFitting(['A, epoch 1'], 10, style)).toBeUndefined();
  });
});

describe('numbers', () => {
  it('are bytes exactly up to 9,999, then with two digits', () => {
    expect([0, 642, 9999, 10_000, 1_372_585, 2_190_433_321].map(formatBytes)).toEqual([
      '0 B',
      '642 B',
      '9,999 B',
      '9.77 KB',
      '1.31 MB',
      '2.04 GB',
    ]);
  });

  it('are moments of a run and spans', () => {
    expect([6330, 75_000, 3_723_450].map(formatRunTime)).toEqual(['00:06.33', '01:15.00', '1:02:03.45']);
    expect([formatSeconds(6540), formatSeconds(6540, 2)]).toEqual(['6.5', '6.54']);
    expect([formatOffsets(5, 6), formatOffsets(5, 5)]).toEqual(['5..6', '5']);
  });

  it('are times of the run only within the run; what was before it has its date', () => {
    const startMs = Date.UTC(2026, 11, 1);
    expect(formatMoment(startMs + 6330, startMs)).toBe('00:06.33');
    expect(formatMoment(startMs, startMs)).toBe('00:00.00');
    expect(formatMoment(startMs - 1, startMs)).toBe(formatDateTime(startMs - 1));
    expect(formatMoment(-1, startMs)).toBe('-1');
  });
});

describe('glyphs', () => {
  it('exist for everything that has a colour', () => {
    expect(Object.keys(GLYPH_SHAPES).sort()).toEqual(Object.keys(GLYPH_COLOURS).sort());
  });

  it('of different verdicts have different shapes', () => {
    const verdicts = [
      'plain',
      'open',
      'committed',
      'aborted',
      'marker-commit',
      'marker-abort',
      'refused',
      'duplicate',
      'hole',
    ] as const;
    const shapes = verdicts.map((name) => JSON.stringify(GLYPH_SHAPES[name]));
    expect(new Set(shapes).size).toBe(verdicts.length);
  });
});

describe('error names', () => {
  it('are the ones of the protocol', () => {
    for (const [name, { code }] of Object.entries(ERRORS)) {
      const known = errorName(code);
      if (known !== '') expect(known).toBe(name);
    }
    expect(errorName(47)).toBe('INVALID_PRODUCER_EPOCH');
    expect(errorName(999)).toBe('');
  });

  it('have the colour of what they mean', () => {
    expect([0, 47, 90, 51, 10].map(errorColour)).toEqual([
      'text-3',
      'v-refused',
      'v-refused',
      'v-open',
      'v-aborted',
    ]);
  });
});

describe('joined cells', () => {
  it('are rounded only at the ends of their batch', () => {
    const box = { x: 0, y: 0, w: 10, h: 10 };
    expect(cellPath({ ...box, left: 3, right: 0 }).match(/a3 3/g)).toHaveLength(2);
    expect(cellPath({ ...box, left: 0, right: 0 })).toBe('M0 0H10V10H0V0z');
  });
});

describe('the segment map', () => {
  const segment = { baseOffset: 0, nextOffset: 3, sizeBytes: 300, isActive: false, files: [] };
  const active = { ...segment, baseOffset: 3, sizeBytes: 100, isActive: true };

  it('draws bytes to scale', () => {
    const [drawing] = layoutSegments(
      [segment],
      [batch(0, { position: 0, size: 100 }), marker(1, 'COMMIT', { firstOffset: 0 })],
      {
        width: 308,
        t,
      },
    );
    expect(drawing?.blocks.map(({ x, width }) => [x, width])).toEqual([
      [4, 100],
      [104, 100],
    ]);
  });

  it('gives the larger segment more room, and each enough to be seen', () => {
    const [first, second] = layoutSegments([segment, active], [], { width: 826, t });
    expect(first?.width).toBeCloseTo(540);
    expect(second?.width).toBeCloseTo(260);
    expect(second?.x).toBeCloseTo(566);
  });

  it('names blocks in words', () => {
    const [drawing] = layoutSegments([segment], [batch(0, { position: 0, size: 100 })], { width: 308, t });
    expect(drawing?.blocks[0]?.name).toBe('batch at 0, plain, 100 B');
  });
});
