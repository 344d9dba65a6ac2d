import type { UrlColumn } from '#shared/model/url-column.ts';
import { urlColumns } from '#shared/model/url-columns.ts';
import type { Interpretation } from '#shared/model/url-view.ts';
import { describeTerms } from './describe-term.ts';
import { type Operators, operatorsOf, readOperator, standardOperators, wholeUrl } from './operators.ts';
import type { Term } from './term.ts';
import { readTokens } from './tokens.ts';

/**
 * The query language of the omnibox and of `--where`. Words are separated by white space, and all must match:
 * `name:value` operators (see `operators.ts`), and free words that match the URL or the title. `-` before a word
 * negates it. Double quotes enclose text with spaces or colons, and commas separate alternatives. Numbers may be
 * written `2..4`, `>=400` and `4xx`. Our extension: `=` and comparison signs also work right after a numeric name
 * (`status>=400`).
 */

export interface Query {
  /** All must match. Empty when there is a problem, and for an empty query, which means every URL. */
  readonly terms: readonly Term[];
  /** '' or one sentence that names the bad part and the fix. */
  readonly problem: string;
}

const maxTerms = 50;
const maxLength = 8_192;

/** Reads a query. Never throws. */
export function parseQuery(text: string, operators: Operators = standardOperators): Query {
  if (text.length > maxLength) return { terms: [], problem: `The query is longer than ${maxLength} characters. Shorten it.` };
  const { tokens, problem } = readTokens(text, name => {
    const operator = operators.get(name);
    return operator ? (operator.isNumeric ? 'number' : 'other') : null;
  });
  if (problem !== '') return { terms: [], problem };
  const terms: Term[] = [];
  for (const token of tokens) {
    if (token.name !== '') {
      const reading = readOperator(token, operators);
      if ('problem' in reading) return { terms: [], problem: reading.problem };
      terms.push(reading.term);
    } else if (token.raw === 'OR' || token.raw === '|') {
      return {
        terms: [],
        problem: `“${token.raw}” cannot join conditions. List alternatives with commas, as in status:404,410, or quote it to search for it.`,
      };
    } else if (token.raw === 'NOT') {
      return { terms: [], problem: '“NOT” is written as a minus sign, as in -status:404. Quote it to search for it.' };
    } else if (token.raw !== 'AND' && token.value !== '') {
      terms.push({ kind: 'text', field: 'any', value: token.value, negated: token.negated });
    }
  }
  if (terms.length > maxTerms) return { terms: [], problem: `The query has more than ${maxTerms} conditions. Remove some.` };
  return { terms, problem: '' };
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
