import { matchesRest, type Pattern } from './pattern.ts';

/** With fewer rules at one node each is simply tried. */
const WORTH_FILING = 8;
/** Octets looked at per rule when a sequence to file it under is chosen. */
const LOOKED_AT = 64;
const SIEVE_BITS = 14;

interface Filed {
  readonly ranks: number[];
  /** The last walk that tried them. */
  walk: number;
}

/**
 * The rules whose first `*` stands at the same place. Many of them (`/*.pdf$`, `/*?sort=` …) are filed under three neighbouring
 * octets that any path they match must have; only paths that have them try the rule.
 */
export class WildcardFile {
  /** Rules without three neighbouring literal octets, rising. */
  private readonly unfiled: number[] = [];
  private readonly filed = new Map<number, Filed>();
  /** Number of the walk along a path that is under way. */
  private walk = 0;
  /** Which octet sequences may be in `filed`; keeps most steps along a path from asking the map. */
  private readonly sieve: Uint8Array | null;
  private readonly bestFiled: number;

  /** `ranks` rising. */
  constructor(ranks: readonly number[], patterns: readonly Pattern[]) {
    let bestFiled = Number.MAX_SAFE_INTEGER;
    this.sieve = ranks.length < WORTH_FILING ? null : new Uint8Array(1 << SIEVE_BITS);
    for (const rank of ranks) {
      const key = this.sieve === null ? -1 : this.rarestKey(patterns[rank] as Pattern);
      if (key < 0) {
        this.unfiled.push(rank);
        continue;
      }
      const same = this.filed.get(key);
      if (same === undefined) this.filed.set(key, { ranks: [rank], walk: 0 });
      else same.ranks.push(rank);
      if (this.sieve !== null) this.sieve[sieveSlot(key)] = 1;
      bestFiled = Math.min(bestFiled, rank);
    }
    this.bestFiled = bestFiled;
  }

  /** The lowest rank that matches and is lower than `best`, or `best`. The path's first `at` octets are matched already. */
  best(patterns: readonly Pattern[], path: string, at: number, best: number): number {
    best = lowest(this.unfiled, patterns, path, at, best);
    const sieve = this.sieve;
    if (sieve === null || this.bestFiled >= best) return best;
    this.walk += 1;
    let key = (path.charCodeAt(at) << 8) | (path.charCodeAt(at + 1) & 0xff);
    for (let index = at + 2; index < path.length; index += 1) {
      key = ((key << 8) | (path.charCodeAt(index) & 0xff)) & 0xffffff;
      if (sieve[sieveSlot(key)] === 0) continue;
      const filed = this.filed.get(key);
      // A sequence that comes again has had its rules tried.
      if (filed === undefined || filed.walk === this.walk) continue;
      filed.walk = this.walk;
      best = lowest(filed.ranks, patterns, path, at, best);
    }
    return best;
  }

  /** Adds the rank of every rule that matches, in no order. */
  collect(patterns: readonly Pattern[], path: string, at: number, into: number[]): void {
    addMatching(this.unfiled, patterns, path, at, into);
    const { sieve } = this;
    if (sieve === null) return;
    this.walk += 1;
    for (let index = at; index + 3 <= path.length; index += 1) {
      const key = keyAt(path, index);
      if (sieve[sieveSlot(key)] === 0) continue;
      const filed = this.filed.get(key);
      if (filed === undefined || filed.walk === this.walk) continue;
      filed.walk = this.walk;
      addMatching(filed.ranks, patterns, path, at, into);
    }
  }

  /** The sequence of a pattern's later pieces under which fewest rules are filed so far, -1 if there is none. */
  private rarestKey(pattern: Pattern): number {
    let chosen = -1;
    let fewest = Number.MAX_SAFE_INTEGER;
    let left = LOOKED_AT;
    for (let index = 1; index < pattern.pieces.length && left > 0; index += 1) {
      const piece = pattern.pieces[index] as string;
      for (let at = 0; at + 3 <= piece.length && left > 0; at += 1, left -= 1) {
        const key = keyAt(piece, at);
        const filed = this.filed.get(key)?.ranks.length ?? 0;
        if (filed < fewest) {
          fewest = filed;
          chosen = key;
        }
        if (filed === 0) return key;
      }
    }
    return chosen;
  }
}

function keyAt(text: string, at: number): number {
  return ((text.charCodeAt(at) & 0xff) << 16) | ((text.charCodeAt(at + 1) & 0xff) << 8) | (text.charCodeAt(at + 2) & 0xff);
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
