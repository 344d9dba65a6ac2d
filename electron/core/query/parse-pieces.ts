import { type Operators, readOperator } from './operators.ts';
import { conditionsOf, type Term } from './term.ts';
import type { Piece, Token } from './tokens.ts';

/** Limits of a query: conditions, and groups in groups. */
const maxConditions = 50;
const maxDepth = 10;

type Terms = readonly Term[];
type Open = Extract<Piece, { readonly kind: 'open' }>;
/** What a condition begins with. */
type Begin = Exclude<Piece, { readonly kind: 'and' | 'or' | 'close' }>;
type Parsed = { readonly terms: Terms; readonly problem: string };

/** One sentence that names the bad part and the fix. */
class Problem extends Error {}

const where = ({ at }: { readonly at: number }): string => `at character ${at}`;

const negate = (term: Term): Term => ({ ...term, negated: !term.negated });

/** The terms that match where none of these lists matches, or at least one of them. */
function anyOf(alternatives: readonly Terms[], negated: boolean): Terms {
  const flat = alternatives.flatMap(terms => {
    const [term] = terms;
    return terms.length === 1 && term?.kind === 'any' && !term.negated ? term.alternatives : [terms];
  });
  const [only] = flat;
  if (flat.length !== 1 || only === undefined) return [{ kind: 'any', alternatives: flat, negated }];
  if (!negated || only.length === 0) return only;
  return only.length === 1 ? only.map(negate) : [{ kind: 'any', alternatives: flat, negated }];
}

/** A recursive descent: alternatives of lists of conditions and groups. */
class Parser {
  readonly #pieces: readonly Piece[];
  readonly #operators: Operators;
  #next = 0;

  constructor(pieces: readonly Piece[], operators: Operators) {
    this.#pieces = pieces;
    this.#operators = operators;
  }

  whole(): Terms {
    const terms = this.#alternatives(0);
    const left = this.#pieces[this.#next];
    if (left)
      throw new Problem(`The parenthesis ${where(left)} closes nothing. Remove it, or quote the text that it belongs to.`);
    return terms;
  }

  /** `depth`: the groups around it. */
  #alternatives(depth: number): Terms {
    const lists: Terms[] = [];
    for (let from = this.#next; ; from = this.#next) {
      const list = this.#list(depth);
      const or = this.#pieces[this.#next];
      if (list.length === 0 && (or?.kind === 'or' || lists.length > 0)) {
        const named = lists.length > 0 ? this.#pieces[from - 1] : or;
        const raw = named?.kind === 'or' ? named.raw : 'OR';
        throw new Problem(
          `“${raw}” ${where(named ?? { at: 1 })} has no condition ${lists.length > 0 ? 'after' : 'before'} it. Add one, or quote it to search for it.`,
        );
      }
      lists.push(list);
      if (or?.kind !== 'or') return lists.length === 1 ? list : anyOf(lists, false);
      this.#next++;
    }
  }

  #list(depth: number): Terms {
    const terms: Term[] = [];
    for (;;) {
      const piece = this.#pieces[this.#next];
      if (!piece || piece.kind === 'or' || piece.kind === 'close') return terms;
      this.#next++;
      if (piece.kind !== 'and') terms.push(...this.#condition(piece, depth));
    }
  }

  #condition(piece: Begin, depth: number): Terms {
    if (piece.kind === 'word') return this.#word(piece.token);
    if (piece.kind === 'open') return this.#group(piece, depth);
    const next = this.#pieces[this.#next];
    if (next?.kind !== 'word' && next?.kind !== 'open' && next?.kind !== 'not')
      throw new Problem(`“NOT” ${where(piece)} has no condition after it. Add one, or quote it to search for it.`);
    this.#next++;
    return anyOf([this.#condition(next, depth)], true);
  }

  #group(open: Open, depth: number): Terms {
    if (depth >= maxDepth)
      throw new Problem(`The parenthesis ${where(open)} is inside ${maxDepth} others, which is the limit. Use fewer.`);
    const terms = this.#alternatives(depth + 1);
    const close = this.#pieces[this.#next];
    if (close?.kind !== 'close') throw new Problem(`The parenthesis ${where(open)} is not closed. Add a ) after the group.`);
    if (terms.length === 0) throw new Problem(`The parentheses ${where(open)} are empty. Add a condition, or remove them.`);
    this.#next++;
    return open.negated ? anyOf([terms], true) : terms;
  }

  #word(token: Token): Terms {
    if (token.name === '')
      return token.value === '' ? [] : [{ kind: 'text', field: 'any', value: token.value, negated: token.negated }];
    const reading = readOperator(token, this.#operators);
    if ('problem' in reading) throw new Problem(reading.problem);
    return [reading.term];
  }
}

/** The terms of a query. At most 50 conditions, in at most 10 groups around each. */
export function parsePieces(pieces: readonly Piece[], operators: Operators): Parsed {
  try {
    const terms = new Parser(pieces, operators).whole();
    if (conditionsOf(terms).length > maxConditions)
      return { terms: [], problem: `The query has more than ${maxConditions} conditions. Remove some.` };
    return { terms, problem: '' };
  } catch (error) {
    if (error instanceof Problem) return { terms: [], problem: error.message };
    throw error;
  }
}
