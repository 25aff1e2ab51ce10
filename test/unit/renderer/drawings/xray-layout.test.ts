import { describe, expect, it } from 'vitest';
import type { XrayNode } from '#core/lab-api/xray-views.ts';
import { layoutXray, relatedTo, XRAY_COLUMNS } from '../../../../renderer/drawings/xray/xray-layout.ts';

function node(id: string, part: Partial<XrayNode> = {}): XrayNode {
  return {
    id,
    column: 'process',
    chapter: 'start',
    atMs: 0,
    lastAtMs: null,
    count: 1,
    say: { key: 'process.frozen', params: { process: 'A' } },
    tone: 'normal',
    causes: [],
    bytes: [],
    process: null,
    place: null,
    ...part,
  };
}

const NODES = [
  node('call'),
  node('frame', { column: 'wire', chapter: 'write', causes: ['call'] }),
  node('batch', { column: 'partition', chapter: 'write', causes: ['frame'] }),
  node('state', { column: 'coordinator', chapter: 'write', causes: ['frame'] }),
  node('marker', { column: 'partition', chapter: 'end', causes: ['batch', 'state'] }),
  node('other'),
];

describe('the X-ray laid out', () => {
  it('every fact has a row of its own, below the one before', () => {
    const { boxes } = layoutXray(NODES, 1000);
    const tops = boxes.map(({ y }) => y);
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    expect(new Set(tops).size).toBe(NODES.length);
  });

  it('columns stand in the order of the story and fit into the width', () => {
    const { columns, width } = layoutXray(NODES, 1000);
    expect(columns.map(({ column }) => column)).toEqual(XRAY_COLUMNS);
    expect(width).toBeLessThanOrEqual(1000);
  });

  it('too narrow, the picture is wider than its place and scrolls', () => {
    expect(layoutXray(NODES, 300).width).toBeGreaterThan(300);
  });

  it('narrow columns have more lines of words, and no fact lies on another', () => {
    const [wide, narrow] = [layoutXray(NODES, 1200), layoutXray(NODES, 860)];
    expect([wide.lineCount, narrow.lineCount]).toEqual([2, 4]);
    for (const { boxes } of [wide, narrow])
      for (const [i, box] of boxes.entries())
        expect(box.y).toBeGreaterThan(i === 0 ? 0 : (boxes[i - 1]?.y ?? 0) + (boxes[i - 1]?.height ?? 0));
  });

  it('a line leads from each cause that is known', () => {
    const { lines } = layoutXray([...NODES, node('late', { causes: ['gone', 'call'] })], 1000);
    expect(lines.map(({ from, to }) => `${from} ${to}`)).toEqual([
      'call frame',
      'frame batch',
      'frame state',
      'batch marker',
      'state marker',
      'call late',
    ]);
  });

  it('each chapter begins once', () => {
    expect(layoutXray(NODES, 1000).chapters.map(({ chapter }) => chapter)).toEqual(['start', 'write', 'end']);
  });

  it('a fact is related to all its causes and all its effects, and to nothing else', () => {
    expect([...relatedTo(NODES, 'batch')].sort()).toEqual(['batch', 'call', 'frame', 'marker']);
    expect(relatedTo(NODES, null).size).toBe(0);
  });
});
