import type { Pattern } from './pattern.ts';
import { WildcardFile } from './wildcard-file.ts';

/** A rank that no rule has. */
const NONE = 0x7fffffff;

const NO_NODES: readonly PrefixNode[] = [];
const NO_RANKS: readonly number[] = [];
/** Up to this number, a list of children is faster than a map. */
const FEW = 6;

/** A node in the tree of first pieces. At this node, `depth` bytes of the path are matched. */
export class PrefixNode {
  readonly depth: number;
  label: string;
  /** Lowest rank of the rules that end here and match any continuation. */
  open = NONE;
  /** Lowest rank of the rules that end here and match only the end of the path. */
  closed = NONE;
  /** Ranks of the rules that end here, ascending. */
  plain: readonly number[] = NO_RANKS;
  /** Rules whose first `*` is here. */
  wildcards: WildcardFile | null = null;
  /** Children while there are few; `byUnit` when there are many. */
  private few: readonly PrefixNode[] = NO_NODES;
  private byUnit: Map<number, PrefixNode> | null = null;

  constructor(label: string, depth: number) {
    this.label = label;
    this.depth = depth;
  }

  /** The child whose label comes next in the path. */
  step(path: string): PrefixNode | undefined {
    const child = this.childAt(path.charCodeAt(this.depth));
    if (child === undefined) return undefined;
    const { label } = child;
    // Labels are short, so a loop is faster than startsWith.
    for (let at = 1; at < label.length; at += 1) if (label.charCodeAt(at) !== path.charCodeAt(this.depth + at)) return undefined;
    return child;
  }

  childAt(unit: number): PrefixNode | undefined {
    if (this.byUnit !== null) return this.byUnit.get(unit);
    for (let index = 0; index < this.few.length; index += 1) {
      const child = this.few[index] as PrefixNode;
      if (child.label.charCodeAt(0) === unit) return child;
    }
    return undefined;
  }

  /** Adds a child; it replaces the child that starts with the same unit. */
  adopt(child: PrefixNode): void {
    const unit = child.label.charCodeAt(0);
    if (this.byUnit !== null) {
      this.byUnit.set(unit, child);
      return;
    }
    const same = this.few.findIndex(each => each.label.charCodeAt(0) === unit);
    this.few = same < 0 ? [...this.few, child] : this.few.with(same, child);
    if (this.few.length > FEW) this.byUnit = new Map(this.few.map(each => [each.label.charCodeAt(0), each]));
  }
}

/** The rules of a group by their first literal piece, in a radix tree. A path meets only rules whose first piece it starts with. */
export class PrefixTree {
  readonly root = new PrefixNode('', 0);

  /** `patterns` are in order of rank. Takes one pass over the first pieces. */
  constructor(patterns: readonly Pattern[]) {
    const starred = new Map<PrefixNode, number[]>();
    patterns.forEach((pattern, rank) => {
      const node = this.place(pattern.pieces[0] as string);
      // `/a*` and `/a*$` mean the same as `/a`.
      const isEndless = pattern.pieces.length === 2 && pattern.pieces[1] === '' && !(pattern.gap === 1 && pattern.anchored);
      const isPlain = pattern.pieces.length === 1 || isEndless;
      if (!isPlain) {
        const ranks = starred.get(node);
        if (ranks === undefined) starred.set(node, [rank]);
        else ranks.push(rank);
        return;
      }
      if (node.plain.length === 0) node.plain = [rank];
      else (node.plain as number[]).push(rank);
      if (pattern.anchored && pattern.pieces.length === 1) node.closed = Math.min(node.closed, rank);
      else node.open = Math.min(node.open, rank);
    });
    for (const [node, ranks] of starred) node.wildcards = new WildcardFile(ranks, patterns);
  }

  /** The node where `text` ends; it is created if missing. Nodes keep their identity when an edge is split. */
  private place(text: string): PrefixNode {
    let node = this.root;
    while (node.depth < text.length) {
      const child = node.childAt(text.charCodeAt(node.depth));
      if (child === undefined) {
        const leaf = new PrefixNode(text.slice(node.depth), text.length);
        node.adopt(leaf);
        return leaf;
      }
      const common = commonLength(child.label, text, node.depth);
      node = common === child.label.length ? child : split(node, child, common);
    }
    return node;
  }
}

function commonLength(label: string, text: string, from: number): number {
  let length = 0;
  while (length < label.length && label.charCodeAt(length) === text.charCodeAt(from + length)) length += 1;
  return length;
}

/** Inserts a node between a parent and its child, `common` bytes below the parent. */
function split(parent: PrefixNode, child: PrefixNode, common: number): PrefixNode {
  const middle = new PrefixNode(child.label.slice(0, common), parent.depth + common);
  parent.adopt(middle);
  child.label = child.label.slice(common);
  middle.adopt(child);
  return middle;
}
