import type { UrlColumn } from '#shared/model/url-column.ts';
import { urlColumns } from '#shared/model/url-columns.ts';
import type { Interpretation } from '#shared/model/url-view.ts';
import { describeTerms } from './describe-term.ts';
import { type Operators, operatorsOf, readOperator, standardOperators, wholeUrl } from './operators.ts';
import { type Maker, parsePieces, QueryProblem } from './parse-pieces.ts';
import { conditionsOf, type Term } from './term.ts';
import { type Piece, readPieces } from './tokens.ts';

/**
 * The query language of the omnibox and of `--where`; docs/filters.md describes it. Words are separated by white space, and all must match:
 * `name:value` operators (see `operators.ts`), and free words that match the URL or the title. `OR` or `|` separates alternatives, and
 * binds less than the white space; parentheses group. `-` or `NOT` before a condition or a group negates it. Double quotes enclose text
 * with spaces or colons, and commas separate alternative values. Numbers may be written `2..4`, `>=400` and `4xx`; `=` and comparison
 * signs also work right after a numeric name (`status>=400`). Lower-case and, or and not are text.
 */

export interface Query {
  /** All must match. Empty when there is a problem, and for an empty query, which means every URL. */
  readonly terms: readonly Term[];
  /** '' or one sentence that names the bad part and the fix. */
  readonly problem: string;
}

const maxLength = 8_192;
const maxConditions = 50;

const termMaker = (operators: Operators): Maker<Term> => ({
  word(token) {
    if (token.name === '')
      return token.value === '' ? [] : [{ kind: 'text', field: 'any', value: token.value, negated: token.negated }];
    const reading = readOperator(token, operators);
    if ('problem' in reading) throw new QueryProblem(reading.problem);
    return [reading.term];
  },
  any: (alternatives, negated) => ({ kind: 'any', alternatives, negated }),
  negate: term => ({ ...term, negated: !term.negated }),
  alternativesOf: term => (term.kind === 'any' && !term.negated ? term.alternatives : null),
});

/** The pieces of a query. Throws `QueryProblem`. */
export function piecesOf(text: string, operators: Operators): readonly Piece[] {
  if (text.length > maxLength) throw new QueryProblem(`The query is longer than ${maxLength} characters. Shorten it.`);
  const { pieces, problem } = readPieces(text, name => {
    const operator = operators.get(name);
    return operator ? (operator.isNumeric ? 'number' : 'other') : null;
  });
  if (problem !== '') throw new QueryProblem(problem);
  return pieces;
}

/** Reads a query. Never throws. */
export function parseQuery(text: string, operators: Operators = standardOperators): Query {
  try {
    const terms = parsePieces(piecesOf(text, operators), termMaker(operators));
    if (conditionsOf(terms).length > maxConditions)
      throw new QueryProblem(`The query has more than ${maxConditions} conditions. Remove some.`);
    return { terms, problem: '' };
  } catch (error) {
    if (error instanceof QueryProblem) return { terms: [], problem: error.message };
    throw error;
  }
}

/**
 * What the omnibox text means: `info:URL` and a bare http(s) URL mean the explanation of that URL; anything else is a
 * filter. `info:example.com/a` means https. The fragment is dropped, because it never reaches a server.
 */
export function interpret(text: string, columns: readonly UrlColumn[] = urlColumns): Interpretation {
  const trimmed = text.trim();
  const asked = /^info:\s*(.*)$/is.exec(trimmed)?.[1]?.replace(/^"(.*)"$/, '$1');
  if (asked !== undefined) {
    const url = wholeUrl(asked) ?? (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(asked) ? null : wholeUrl(`https://${asked}`));
    if (url !== null && !/\s/.test(asked)) return { kind: 'info', url };
    // Any link target can be explained: mailto:, an address that is not a URL …
    if (asked !== '') return { kind: 'info', url: asked };
    return { kind: 'problem', message: 'info: needs a URL, such as info:https://example.com/page.' };
  }
  if (!/\s/.test(trimmed)) {
    const url = wholeUrl(trimmed);
    if (url !== null) return { kind: 'info', url };
  }
  const { terms, problem } = parseQuery(trimmed, columns === urlColumns ? standardOperators : operatorsOf(columns));
  if (problem !== '') return { kind: 'problem', message: problem };
  const description = describeTerms(terms, columns);
  return { kind: 'filter', filter: trimmed, description: description.charAt(0).toUpperCase() + description.slice(1) };
}
