import { append } from '#shared/lists.ts';
import type { Piece, Token } from './tokens.ts';

/** Groups in groups. */
const maxDepth = 10;

type Open = Extract<Piece, { readonly kind: 'open' }>;
/** What a condition begins with. */
type Begin = Exclude<Piece, { readonly kind: 'and' | 'or' | 'close' }>;

/** What a query is made into. */
export interface Maker<T> {
  /** Nothing for a word that says nothing. */
  word(token: Token): readonly T[];
  /** At least one of the lists matches. */
  any(alternatives: readonly (readonly T[])[], negated: boolean): T;
  negate(part: T): T;
  /** The lists of a part that `any` made and that is not negated, null for others. */
  alternativesOf(part: T): readonly (readonly T[])[] | null;
}

/** The problem of a query: one sentence that names the bad part and the fix. */
export class QueryProblem extends Error {}

const where = ({ at }: { readonly at: number }): string => `at character ${at}`;

/** A recursive descent: alternatives of lists of conditions and groups. */
class Parser<T> {
  readonly #pieces: readonly Piece[];
  readonly #make: Maker<T>;
  #next = 0;

  constructor(pieces: readonly Piece[], make: Maker<T>) {
    this.#pieces = pieces;
    this.#make = make;
  }

  whole(): readonly T[] {
    const parts = this.#alternatives(0);
    const left = this.#pieces[this.#next];
    if (left)
      throw new QueryProblem(`The parenthesis ${where(left)} closes nothing. Remove it, or quote the text that it belongs to.`);
    return parts;
  }

  /** `depth`: the groups around it. */
  #alternatives(depth: number): readonly T[] {
    const lists: (readonly T[])[] = [];
    for (let from = this.#next; ; from = this.#next) {
      const list = this.#list(depth);
      const or = this.#pieces[this.#next];
      if (list.length === 0 && (or?.kind === 'or' || lists.length > 0)) {
        const named = lists.length > 0 ? this.#pieces[from - 1] : or;
        const raw = named?.kind === 'or' ? named.raw : 'OR';
        throw new QueryProblem(
          `“${raw}” ${where(named ?? { at: 1 })} has no condition ${lists.length > 0 ? 'after' : 'before'} it. Add one, or quote it to search for it.`,
        );
      }
      lists.push(list);
      if (or?.kind !== 'or') return lists.length === 1 ? list : this.#anyOf(lists, false);
      this.#next++;
    }
  }

  #list(depth: number): readonly T[] {
    const parts: T[] = [];
    for (;;) {
      const piece = this.#pieces[this.#next];
      if (!piece || piece.kind === 'or' || piece.kind === 'close') return parts;
      this.#next++;
      if (piece.kind !== 'and') append(parts, this.#condition(piece, depth));
    }
  }

  #condition(piece: Begin, depth: number): readonly T[] {
    if (piece.kind === 'word') return this.#make.word(piece.token);
    if (piece.kind === 'open') return this.#group(piece, depth);
    const next = this.#pieces[this.#next];
    if (next?.kind !== 'word' && next?.kind !== 'open' && next?.kind !== 'not')
      throw new QueryProblem(`“NOT” ${where(piece)} has no condition after it. Add one, or quote it to search for it.`);
    this.#next++;
    return this.#anyOf([this.#condition(next, depth)], true);
  }

  #group(open: Open, depth: number): readonly T[] {
    if (depth >= maxDepth)
      throw new QueryProblem(`The parenthesis ${where(open)} is inside ${maxDepth} others, which is the limit. Use fewer.`);
    const parts = this.#alternatives(depth + 1);
    const close = this.#pieces[this.#next];
    if (close?.kind !== 'close') throw new QueryProblem(`The parenthesis ${where(open)} is not closed. Add a ) after the group.`);
    if (parts.length === 0) throw new QueryProblem(`The parentheses ${where(open)} are empty. Add a condition, or remove them.`);
    this.#next++;
    return open.negated ? this.#anyOf([parts], true) : parts;
  }

  /** What matches where at least one of these lists does, or none of them. */
  #anyOf(alternatives: readonly (readonly T[])[], negated: boolean): readonly T[] {
    const { any, negate, alternativesOf } = this.#make;
    const flat = alternatives.flatMap(list => {
      const [part] = list;
      return (list.length === 1 && part !== undefined ? alternativesOf(part) : null) ?? [list];
    });
    const [only] = flat;
    if (flat.length !== 1 || only === undefined) return [any(flat, negated)];
    if (!negated || only.length === 0) return only;
    return only.length === 1 ? only.map(negate) : [any(flat, true)];
  }
}

/** The parts of a query that all must match. Throws `QueryProblem`. */
export const parsePieces = <T>(pieces: readonly Piece[], make: Maker<T>): readonly T[] => new Parser(pieces, make).whole();
