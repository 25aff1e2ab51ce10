/** The facts of a story and the lines between them, put into an order in which causes stand before effects. */

import type { XraySay } from '#core/lab-api/xray-says.ts';
import type { XrayColumn, XrayNode, XraySentence } from '#core/lab-api/xray-views.ts';

const COLUMNS: readonly XrayColumn[] = ['process', 'wire', 'coordinator', 'partition', 'reader'];

export type NewNode = Pick<XrayNode, 'id' | 'column' | 'chapter' | 'atMs' | 'say'> &
  Partial<Omit<XrayNode, 'id' | 'column' | 'chapter' | 'atMs' | 'say'>>;

export class XrayGraph {
  readonly #nodes = new Map<string, XrayNode>();

  /** Adds a fact; causes that are not known are left out. Answers its id. */
  add(node: NewNode): string {
    const whole: XrayNode = {
      lastAtMs: node.atMs,
      count: 1,
      tone: 'normal',
      bytes: [],
      process: null,
      place: null,
      ...node,
      causes: (node.causes ?? []).filter((cause) => this.#nodes.has(cause)),
    };
    this.#nodes.set(whole.id, whole);
    return whole.id;
  }

  /** Says that one fact led to another, when both are known. */
  link(cause: string, effect: string): void {
    const node = this.#nodes.get(effect);
    if (node === undefined || !this.#nodes.has(cause) || cause === effect || node.causes.includes(cause))
      return;
    if (this.#leadsTo(effect, cause)) return;
    this.#nodes.set(effect, { ...node, causes: [...node.causes, cause] });
  }

  /** A better time for a fact than the one it was added with. */
  stamp(id: string, atMs: number): void {
    const node = this.#nodes.get(id);
    if (node === undefined) return;
    const lastAtMs = node.count === 1 ? atMs : node.lastAtMs;
    this.#nodes.set(id, { ...node, atMs, lastAtMs });
  }

  has(id: string): boolean {
    return this.#nodes.has(id);
  }

  all(): readonly XrayNode[] {
    return [...this.#nodes.values()];
  }

  /** By time; no node stands before what caused it. */
  inOrder(): readonly XrayNode[] {
    const rank = new Map<string, { readonly atMs: number; readonly depth: number }>();
    const rankOf = (node: XrayNode): { readonly atMs: number; readonly depth: number } => {
      const known = rank.get(node.id);
      if (known !== undefined) return known;
      let atMs = node.atMs ?? Number.NEGATIVE_INFINITY;
      let depth = 0;
      for (const cause of node.causes) {
        const before = this.#nodes.get(cause);
        if (before === undefined) continue;
        const its = rankOf(before);
        if (its.atMs > atMs) atMs = its.atMs;
        depth = Math.max(depth, its.depth + 1);
      }
      const own = { atMs, depth };
      rank.set(node.id, own);
      return own;
    };
    return this.all()
      .map((node) => ({ node, ...rankOf(node) }))
      .sort(
        (a, b) =>
          a.atMs - b.atMs ||
          a.depth - b.depth ||
          COLUMNS.indexOf(a.node.column) - COLUMNS.indexOf(b.node.column),
      )
      .map(({ node }) => node);
  }

  #leadsTo(from: string, to: string): boolean {
    const seen = new Set<string>();
    const look = (id: string): boolean => {
      if (id === from) return true;
      if (seen.has(id)) return false;
      seen.add(id);
      return (this.#nodes.get(id)?.causes ?? []).some(look);
    };
    return look(to);
  }
}

/** A sentence of the window. */
export function say(key: XraySay, params: XraySentence['params'] = {}): XraySentence {
  return { key, params };
}

/** Offsets from the first to the last, both included, as sentences have them: `span` 0 is one offset. */
export function spanOf({
  firstOffset,
  lastOffset,
}: {
  readonly firstOffset: number;
  readonly lastOffset: number;
}): XraySentence['params'] {
  return { firstOffset, lastOffset, span: lastOffset - firstOffset };
}
