import { describe, expect, it } from 'vitest';
import type { FrameView, TimelineItem } from '#core/lab-api/views.ts';
import {
  axisTicks,
  fitView,
  panView,
  tickLabel,
  zoomView,
} from '../../../../renderer/drawings/timeline/timeline-axis.ts';
import { filterItems } from '../../../../renderer/drawings/timeline/timeline-filter.ts';
import { hitAt, layoutTimeline } from '../../../../renderer/drawings/timeline/timeline-layout.ts';
import { fittingRows, timelineRows } from '../../../../renderer/drawings/timeline/timeline-rows.ts';
import { stripPaths } from '../../../../renderer/drawings/timeline/timeline-strip.ts';
import { sayItem } from '../../../../renderer/drawings/timeline/timeline-words.ts';
import { t } from './support.ts';

let seq = 0;

function frame(atMs: number, options: Partial<FrameView> = {}): TimelineItem {
  const number = ++seq;
  const view: FrameView = {
    frame: number,
    atMs,
    tookMs: 1.25,
    connection: 1,
    clientId: 'order-service-A',
    process: 'A',
    apiKey: 0,
    api: 'Produce',
    version: 12,
    correlationId: number,
    requestSize: 100,
    responseSize: 60,
    errorCode: 0,
    transactionalId: 'order-service-1',
    producerId: 1000,
    producerEpoch: 0,
    partitions: ['orders-0'],
    ...options,
  };
  return { kind: 'frame', id: `f${number}`, frame: view, atMs, seq: number };
}

function state(atMs: number, name: string, epoch = 0): TimelineItem {
  const number = ++seq;
  return {
    kind: 'state',
    id: `s${number}`,
    transactionalId: 'order-service-1',
    state: name,
    epoch,
    producerId: 1000,
    cause: '',
    atMs,
    seq: number,
  };
}

type AppendOptions = Partial<Extract<TimelineItem, { kind: 'append' }>>;

function append(atMs: number, mark: AppendOptions['mark'], options: AppendOptions = {}): TimelineItem {
  const number = ++seq;
  return {
    kind: 'append',
    id: `a${number}`,
    topic: 'orders',
    partition: 0,
    baseOffset: number,
    lastOffset: number,
    producerId: 1000,
    producerEpoch: 0,
    mark: mark ?? 'plain',
    atMs,
    seq: number,
    ...options,
  };
}

function process(atMs: number, id: string, name: 'running' | 'frozen' | 'fenced'): TimelineItem {
  const number = ++seq;
  return { kind: 'process', id: `p${number}`, process: id, state: name, atMs, seq: number };
}

const OPTIONS = {
  width: 1134,
  height: 137,
  view: { from: 0, to: 10_000 },
  startedAtMs: 0,
  nowMs: 9000,
  selected: undefined,
  isExpanded: false,
  t,
} as const;

