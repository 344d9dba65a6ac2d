import type { RankedRule, RobotsRule } from '#shared/model/robots.ts';
import type { Dialect } from '../dialect.ts';
import { type Entry, entriesOf, ranking, whyLost } from './entries.ts';
import { matchedLength, matchesPattern, matchesRest, type Pattern } from './pattern.ts';
import { type PrefixNode, PrefixTree } from './prefix-tree.ts';

/** The rules that apply to one robot, ranked and indexed. A decision costs one walk along the path, plus the wildcard rules it meets. */
export interface CompiledGroup {
  /** The deciding line: negative if it disallows, 0 if no rule matches. `path` must be normalized as the dialect says. */
  verdictLine(path: string): number;
  /** Every matching rule, the winner first, with the reason why each other rule lost. */
  matching(path: string): RankedRule[];
  /** Adds the line of every matching rule, in any order and possibly more than once. Many times faster than `matching`. */
  matchingLines(path: string, into: number[]): void;
  /** Number of different patterns. */
  readonly size: number;
}

/**
 * Ranks and indexes rules. The precedence of rules does not depend on the path, so the order is fixed here. The winner for a path is
 * the matching entry with the lowest rank.
 */
export function compileGroup(rules: readonly RobotsRule[], dialect: Dialect): CompiledGroup {
  const entries = rules.flatMap((rule, order) => entriesOf(rule, order, dialect)).sort(ranking(dialect));
  if (dialect.literalSearch.value === 'nearest') return new NearestGroup(entries, dialect);
  if (dialect.length.value === 'matched-text' && dialect.precedence.value === 'longest')
    return new MeasuredGroup(entries, dialect);
  return new IndexedGroup(entries, dialect);
}

/** Number of paths tried before the rules of a group are indexed. One URL for many robots needs no index. */
const WORTH_INDEXING = 8;

/** The usual case. */
export class IndexedGroup implements CompiledGroup {
  readonly size: number;
  private readonly dialect: Dialect;
  /** Best first. */
  private readonly entries: readonly Entry[];
  /** Different patterns, in the order of the best entry of each. Made with the index. */
  private patterns: readonly Pattern[] = [];
  /** For each different pattern, the rank of its best entry. Entries with the same pattern match the same paths. */
  private readonly bestRanks: Int32Array;
  /** For each entry, the rank of the next one with the same pattern; -1 for none. */
  private readonly nextRanks: Int32Array;
  /** Line of each pattern's best entry; negative if it disallows. */
  private readonly signedLines: Int32Array;
  /** Built after enough paths to be worth it. */
  private tree: PrefixTree | null = null;
  private asked = 0;
  /** Nodes with wildcard rules found on the walk. Reused between calls to save the allocation. */
  private readonly met: PrefixNode[] = [];
  /** Patterns that match. Reused for the same reason. */
  private readonly matched: number[] = [];

  constructor(entries: readonly Entry[], dialect: Dialect) {
    this.dialect = dialect;
    this.entries = entries;
    // A file may have a hundred thousand rules: numbers in arrays instead of objects for each.
    const lastRanks = new Map<string, number>();
    const best: number[] = [];
    const nextRanks = new Int32Array(entries.length).fill(-1);
    for (const [rank, { text }] of entries.entries()) {
      const before = lastRanks.get(text);
      if (before === undefined) best.push(rank);
      else nextRanks[before] = rank;
      lastRanks.set(text, rank);
    }
    this.size = best.length;
    this.bestRanks = Int32Array.from(best);
    this.nextRanks = nextRanks;
    this.signedLines = Int32Array.from(best, rank => signed(entries[rank] as Entry));
  }

  /** The index; null while it is cheaper to try every pattern. */
  private indexed(): PrefixTree | null {
    if (this.tree === null && this.asked++ >= WORTH_INDEXING) {
      this.patterns = Array.from(this.bestRanks, rank => (this.entries[rank] as Entry).pattern);
      this.tree = new PrefixTree(this.patterns);
    }
    return this.tree;
  }

  private best(pattern: number): Entry {
    return this.entries[this.bestRanks[pattern] as number] as Entry;
  }

  /** Whether a pattern matches. Of most patterns only the text before the first wildcard is looked at. */
  private matches(pattern: number, path: string): boolean {
    const entry = this.best(pattern);
    const isElsewhere = this.dialect.starPattern.value !== 'anywhere' && !beginsAs(entry.text, path);
    return !isElsewhere && matchesPattern(entry.pattern, path);
  }

