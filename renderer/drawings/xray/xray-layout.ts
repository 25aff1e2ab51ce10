/** The X-ray as a picture: five columns, time downwards, a row a fact, right-angled lines from cause to effect. */
import type { XrayChapter, XrayColumn, XrayNode } from '#core/lab-api/xray-views.ts';

export const XRAY_COLUMNS: readonly XrayColumn[] = ['process', 'wire', 'coordinator', 'partition', 'reader'];
export const XRAY_TIME_WIDTH = 88;
/** A node has its head and a few lines of words: the narrower it is, the more. */
const NODE_HEIGHT = 23;
const LINE_HEIGHT = 14.6;
/** Widths from which so many lines do. */
const TWO_LINES_FROM = 190;
const THREE_LINES_FROM = 165;
const ROW_GAP = 6;
const GAP = 16;
const NODE_WIDTH_MIN = 124;
const TOP = 6;
const CHAPTER_GAP = 22;

export interface XrayBox {
  readonly node: XrayNode;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface XrayLine {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** SVG path. */
  readonly d: string;
}

export interface XrayPicture {
  readonly width: number;
  readonly height: number;
  /** Lines of words below the head of a node. */
  readonly lineCount: number;
  readonly boxes: readonly XrayBox[];
  readonly lines: readonly XrayLine[];
  /** A hairline above the first fact of each chapter but the first. */
  readonly chapters: readonly { readonly chapter: XrayChapter; readonly y: number }[];
  readonly columns: readonly { readonly column: XrayColumn; readonly x: number; readonly width: number }[];
}

/** Lays facts out in their order; `width` is what the panel has. */
export function layoutXray(nodes: readonly XrayNode[], width: number): XrayPicture {
  const count = XRAY_COLUMNS.length;
  const space = width - XRAY_TIME_WIDTH - GAP * count;
  const nodeWidth = Math.max(NODE_WIDTH_MIN, Math.floor(space / count));
  const lineCount = nodeWidth >= TWO_LINES_FROM ? 2 : nodeWidth >= THREE_LINES_FROM ? 3 : 4;
  const height = Math.ceil(NODE_HEIGHT + lineCount * LINE_HEIGHT);
  const columns = XRAY_COLUMNS.map((column, index) => ({
    column,
    x: XRAY_TIME_WIDTH + index * (nodeWidth + GAP),
    width: nodeWidth,
  }));
  const boxes: XrayBox[] = [];
  const chapters: { chapter: XrayChapter; y: number }[] = [];
  const seen = new Set<XrayChapter>();
  let y = TOP;
  for (const node of nodes) {
    if (!seen.has(node.chapter)) {
      if (seen.size > 0) y += CHAPTER_GAP;
      chapters.push({ chapter: node.chapter, y: y - (seen.size > 0 ? CHAPTER_GAP / 2 : 0) });
      seen.add(node.chapter);
      if (chapters.length === 1) y += CHAPTER_GAP / 2;
    }
    const x = columns[XRAY_COLUMNS.indexOf(node.column)]?.x ?? 0;
    boxes.push({ node, x, y, width: nodeWidth, height });
    y += height + ROW_GAP;
  }
  return {
    width: XRAY_TIME_WIDTH + count * (nodeWidth + GAP),
    height: y + TOP,
    lineCount,
    boxes,
    lines: linesOf(boxes),
    chapters,
    columns,
  };
}

function linesOf(boxes: readonly XrayBox[]): readonly XrayLine[] {
  const byId = new Map(boxes.map((box) => [box.node.id, box]));
  return boxes.flatMap((to) =>
    to.node.causes.flatMap((cause) => {
      const from = byId.get(cause);
      if (from === undefined) return [];
      return [{ id: `${cause} ${to.node.id}`, from: cause, to: to.node.id, d: pathBetween(from, to) }];
    }),
  );
}

/** Out of the cause's side, down beside the effect, into its side. */
function pathBetween(from: XrayBox, to: XrayBox): string {
  const fromY = from.y + from.height / 2;
  const toY = to.y + to.height / 2;
  if (to.x === from.x) {
    const x = from.x + 10.5;
    return `M${x} ${from.y + from.height}V${to.y}`;
  }
  if (to.x > from.x) {
    const x = to.x - GAP / 2 - 0.5;
    return `M${from.x + from.width} ${fromY}H${x}V${toY}H${to.x}`;
  }
  const x = to.x + to.width + GAP / 2 - 0.5;
  return `M${from.x} ${fromY}H${x}V${toY}H${to.x + to.width}`;
}

/** A fact with all its causes and all its effects, however far. */
export function relatedTo(nodes: readonly XrayNode[], id: string | null): ReadonlySet<string> {
  const related = new Set<string>();
  if (id === null) return related;
  const effects = new Map<string, string[]>();
  const causes = new Map(nodes.map((node) => [node.id, node.causes]));
  for (const node of nodes) {
    for (const cause of node.causes) effects.set(cause, [...(effects.get(cause) ?? []), node.id]);
  }
  const follow = (links: ReadonlyMap<string, readonly string[]>): void => {
    const waiting = [id];
    const reached = new Set<string>();
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      waiting.push(...(links.get(next) ?? []));
    }
    for (const one of reached) related.add(one);
  };
  follow(causes);
  follow(effects);
  return related;
}