describe('rows', () => {
  it('are one a process, the frames, one a transactional id, one a partition', () => {
    const rows = timelineRows(
      [
        process(1, 'A', 'running'),
        frame(2),
        state(3, 'Ongoing'),
        append(4, 'plain', { partition: 10 }),
        append(5, 'plain', { partition: 9 }),
        append(6, 'plain', { topic: '__transaction_state' }),
      ],
      [
        { id: 'A', osPid: 42 },
        { id: 'B', osPid: null },
      ],
    );
    expect(rows.map((row) => row.key)).toEqual([
      'process A',
      'process B',
      'frames',
      'id order-service-1',
      'partition orders-9',
      'partition orders-10',
      'partition __transaction_state-0',
    ]);
  });

  it('let a state last until the next one, and the last until now', () => {
    const [, states] = timelineRows([state(10, 'Empty'), state(30, 'Ongoing')], []);
    expect(states?.kind === 'states' && states.spans.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([
      [10, 30],
      [30, null],
    ]);
  });

  it('decide records when the marker of their producer id comes', () => {
    const rows = timelineRows(
      [
        append(1, 'transactional'),
        append(2, 'transactional', { producerId: 2000 }),
        append(3, 'marker-abort'),
        append(4, 'transactional'),
        append(5, 'plain', { producerId: -1 }),
      ],
      [],
    );
    const appends = rows.find((row) => row.kind === 'appends');
    expect(appends?.kind === 'appends' && appends.appends.map(({ verdict }) => verdict)).toEqual([
      'aborted',
      'open',
      'marker-abort',
      'open',
      'plain',
    ]);
  });

  it('that do not fit fold into a count, those of the selection stay', () => {
    const selected = append(5, 'plain', { partition: 7 });
    const items = [
      ...Array.from({ length: 9 }, (_, partition) => append(partition, 'plain', { partition })),
      selected,
    ];
    const { rows, hiddenCount } = fittingRows(timelineRows(items, []), { count: 4, selected });
    expect(rows[0]?.key).toBe('partition orders-7');
    expect([rows.length, hiddenCount]).toEqual([3, 7]);
  });
});

describe('axis', () => {
  it('fits the run into calm steps', () => {
    expect(fitView(5000, 12_000)).toEqual({ from: 0, to: 12_000 });
    expect(fitView(11_900, 12_000)).toEqual({ from: 0, to: 15_000 });
    expect(fitView(75_000, 12_000)).toEqual({ from: 0, to: 78_000 });
    expect(fitView(7_000_000, 12_000)).toEqual({ from: 0, to: 9_000_000 });
  });

  it('zooms around a moment that keeps its place', () => {
    const view = zoomView({ from: 0, to: 10_000 }, 0.5, 4000);
    expect(view).toEqual({ from: 2000, to: 7000 });
    expect((4000 - view.from) / (view.to - view.from)).toBeCloseTo(0.4);
  });

  it('never zooms in to nothing, nor pans before the start', () => {
    expect(zoomView({ from: 0, to: 30 }, 0.1, 10).to).toBeGreaterThanOrEqual(20);
    expect(panView({ from: 100, to: 300 }, -500)).toEqual({ from: 0, to: 200 });
  });

  it('labels moments at least 64 pixels apart', () => {
    const ticks = axisTicks({ from: 0, to: 10_000 }, 1000);
    expect(ticks.map(tickLabel)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
    expect(axisTicks({ from: 0, to: 10_000 }, 200).map(({ atMs }) => atMs)).toEqual([0, 5000, 10_000]);
    expect(tickLabel({ atMs: 6500, digits: 1 })).toBe('6.5');
    expect(tickLabel({ atMs: 125_000, digits: 0 })).toBe('2:05');
  });
});

describe('filters', () => {
  const own = frame(1);
  const other = frame(2, {
    process: 'B',
    transactionalId: 'other',
    producerId: 2000,
    connection: 2,
    partitions: [],
  });
  const items = [
    process(0, 'A', 'running'),
    process(0, 'B', 'running'),
    own,
    other,
    state(3, 'Ongoing'),
    append(4, 'transactional'),
    append(5, 'transactional', { producerId: 2000, partition: 1 }),
  ];
  const kinds = (filter: Parameters<typeof filterItems>[1]) =>
    filterItems(items, filter).map((item) => item.id);
  const ids = items.map((item) => item.id);

  it('let everything through', () => {
    expect(kinds({ kind: 'everything' })).toEqual(ids);
  });

  it.each([
    [{ kind: 'transactionalId', transactionalId: 'order-service-1' } as const, [0, 2, 4, 5]],
    [{ kind: 'producerId', producerId: 2000 } as const, [1, 3, 6]],
    [{ kind: 'connection', connection: 2 } as const, [1, 3, 6]],
    [{ kind: 'process', process: 'A' } as const, [0, 2, 4, 5]],
    [{ kind: 'partition', partition: 'orders-0' } as const, [0, 2, 4, 5]],
  ])('narrow to %j with what is linked to it', (filter, expected) => {
    expect(kinds(filter)).toEqual(expected.map((index) => ids[index]));
  });
});

describe('the drawing', () => {
  it('puts an event where its time is', () => {
    const scene = layoutTimeline(timelineRows([frame(5000)], []), OPTIONS);
    expect(scene.bodyWidth).toBe(1000);
    expect(scene.hits[0]?.x).toBe(497);
    expect(scene.nowX).toBe(900);
  });

  it('has no now line when now is not in view', () => {
    const scene = layoutTimeline([], { ...OPTIONS, view: { from: 0, to: 5000 } });
    expect(scene.nowX).toBeNull();
  });

  it('writes how long a process was frozen', () => {
    const rows = timelineRows(
      [process(0, 'A', 'running'), process(1000, 'A', 'frozen'), process(7500, 'A', 'running')],
      [{ id: 'A', osPid: 1 }],
    );
    const marks = layoutTimeline(rows, OPTIONS).body;
    expect(marks.some((mark) => mark.kind === 'text' && mark.text === 'frozen 6.5 s')).toBe(true);
  });

  it('writes the codes of errors that do not touch', () => {
    const rows = timelineRows([frame(5000, { errorCode: 47 }), frame(5080, { errorCode: 90 })], []);
    const codes = layoutTimeline(rows, OPTIONS).body.flatMap((mark) =>
      mark.kind === 'text' ? [[mark.text, Math.round(mark.x)]] : [],
    );
    expect(codes).toEqual([
      ['47', 482],
      ['90', 513],
    ]);
  });

  it('merges neighbours above 2,000 events in view, with a count', () => {
    const items = Array.from({ length: 2500 }, (_, index) => frame(index * 3));
    const scene = layoutTimeline(timelineRows(items, []), OPTIONS);
    expect(scene.body.length).toBeLessThan(200);
    const counts = scene.body.flatMap((mark) => (mark.kind === 'text' ? [Number(mark.text)] : []));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(2300);
  });

  it('draws only what is in view', () => {
    const items = Array.from({ length: 1000 }, (_, index) => frame(index * 100));
    const scene = layoutTimeline(timelineRows(items, []), { ...OPTIONS, view: { from: 50_000, to: 51_000 } });
    expect(scene.hits).toHaveLength(11);
  });

  it('finds the event under the pointer, the smallest where they overlap', () => {
    const rows = timelineRows([frame(5000), state(0, 'Ongoing')], []);
    const scene = layoutTimeline(rows, OPTIONS);
    const tick = scene.hits.find((hit) => hit.item.kind === 'frame');
    expect(tick && hitAt(scene.hits, tick.x + 4, tick.y + 5)?.item.kind).toBe('frame');
    expect(hitAt(scene.hits, 100, tick?.y ?? 0)).toBeUndefined();
  });

  it('folds to one path a colour', () => {
    const paths = stripPaths([frame(1000), frame(1001), append(2000, 'marker-commit')], {
      view: { from: 0, to: 10_000 },
      startedAtMs: 0,
      width: 100,
    });
    expect(paths).toEqual([
      { colour: 'text-3', d: 'M10.5 6v8' },
      { colour: 'v-committed', d: 'M20.5 3v14' },
    ]);
  });
});

describe('the text twin', () => {
  it.each([
    [frame(1, { errorCode: 47 }), 'Produce v12 from A answered 47 INVALID_PRODUCER_EPOCH, 1.3 ms'],
    [frame(1), 'Produce v12 from A, 1.3 ms'],
    [state(1, 'PrepareAbort', 2), 'PrepareAbort, pid 1000, epoch 2'],
    [process(1, 'A', 'frozen'), 'A frozen'],
    [
      append(1, 'transactional', { baseOffset: 5, lastOffset: 6, producerEpoch: 1 }),
      'transactional records at 5..6, pid 1000, epoch 1',
    ],
    [append(1, 'refused', { baseOffset: -1, producerEpoch: 1 }), 'refused, pid 1000, epoch 1'],
    [append(1, 'plain', { baseOffset: 3, lastOffset: 3, producerId: -1 }), 'plain at 3'],
  ])('says %#', (item, sentence) => {
    expect(sayItem(item, t)).toBe(sentence);
  });
});