  verdictLine(path: string): number {
    const winner = this.winner(path);
    return winner < 0 ? 0 : (this.signedLines[winner] as number);
  }

  private winner(path: string): number {
    const tree = this.tree ?? this.indexed();
    const { met, patterns } = this;
    if (tree === null) {
      for (let index = 0; index < this.size; index += 1) if (this.matches(index, path)) return index;
      return -1;
    }
    let count = 0;
    let best = this.size;
    let node: PrefixNode | undefined = tree.root;
    let at = 0;
    while (node !== undefined) {
      at = node.depth;
      if (node.open < best) best = node.open;
      if (node.wildcards !== null) met[count++] = node;
      if (at === path.length) {
        if (node.closed < best) best = node.closed;
        break;
      }
      node = node.step(path);
    }
    for (let index = 0; index < count; index += 1) {
      const holder = met[index] as PrefixNode;
      if (holder.wildcards !== null) best = holder.wildcards.best(patterns, path, holder.depth, best);
    }
    return best === this.size ? -1 : best;
  }

  /** Adds the index of every matching pattern. */
  private collect(path: string, matched: number[]): void {
    const tree = this.indexed();
    if (tree === null) for (let index = 0; index < this.size; index += 1) if (this.matches(index, path)) matched.push(index);
    let node: PrefixNode | undefined = tree?.root;
    while (node !== undefined) {
      const depth: number = node.depth;
      for (const rank of node.plain) if (matchesRest(this.patterns[rank] as Pattern, path, depth)) matched.push(rank);
      node.wildcards?.collect(this.patterns, path, depth, matched);
      node = depth === path.length ? undefined : node.step(path);
    }
  }

  matchingLines(path: string, into: number[]): void {
    const { matched, entries, bestRanks, nextRanks } = this;
    matched.length = 0;
    this.collect(path, matched);
    for (let index = 0; index < matched.length; index += 1)
      for (let rank = bestRanks[matched[index] as number] as number; rank >= 0; rank = nextRanks[rank] as number)
        into.push((entries[rank] as Entry).rule.line);
  }

  matching(path: string): RankedRule[] {
    const { matched, entries, bestRanks, nextRanks } = this;
    matched.length = 0;
    this.collect(path, matched);
    const ranks: number[] = [];
    for (const pattern of matched)
      for (let rank = bestRanks[pattern] as number; rank >= 0; rank = nextRanks[rank] as number) ranks.push(rank);
    const ranked = ranks.sort((a, b) => a - b).map(rank => entries[rank] as Entry);
    return rankedRules(ranked, this.dialect);
  }

  /** As `verdictLine`, for dialects where the pattern that matches the longest part of the path wins; of equal ones, the first. */
  coveringLine(path: string): number {
    const { matched } = this;
    matched.length = 0;
    this.collect(path, matched);
    let most = -1;
    let winner = this.size;
    for (const index of matched) {
      const length = matchedLength(this.best(index).pattern, path);
      if (length < most || (length === most && index > winner)) continue;
      most = length;
      winner = index;
    }
    return winner === this.size ? 0 : (this.signedLines[winner] as number);
  }

  /** The entry that decides; null if none matches. */
  winnerEntry(path: string): Entry | null {
    const winner = this.winner(path);
    return winner < 0 ? null : this.best(winner);
  }
}

/** Whether a path begins with what a pattern has before its first `*` or `$`. */
function beginsAs(pattern: string, path: string): boolean {
  for (let at = 0; at < pattern.length; at += 1) {
    const unit = pattern.charCodeAt(at);
    if (unit === 0x2a || unit === 0x24) return true;
    // Past the end of the path this is no number, and equals none.
    if (path.charCodeAt(at) !== unit) return false;
  }
  return true;
}

/** The entries that matched, winner first, one line for each rule. */
function rankedRules(entries: readonly Entry[], dialect: Dialect, lengthOf?: (entry: Entry) => number): RankedRule[] {
  const found: RankedRule[] = [];
  const seen = new Set<RobotsRule>();
  let winner: Entry | null = null;
  for (const entry of entries) {
    if (seen.has(entry.rule)) continue;
    seen.add(entry.rule);
    const length = lengthOf?.(entry) ?? entry.length;
    const lengths = winner && lengthOf ? ([length, lengthOf(winner)] as const) : undefined;
    found.push({
      rule: entry.rule,
      length,
      won: winner === null,
      lost: winner === null ? '' : whyLost(entry, winner, dialect, lengths),
    });
    winner ??= entry;
  }
  return found;
}

