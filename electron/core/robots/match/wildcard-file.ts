import { matchesRest, type Pattern } from './pattern.ts';

/** With fewer rules than this at a node, every rule is tried. */
const WORTH_FILING = 8;
/** Number of bytes of a rule that are considered when its key sequence is chosen. */
const LOOKED_AT = 64;
const SIEVE_BITS = 14;

interface Filed {
  readonly ranks: number[];
  /** The last walk that tried these rules. */
  walk: number;
}

/** Rules indexed by a byte sequence of fixed length. Every path that a rule matches contains its sequence. */
class Sequences {
  /** Length of a sequence in bytes. */
  private readonly length: 3 | 4;
  /** The bits of a key that are used. */
  private readonly mask: number;
  private readonly filed = new Map<number, Filed>();
  /** Which sequences may be in `filed`. Most positions of a path then need no map lookup. */
  private readonly sieve = new Uint8Array(1 << SIEVE_BITS);
  /** The lowest rank in this index. */
  private lowest = Number.MAX_SAFE_INTEGER;
  /** Number of the current walk along a path. */
  private walk = 0;

  constructor(length: 3 | 4) {
    this.length = length;
    this.mask = length === 4 ? -1 : 0xffffff;
  }

  /** Indexes a rule if one of its later pieces is long enough. */
  add(rank: number, pieces: readonly string[]): void {
    const key = this.rarestKey(pieces);
    const same = this.filed.get(key);
    if (same === undefined) this.filed.set(key, { ranks: [rank], walk: 0 });
    else same.ranks.push(rank);
    this.sieve[sieveSlot(key)] = 1;
    this.lowest = Math.min(this.lowest, rank);
  }

  /** Of the sequences in the later pieces, the one with the fewest rules so far. */
  private rarestKey(pieces: readonly string[]): number {
    let chosen = 0;
    let fewest = Number.MAX_SAFE_INTEGER;
    let left = LOOKED_AT;
    for (let index = 1; index < pieces.length && left > 0; index += 1) {
      const piece = pieces[index] as string;
      let key = 0;
      for (let at = 0; at < piece.length && left > 0; at += 1) {
        key = ((key << 8) | (piece.charCodeAt(at) & 0xff)) & this.mask;
        if (at < this.length - 1) continue;
        left -= 1;
        const count = this.filed.get(key)?.ranks.length ?? 0;
        if (count === 0) return key;
        if (count < fewest) {
          fewest = count;
          chosen = key;
        }
      }
    }
    return chosen;
  }

  best(patterns: readonly Pattern[], path: string, at: number, best: number): number {
    if (this.lowest >= best) return best;
    const { sieve, mask } = this;
    this.walk += 1;
    let index = at;
    let key = 0;
    for (const end = Math.min(path.length, at + this.length - 1); index < end; index += 1)
      key = (key << 8) | (path.charCodeAt(index) & 0xff);
    for (; index < path.length; index += 1) {
      key = ((key << 8) | (path.charCodeAt(index) & 0xff)) & mask;
      if (sieve[sieveSlot(key)] === 0) continue;
      const filed = this.filed.get(key);
      // The rules of a repeated sequence were already tried.
      if (filed === undefined || filed.walk === this.walk) continue;
      filed.walk = this.walk;
      best = lowest(filed.ranks, patterns, path, at, best);
    }
    return best;
  }

  collect(patterns: readonly Pattern[], path: string, at: number, into: number[]): void {
    this.walk += 1;
    let key = 0;
    for (let index = at; index < path.length; index += 1) {
      key = ((key << 8) | (path.charCodeAt(index) & 0xff)) & this.mask;
      if (index < at + this.length - 1 || this.sieve[sieveSlot(key)] === 0) continue;
      const filed = this.filed.get(key);
      if (filed === undefined || filed.walk === this.walk) continue;
      filed.walk = this.walk;
      addMatching(filed.ranks, patterns, path, at, into);
    }
  }
}

/**
 * The rules whose first `*` is at the same place. If there are many (`/*.pdf$`, `/*?sort=` …), each is indexed by four consecutive bytes
 * that every matching path contains, or by three if no piece is longer. Only paths with these bytes try the rule.
 */
export class WildcardFile {
  /** Rules without three consecutive literal bytes, in ascending order. */
  private readonly unfiled: number[] = [];
  private quads: Sequences | null = null;
  private triples: Sequences | null = null;

  /** `ranks` are ascending. */
  constructor(ranks: readonly number[], patterns: readonly Pattern[]) {
    for (const rank of ranks) {
      const { pieces } = patterns[rank] as Pattern;
      const longest = ranks.length < WORTH_FILING ? 0 : longestPiece(pieces);
      if (longest >= 4) {
        this.quads ??= new Sequences(4);
        this.quads.add(rank, pieces);
      } else if (longest === 3) {
        this.triples ??= new Sequences(3);
        this.triples.add(rank, pieces);
      } else this.unfiled.push(rank);
    }
  }

  /** The lowest rank that matches and is lower than `best`, else `best`. The first `at` bytes of the path are already matched. */
  best(patterns: readonly Pattern[], path: string, at: number, best: number): number {
    best = lowest(this.unfiled, patterns, path, at, best);
    if (this.quads !== null) best = this.quads.best(patterns, path, at, best);
    return this.triples === null ? best : this.triples.best(patterns, path, at, best);
  }

  /** Adds the rank of every rule that matches, in any order. */
  collect(patterns: readonly Pattern[], path: string, at: number, into: number[]): void {
    addMatching(this.unfiled, patterns, path, at, into);
    this.quads?.collect(patterns, path, at, into);
    this.triples?.collect(patterns, path, at, into);
  }
}

/** Length of the longest piece after the first. */
function longestPiece(pieces: readonly string[]): number {
  let longest = 0;
  for (let index = 1; index < pieces.length; index += 1) longest = Math.max(longest, (pieces[index] as string).length);
  return longest;
}

function sieveSlot(key: number): number {
  return Math.imul(key, 0x9e3779b1) >>> (32 - SIEVE_BITS);
}

function lowest(ranks: readonly number[], patterns: readonly Pattern[], path: string, at: number, best: number): number {
  for (let index = 0; index < ranks.length; index += 1) {
    const rank = ranks[index] as number;
    if (rank >= best) return best;
    if (matchesRest(patterns[rank] as Pattern, path, at)) return rank;
  }
  return best;
}

function addMatching(ranks: readonly number[], patterns: readonly Pattern[], path: string, at: number, into: number[]): void {
  for (let index = 0; index < ranks.length; index += 1) {
    const rank = ranks[index] as number;
    if (matchesRest(patterns[rank] as Pattern, path, at)) into.push(rank);
  }
}
