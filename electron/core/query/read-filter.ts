import type { FilterCondition, FilterGroup, FilterPart, FilterReading, FilterSign } from '#shared/model/filter-tree.ts';
import type { UrlColumn } from '#shared/model/url-column.ts';
import { describeTerms } from './describe-term.ts';
import { type Operators, readOperator } from './operators.ts';
import { type Maker, parsePieces, QueryProblem } from './parse-pieces.ts';
import { parseQuery, piecesOf } from './query.ts';
import type { Token } from './tokens.ts';

const groupOf = (join: FilterGroup['join'], parts: readonly FilterPart[], negated = false): FilterGroup => ({
  kind: 'group',
  join,
  parts,
  negated,
});

function conditionOf(token: Token, isNumeric: boolean): FilterCondition {
  const compared = isNumeric && token.sign === ':' && !token.quoted ? /^(>=|<=|>|<|=)(.*)$/.exec(token.value) : null;
  return {
    kind: 'condition',
    field: token.name,
    sign: (compared?.[1] ?? (token.sign || ':')) as FilterSign,
    value: compared?.[2] ?? token.value,
    quoted: token.quoted,
    negated: token.negated,
  };
}

/** Takes the text of a filter apart. A condition with a problem is still a condition. */
export function readFilter(text: string, operators: Operators, columns: readonly UrlColumn[]): FilterReading {
  const conditions: string[] = [];
  const maker: Maker<FilterPart> = {
    word(token) {
      if (token.name === '' && token.value === '') return [];
      const reading = token.name === '' ? null : readOperator(token, operators);
      conditions.push(reading && 'problem' in reading ? reading.problem : '');
      return [conditionOf(token, operators.get(token.name)?.isNumeric ?? false)];
    },
    any(alternatives, negated) {
      const [only] = alternatives;
      if (alternatives.length === 1 && only) return groupOf('all', only, negated);
      const parts = alternatives.map(list => (list.length === 1 && list[0] ? list[0] : groupOf('all', list)));
      return groupOf('any', parts, negated);
    },
    negate: part => ({ ...part, negated: !part.negated }),
    alternativesOf: part =>
      part.kind === 'group' && part.join === 'any' && !part.negated ? part.parts.map(each => [each]) : null,
  };
  try {
    const parts = parsePieces(piecesOf(text, operators), maker);
    const [only] = parts;
    const tree = parts.length === 1 && only?.kind === 'group' && !only.negated ? only : groupOf('all', parts);
    const { terms, problem } = parseQuery(text, operators);
    return { tree, conditions, problem, description: problem === '' ? describeTerms(terms, columns) : '' };
  } catch (error) {
    if (error instanceof QueryProblem) return { tree: null, conditions: [], problem: error.message, description: '' };
    throw error;
  }
}