const signed = (entry: Entry | null): number => (entry === null ? 0 : entry.allows ? entry.rule.line : -entry.rule.line);

/** Compares how much of the path each pattern matched. This depends on the path. */
class MeasuredGroup implements CompiledGroup {
  readonly size: number;
  private readonly entries: readonly Entry[];
  private readonly dialect: Dialect;
  private readonly index: IndexedGroup;

  constructor(entries: readonly Entry[], dialect: Dialect) {
    this.entries = [...entries].sort((a, b) => Number(b.allows) - Number(a.allows) || a.order - b.order);
    this.dialect = dialect;
    this.index = new IndexedGroup(this.entries, dialect);
    this.size = entries.length;
  }

  verdictLine(path: string): number {
    return this.index.coveringLine(path);
  }

  matchingLines(path: string, into: number[]): void {
    this.index.matchingLines(path, into);
  }

  matching(path: string): RankedRule[] {
    const lengths = new Map<Entry, number>();
    for (const entry of this.entries) {
      const length = matchedLength(entry.pattern, path);
      if (length >= 0) lengths.set(entry, length);
    }
    const ranked = [...lengths.keys()].sort((a, b) => (lengths.get(b) ?? 0) - (lengths.get(a) ?? 0));
    return rankedRules(ranked, this.dialect, entry => lengths.get(entry) ?? 0);
  }
}

/**
 * Of the rules without wildcards, only one Allow and one Disallow are tried: the last one of each that sorts before the path. It hides
 * shorter rules that would match. All wildcard rules are tried.
 */
class NearestGroup implements CompiledGroup {
  readonly size: number;
  private readonly dialect: Dialect;
  private readonly ranks = new Map<Entry, number>();
  private readonly literals: readonly (readonly Entry[])[];
  private readonly wild: IndexedGroup;
  private readonly wildEntries: readonly Entry[];

  constructor(entries: readonly Entry[], dialect: Dialect) {
    this.dialect = dialect;
    this.size = entries.length;
    for (const [rank, entry] of entries.entries()) this.ranks.set(entry, rank);
    const isLiteral = ({ pattern }: Entry): boolean => pattern.pieces.length === 1 && !pattern.anchored;
    const sorted = (allows: boolean): Entry[] => {
      const seen = new Set<string>();
      return entries
        .filter(entry => isLiteral(entry) && entry.allows === allows && !seen.has(entry.text) && seen.add(entry.text))
        .sort((a, b) => (a.text < b.text ? -1 : 1));
    };
    this.literals = [sorted(true), sorted(false)];
    this.wildEntries = entries.filter(entry => !isLiteral(entry));
    this.wild = new IndexedGroup(this.wildEntries, dialect);
  }

  verdictLine(path: string): number {
    let best = this.wild.winnerEntry(path);
    for (const entries of this.literals) {
      const entry = nearest(entries, path);
      if (entry !== null && (best === null || this.rank(entry) < this.rank(best))) best = entry;
    }
    return signed(best);
  }

  matchingLines(path: string, into: number[]): void {
    this.wild.matchingLines(path, into);
    for (const entries of this.literals) {
      const entry = nearest(entries, path);
      if (entry !== null) into.push(entry.rule.line);
    }
  }

  matching(path: string): RankedRule[] {
    const found = this.wildEntries.filter(({ pattern }) => {
      const first = pattern.pieces[0] ?? '';
      return path.startsWith(first) && matchesRest(pattern, path, first.length);
    });
    for (const entries of this.literals) {
      const entry = nearest(entries, path);
      if (entry !== null) found.push(entry);
    }
    return rankedRules(
      found.sort((a, b) => this.rank(a) - this.rank(b)),
      this.dialect,
    );
  }

  private rank(entry: Entry): number {
    return this.ranks.get(entry) ?? 0;
  }
}

/** The last entry that sorts before the path or equals it, if the path starts with it. */
function nearest(entries: readonly Entry[], path: string): Entry | null {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle] as Entry).text <= path) low = middle + 1;
    else high = middle;
  }
  const entry = entries[low - 1];
  return entry !== undefined && path.startsWith(entry.text) ? entry : null;
}
