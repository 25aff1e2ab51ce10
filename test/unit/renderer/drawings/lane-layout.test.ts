import { describe, expect, it } from 'vitest';
import type { ReaderView } from '#core/lab-api/views.ts';
import { cellForKey } from '../../../../renderer/drawings/lane/lane-cells.ts';
import { LaneColumns } from '../../../../renderer/drawings/lane/lane-columns.ts';
import { cellWidthFor, labelWidth } from '../../../../renderer/drawings/lane/lane-geometry.ts';
import { layoutLane } from '../../../../renderer/drawings/lane/lane-layout.ts';
import { LaneMotion, parseDuration } from '../../../../renderer/drawings/lane/lane-motion.ts';
import type { LaneScene } from '../../../../renderer/drawings/lane/lane-scene.ts';
import { laneTransactions } from '../../../../renderer/drawings/lane/lane-transactions.ts';
import { allMarks, visiblePart } from '../../../../renderer/drawings/lane/visible-part.ts';
import type { Mark } from '../../../../renderer/drawings/marks/mark.ts';
import { textWidth } from '../../../../renderer/drawings/marks/text-width.ts';
import { batch, lane, marker, record, refusal, storyLane, t, transactional } from './support.ts';

const OPTIONS = { size: 'normal', width: 1014, t } as const;

function texts(marks: readonly Mark[]): string[] {
  return marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
}

function everything(scene: LaneScene): readonly Mark[] {
  return allMarks(visiblePart(scene, { from: 0, to: Number.POSITIVE_INFINITY }));
}

function reader(isolation: ReaderView['isolation'], options: Partial<ReaderView>): ReaderView {
  return { isolation, position: 0, delivered: [], deliveredCount: 0, waitsAt: null, ...options };
}

describe('sizes of a lane', () => {
  it('has the heights of the three geometries', () => {
    const heightOf = (size: 'compact' | 'normal' | 'large') =>
      layoutLane(storyLane(), { ...OPTIONS, size }).height;
    expect([heightOf('compact'), heightOf('normal'), heightOf('large')]).toEqual([113, 129, 163]);
  });

  it('gives each offset one width between 44 and 92 pixels', () => {
    expect(cellWidthFor({ trackWidth: 886, cells: 5 })).toBe(92);
    expect(cellWidthFor({ trackWidth: 886, cells: 14 })).toBeCloseTo(61.86, 2);
    expect(cellWidthFor({ trackWidth: 886, cells: 100 })).toBe(44);
  });

  it('narrows the label column below 900 pixels', () => {
    expect([labelWidth(1014), labelWidth(899)]).toEqual([136, 128]);
  });

  it('becomes wider than what is seen when 44 pixels an offset do not fit', () => {
    const many = lane(Array.from({ length: 60 }, (_, offset) => batch(offset)));
    const scene = layoutLane(many, OPTIONS);
    expect(scene.cellWidth).toBe(44);
    expect(scene.trackWidth).toBeGreaterThan(60 * 44);
  });
});

