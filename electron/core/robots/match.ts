import type { RankedRule, RobotsRule } from '#shared/model/robots.ts';
import type { Dialect } from './dialect.ts';
import { matchesRest, type Pattern, readPattern } from './pattern.ts';
import { type PrefixNode, PrefixTree } from './prefix-tree.ts';

/** The rules that speak to one robot, ranked and indexed. Deciding costs the walk along the path plus the wildcard rules it meets. */
export interface CompiledGroup {
  /** The deciding line, negative where it forbids, 0 where no rule matches. `path` must be in the dialect's form. */
  verdictLine(path: string): number;
  /** Every matching rule, winner first, with the reason why each other one lost. */
  matching(path: string): RankedRule[];
  /** Number of different patterns. */
  readonly size: number;
}

/** A rule in its place in the ranking; rank 0 beats all others. */
interface Entry {
  readonly rule: RobotsRule;
  /** The normalized pattern. */
  readonly text: string;
  readonly pattern: Pattern;
  readonly length: number;
  /** Effect: whether the robot may fetch when this entry wins. */
  readonly allows: boolean;
  /** Place of the rule in the group. */
  readonly order: number;
}

interface Ranked {
  readonly rank: number;
  readonly entry: Entry;
}

/**
 * Ranks and indexes rules. Everything a dialect compares is known before the path is, so the order is fixed here and the
 * winner for a path is simply the matching entry of the lowest rank.
 */
export function compileGroup(rules: readonly RobotsRule[], dialect: Dialect): CompiledGroup {
  const entries = rules.flatMap((rule, order) => entriesOf(rule, order, dialect)).sort(ranking(dialect));
  return new IndexedGroup(entries, dialect);
}

function entriesOf(rule: RobotsRule, order: number, dialect: Dialect): Entry[] {
  if (rule.pattern === '') {
    const effect = rule.allow ? dialect.emptyAllow.value : dialect.emptyDisallow.value;
    if (effect === 'no-effect') return [];
    return [{ rule, text: '', pattern: { pieces: [''], anchored: false }, length: 0, allows: effect !== 'disallow-all', order }];
  }
  const entry = (text: string): Entry => ({
    rule,
    text,
    pattern: readPattern(text, dialect),
    length: dialect.length.value === 'written-characters' && text === rule.normalized ? rule.pattern.length : text.length,
    allows: rule.allow,
    order,
  });
  const own = entry(rule.normalized);
  const directory = directoryOf(rule, dialect);
  return directory === null ? [own] : [own, entry(directory)];
}

/** The second pattern of an Allow that names an index page: its directory, alone. */
function directoryOf(rule: RobotsRule, dialect: Dialect): string | null {
  if (dialect.indexQuirk.value !== 'allow-prefix' || !rule.allow) return null;
  const slash = rule.normalized.lastIndexOf('/');
  return slash >= 0 && rule.normalized.startsWith('/index.htm', slash) ? `${rule.normalized.slice(0, slash + 1)}$` : null;
}

function ranking(dialect: Dialect): (a: Entry, b: Entry) => number {
  const allowFirst = (a: Entry, b: Entry): number => Number(b.rule.allow) - Number(a.rule.allow);
  const fileOrder = (a: Entry, b: Entry): number => a.order - b.order;
  switch (dialect.precedence.value) {
    case 'first':
      return fileOrder;
    case 'last':
      return (a, b) => b.order - a.order;
    case 'any-allow':
      return (a, b) => allowFirst(a, b) || fileOrder(a, b);
    case 'any-disallow':
      return (a, b) => -allowFirst(a, b) || fileOrder(a, b);
    default:
      break;
  }
  switch (dialect.tie.value) {
    case 'allow':
      return (a, b) => b.length - a.length || allowFirst(a, b) || fileOrder(a, b);
    case 'disallow':
      return (a, b) => b.length - a.length || -allowFirst(a, b) || fileOrder(a, b);
    default:
      return (a, b) => b.length - a.length || fileOrder(a, b);
  }
}

class IndexedGroup implements CompiledGroup {
  readonly size: number;
  private readonly dialect: Dialect;
  /** Different patterns, in the order of the best entry that has them; entries with one pattern match together. */
  private readonly patterns: readonly Pattern[];
  /** The entries of each pattern with their ranks, best first. */
  private readonly holders: readonly Ranked[][];
  /** Line of each pattern's best entry, negative where it forbids. */
  private readonly signedLines: Int32Array;
  private readonly tree: PrefixTree;
  /** Nodes with wildcard rules met on the walk, kept between calls to save the allocation. */
  private readonly met: PrefixNode[] = [];

  constructor(entries: readonly Entry[], dialect: Dialect) {
    this.dialect = dialect;
    const byText = new Map<string, Ranked[]>();
    entries.forEach((entry, rank) => {
      const same = byText.get(entry.text);
      if (same === undefined) byText.set(entry.text, [{ rank, entry }]);
      else same.push({ rank, entry });
    });
    this.holders = [...byText.values()];
    const best = this.holders.map(each => (each[0] as Ranked).entry);
    this.size = best.length;
    this.patterns = best.map(each => each.pattern);
    this.signedLines = Int32Array.from(best, each => (each.allows ? each.rule.line : -each.rule.line));
    this.tree = new PrefixTree(this.patterns);
  }

  verdictLine(path: string): number {
    const winner = this.winner(path);
    return winner < 0 ? 0 : (this.signedLines[winner] as number);
  }

  private winner(path: string): number {
    const { met, patterns } = this;
    let count = 0;
    let best = this.size;
    let node: PrefixNode | undefined = this.tree.root;
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

  matching(path: string): RankedRule[] {
    const matched: number[] = [];
    let node: PrefixNode | undefined = this.tree.root;
    while (node !== undefined) {
      const depth: number = node.depth;
      for (const rank of node.plain) if (matchesRest(this.patterns[rank] as Pattern, path, depth)) matched.push(rank);
      node.wildcards?.collect(this.patterns, path, depth, matched);
      node = depth === path.length ? undefined : node.step(path);
    }
    const ranked = matched.flatMap(index => this.holders[index] as Ranked[]).sort((a, b) => a.rank - b.rank);
    const found: RankedRule[] = [];
    const seen = new Set<RobotsRule>();
    let winner: Entry | null = null;
    for (const { entry } of ranked) {
      if (seen.has(entry.rule)) continue;
      seen.add(entry.rule);
      found.push({
        rule: entry.rule,
        length: entry.length,
        won: winner === null,
        lost: winner === null ? '' : this.whyLost(entry, winner),
      });
      winner ??= entry;
    }
    return found;
  }

  private whyLost(entry: Entry, winner: Entry): string {
    const inFile = entry.order > winner.order ? 'later in file' : 'earlier in file';
    switch (this.dialect.precedence.value) {
      case 'first':
      case 'last':
        return inFile;
      case 'any-allow':
        return entry.rule.allow ? inFile : 'any allow wins';
      case 'any-disallow':
        return entry.rule.allow ? 'any disallow wins' : inFile;
      default:
        break;
    }
    if (entry.length < winner.length) return 'shorter';
    if (entry.rule.allow === winner.rule.allow || this.dialect.tie.value === 'first') return inFile;
    return winner.rule.allow ? 'tie: allow wins' : 'tie: disallow wins';
  }
}