describe('offsets along the track', () => {
  it('stand at equal distances', () => {
    const { cells } = layoutLane(storyLane(), { ...OPTIONS, cellWidth: 60 });
    const starts = cells.map((cell) => Math.round(cell.x / 60));
    expect(starts).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('leave a gap of ten pixels where a segment begins', () => {
    const columns = new LaneColumns(
      [batch(0), batch(1, { segment: 1 })],
      { fromOffset: 0, logEndOffset: 2 },
      50,
    );
    expect((columns.columns[1]?.x ?? 0) - (columns.columns[0]?.x ?? 0)).toBe(60);
  });

  it('begin with the slice of a large batch that is told of', () => {
    const large = batch(0, {
      records: [record(900, 'a'), record(901, 'b')],
      recordCount: 902,
      lastOffset: 901,
      slice: { from: 899, to: 901, index: 900 },
    });
    const columns = new LaneColumns([large, batch(902)], { fromOffset: 899, logEndOffset: 903 }, 50);
    expect(columns.columns.map(({ first, record: shown }) => [first, shown?.key])).toEqual([
      [899, undefined],
      [900, 'a'],
      [901, 'b'],
      [902, 'k'],
    ]);
  });

  it('show each missing offset, and fold a long run of them into one column', () => {
    const few = new LaneColumns([batch(0), batch(4)], { fromOffset: 0, logEndOffset: 5 }, 50);
    expect(few.columns.map((column) => column.batch === null)).toEqual([false, true, true, true, false]);
    const many = new LaneColumns([batch(0), batch(1000)], { fromOffset: 0, logEndOffset: 1001 }, 50);
    expect(many.columns.map(({ first, last }) => [first, last])).toEqual([
      [0, 0],
      [1, 999],
      [1000, 1000],
    ]);
    expect(many.xOf(1000)).toBe(112);
  });

  it('go on beyond the log end', () => {
    const columns = new LaneColumns([batch(0)], { fromOffset: 0, logEndOffset: 1 }, 50);
    expect(columns.xOf(3)).toBe(columns.endX + 100);
  });
});

describe('names of cells', () => {
  it('say partition, offset, verdict, key and writer', () => {
    const { cells } = layoutLane(storyLane(), OPTIONS);
    expect(cells.map((cell) => cell.name)).toEqual([
      'orders-0, offset 0, plain, key o-15',
      'orders-0, offset 1, plain, key o-16',
      'orders-0, offset 2, committed, key o-17, A epoch 0',
      'orders-0, offset 3, committed, key o-18, A epoch 0',
      'orders-0, offset 4, COMMIT marker, A epoch 2, coordinator epoch 0',
      'orders-0, offset 5, aborted, key o-20, A epoch 1',
      'orders-0, offset 6, aborted, key o-21, A epoch 1',
      'orders-0, offset 7, ABORT marker, A epoch 2, coordinator epoch 0',
    ]);
  });

  it('name a stranger by its producer id, and a record without a key as such', () => {
    const { cells } = layoutLane(
      lane([transactional(0, { verdict: 'open', process: null, keys: [null] })], { lastStableOffset: 0 }),
      OPTIONS,
    );
    expect(cells[0]?.name).toBe('orders-0, offset 0, open, no key, pid 1000 epoch 1');
  });

  it('add a cell for the newest refused write', () => {
    const { cells } = layoutLane(storyLane({ refused: [refusal()] }), OPTIONS);
    expect(cells.at(-1)?.name).toBe(
      'orders-0, refused with 47, never in the log, 2 records, A epoch 1, current epoch 4',
    );
    expect(cells.at(-1)?.target?.kind).toBe('refused');
  });

  it('compare epochs only when the current one is higher', () => {
    const words = (currentEpoch: number): string[] =>
      layoutLane(storyLane({ refused: [{ ...refusal(), currentEpoch }] }), OPTIONS).refusals.flatMap(
        ({ marks }) => marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : [])),
      );
    expect(words(4)).toContain('A, epoch 1 < 4');
    expect(words(0)).toContain('A, epoch 1');
  });
});

describe('keys on a lane', () => {
  const { cells } = layoutLane(storyLane(), OPTIONS);

  it('walk cells and stop at the ends', () => {
    expect(cellForKey(cells, 0, 'ArrowRight')).toBe(1);
    expect(cellForKey(cells, 7, 'ArrowRight')).toBe(7);
    expect(cellForKey(cells, 0, 'ArrowLeft')).toBe(0);
    expect(cellForKey(cells, 3, 'Home')).toBe(0);
    expect(cellForKey(cells, 3, 'End')).toBe(7);
    expect(cellForKey(cells, 3, 'x')).toBeUndefined();
  });

  it('jump to the next marker, and from the last one to the first', () => {
    expect(cellForKey(cells, 0, 'm')).toBe(4);
    expect(cellForKey(cells, 4, 'M')).toBe(7);
    expect(cellForKey(cells, 7, 'm')).toBe(4);
  });

  it('stay where they are when there is no marker', () => {
    const plain = layoutLane(lane([batch(0), batch(1)]), OPTIONS).cells;
    expect(cellForKey(plain, 1, 'm')).toBe(1);
  });
});

describe('transactions of a lane', () => {
  it('are closed by their own marker', () => {
    const [first, second] = laneTransactions(storyLane().batches, 8);
    expect([first?.verdict, first?.closeOffset, first?.level]).toEqual(['committed', 4, null]);
    expect([second?.verdict, second?.closeOffset]).toEqual(['aborted', 7]);
  });

  it('stay open to the log end without a marker', () => {
    const [open] = laneTransactions([transactional(0, { verdict: 'open' })], 1);
    expect([open?.verdict, open?.closeOffset, open?.level]).toEqual(['open', 1, null]);
  });

  it('run over the records of others, each such line on its own level', () => {
    const batches = [
      transactional(0, { verdict: 'open' }),
      transactional(1, { verdict: 'open', producerId: 1001 }),
      transactional(2, { verdict: 'open', producerId: 1002 }),
      batch(3),
    ];
    const levels = laneTransactions(batches, 4).map(({ level }) => level);
    expect(levels).toEqual([0, 1, 2]);
  });

  it('take a level again once the line on it has come down', () => {
    const batches = [
      transactional(0, { verdict: 'committed' }),
      batch(1),
      marker(2, 'COMMIT', { firstOffset: 0 }),
      transactional(3, { verdict: 'committed' }),
      batch(4),
      marker(5, 'COMMIT', { firstOffset: 3 }),
    ];
    expect(laneTransactions(batches, 6).map(({ level }) => level)).toEqual([0, 0]);
  });

  it('beyond three lines become a count', () => {
    const batches = [0, 1, 2, 3, 4].map((offset) =>
      transactional(offset, { verdict: 'open', producerId: 1000 + offset }),
    );
    const scene = layoutLane(lane([...batches, batch(5)], { lastStableOffset: 0 }), OPTIONS);
    const more = scene.rails.find((group) => group.key === 'more');
    expect(texts(more?.marks ?? [])).toEqual(['+2']);
  });

  it('that began before the first offset in view have rails from the left edge and no start', () => {
    const batches = [
      transactional(10, { verdict: 'committed', transactionFirstOffset: 8 }),
      marker(11, 'COMMIT', { firstOffset: 8 }),
    ];
    const [rail] = layoutLane(lane(batches), OPTIONS).rails;
    expect(rail?.x).toBe(0);
  });
});

describe('flags', () => {
  const flagTexts = (options: Parameters<typeof storyLane>[0]) =>
    layoutLane(storyLane(options), OPTIONS).flags.flatMap((flag) => texts(flag.marks));

  it('merge when the three offsets are equal', () => {
    expect(flagTexts({})).toEqual(['LSO = HW = LEO 8']);
  });

  it('show the LSO alone when it is held back', () => {
    expect(flagTexts({ lastStableOffset: 5 })).toEqual(['LSO 5', 'HW = LEO 8']);
  });

  it('show three when all differ', () => {
    expect(flagTexts({ lastStableOffset: 5, highWatermark: 7 })).toEqual(['LSO 5', 'HW 7', 'LEO 8']);
  });

  it('fly to the left where there is no room on the right', () => {
    const narrow = layoutLane(storyLane({ lastStableOffset: 5 }), { ...OPTIONS, width: 512 });
    const leo = narrow.flags.at(-1);
    const words = leo?.marks.find((mark) => mark.kind === 'text');
    expect(words?.kind === 'text' && words.x).toBeLessThan(0);
  });
});

describe('readers', () => {
  const readers = [
    reader('read_committed', { position: 5, delivered: [0, 1, 2, 3], deliveredCount: 4, waitsAt: 5 }),
    reader('read_uncommitted', {
      position: 8,
      delivered: [0, 1, 2, 3, 5, 6],
      deliveredCount: 6,
    }),
  ];

  it('are counted in the label column', () => {
    const scene = layoutLane(storyLane({ readers }), OPTIONS);
    expect(texts(scene.label)).toEqual([
      'orders-0',
      '642 B on disk',
      'received',
      'read_committed',
      '4',
      'read_uncommitted',
      '6',
    ]);
  });

  it('have room for a count of three digits beside their names', () => {
    const many = [reader('read_uncommitted', { position: 351, delivered: [], deliveredCount: 351 })];
    for (const width of [899, 1014]) {
      const { label } = layoutLane(storyLane({ readers: many }), { ...OPTIONS, width });
      const [name, count] = ['read_uncommitted', '351'].map((text) =>
        label.find((mark) => mark.kind === 'text' && mark.text === text),
      );
      if (name?.kind !== 'text' || count?.kind !== 'text') throw new Error('name or count is missing');
      const nameEnd = name.x + textWidth(name.text, name);
      expect(count.x - textWidth(count.text, count)).toBeGreaterThan(nameEnd + 2);
    }
  });

  it('wait at the last stable offset in one bar', () => {
    const scene = layoutLane(storyLane({ readers, lastStableOffset: 5 }), OPTIONS);
    const marks = scene.rows.flatMap((group) => group.marks);
    expect(texts(marks)).toContain('waits at LSO 5');
    expect(marks.filter((mark) => mark.kind === 'rect' && mark.fill === 'hatch-waiting')).toHaveLength(1);
  });

  it('skip an aborted batch once, in words, with a line over each of its records', () => {
    const past = [reader('read_committed', { position: 8, delivered: [0, 1, 2, 3], deliveredCount: 4 })];
    const marks = layoutLane(storyLane({ readers: past }), OPTIONS).rows.flatMap((group) => group.marks);
    expect(texts(marks).filter((text) => text === 'skips')).toHaveLength(1);
    expect(marks.filter((mark) => mark.kind === 'line' && mark.stroke === 'v-aborted')).toHaveLength(2);
  });
});

describe('a refused write', () => {
  it('stands behind three pickets with its code, its epochs and where it is not', () => {
    const scene = layoutLane(storyLane({ refused: [refusal()] }), OPTIONS);
    expect(scene.barrier.filter((mark) => mark.kind === 'path' && mark.fill === 'v-refused')).toHaveLength(3);
    expect(texts(scene.refusals.flatMap((group) => group.marks))).toEqual([
      'o-23',
      'o-24',
      'A, epoch 1 < 4',
      '47 INVALID_PRODUCER_EPOCH',
      'never in the log',
    ]);
  });

  it('gives up the name of the code where there is no room', () => {
    const scene = layoutLane(storyLane({ refused: [refusal()] }), { ...OPTIONS, width: 620 });
    expect(texts(scene.refusals.flatMap((group) => group.marks))).toContain('47 refused');
  });

  it('counts older ones', () => {
    const scene = layoutLane(storyLane({ refused: [refusal(), refusal({ atMs: 2 })] }), OPTIONS);
    expect(texts(scene.refusals.flatMap((group) => group.marks))).toContain('1 more refused');
  });
});

describe('marks', () => {
  it('never name a colour, only tokens and hatches', () => {
    const scene = layoutLane(storyLane({ refused: [refusal()], lastStableOffset: 5 }), OPTIONS);
    for (const mark of everything(scene)) {
      for (const paint of ['fill', 'stroke'] as const) {
        const value = paint in mark ? (mark as Record<string, unknown>)[paint] : undefined;
        if (value !== undefined) expect(value).toMatch(/^[a-z][a-z0-9-]*$/);
      }
    }
  });

  it('are left out where they are not seen', () => {
    const many = lane(Array.from({ length: 200 }, (_, offset) => batch(offset)));
    const scene = layoutLane(many, OPTIONS);
    const part = visiblePart(scene, { from: 0, to: 900 });
    expect(part.blocks.length).toBeLessThan(25);
    expect(part.blocks[0]?.key).toBe('0');
  });
});

describe('motion', () => {
  const at = (logEndOffset: number, nowMs: number) => ({
    name: 'orders-0',
    logEndOffset,
    refusedCount: 0,
    nowMs,
  });

  it('moves only what arrived with the last change', () => {
    const motion = new LaneMotion();
    motion.observe(at(5, 0));
    expect(motion.isFresh(4)).toBe(false);
    motion.observe(at(7, 10));
    expect([motion.isFresh(4), motion.isFresh(5), motion.isFresh(6)]).toEqual([false, true, true]);
  });

  it('is off above twenty records a second', () => {
    const motion = new LaneMotion();
    motion.observe(at(0, 0));
    motion.observe(at(21, 100));
    expect(motion.isFresh(20)).toBe(false);
    motion.observe(at(22, 1500));
    expect(motion.isFresh(21)).toBe(true);
  });

  it('starts anew with another partition or a log that became shorter', () => {
    const motion = new LaneMotion();
    motion.observe(at(5, 0));
    motion.observe(at(2, 10));
    expect(motion.isFresh(1)).toBe(false);
  });

  it('reads durations of tokens', () => {
    expect([parseDuration('420ms'), parseDuration('.42s'), parseDuration('0ms'), parseDuration('')]).toEqual([
      420, 420, 0, 0,
    ]);
  });
});
