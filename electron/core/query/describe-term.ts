import { titleOf } from '#shared/explain/describe.ts';
import { columnWords, type UrlColumn } from '#shared/model/url-column.ts';
import { urlColumns } from '#shared/model/url-columns.ts';
import type { Condition, NoindexTerm, NumberRange, NumberTerm, ResponseTerm, SiteTerm, Term, TypeTerm } from './term.ts';

const either = (words: readonly string[]): string =>
  words.length <= 1 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

const quote = (text: string): string => `“${text}”`;

const rangeWords = ({ from, to }: NumberRange): string => {
  if (from === null) return `at most ${to}`;
  if (to === null) return `at least ${from}`;
  return from === to ? `${from}` : `${from} to ${to}`;
};

const numberWords = (term: NumberTerm, label: string): string =>
  `${label} ${either([...term.ranges.map(rangeWords), ...(term.missing ? ['none'] : [])])}`;

const siteWords = (site: SiteTerm['sites'][number]): string =>
  `${site.scheme && `${site.scheme}://`}${site.host}${site.port && `:${site.port}`}${site.path}`;

const typeWords = (term: TypeTerm): string =>
  `type ${either([...term.patterns.map(p => (p.match === 'exact' ? p.value : p.match === 'prefix' ? `${p.value}…` : `…${p.value}…`)), ...(term.missing ? ['none'] : [])])}`;

const noindexWords: Readonly<Record<NoindexTerm['where'], string>> = {
  any: 'noindex, also for a named crawler',
  meta: 'noindex in the page',
  header: 'noindex in a header',
  named: 'noindex for a named crawler',
};

/** IP address 192.0.2.1 or 192.0.2.*; “nginx” or none in the header Server */
function responseWords({ field, patterns, missing }: ResponseTerm): string {
  const none = missing ? ['none'] : [];
  if (field === 'server') return `${either([...patterns.map(({ value }) => quote(value)), ...none])} in the header Server`;
  return `IP address ${either([...patterns.map(({ match, value }) => (match === 'exact' ? value : `${value}*`)), ...none])}`;
}

/** Fields of a filter that are no column. */
const otherFields: Readonly<Record<string, string>> = {
  any: 'URL or title',
  modified: 'last modified',
};

type FieldWords = (field: string) => string;

/** How the fields of these columns are named. */
function fieldWords(columns: readonly UrlColumn[]): FieldWords {
  const words = new Map(columns.map(column => [column.key, columnWords(column)]));
  return field => words.get(field) ?? otherFields[field] ?? field;
}

function plain(term: Condition, named: FieldWords): string {
  switch (term.kind) {
    case 'text':
      return `${quote(term.value)} in the ${named(term.field)}`;
    case 'text-state':
      return term.state === 'none' ? `no ${named(term.field)}` : `the same ${named(term.field)} as another indexable page`;
    case 'number':
      return numberWords(term, named(term.field));
    case 'time':
      return `${named(term.field)} ${either(term.written.split(','))}`;
    case 'compared':
      return `number in ${named(term.field)} ${term.sign} ${term.value}`;
    case 'words': {
      const isReason = term.field === 'reason' || term.field === 'checkResult';
      const values = isReason ? term.values.map(titleOf) : term.values.map(value => value || 'none');
      return `${named(term.field)} ${either(values.length > 4 ? [...values.slice(0, 3), `${values.length - 3} more`] : values)}`;
    }
    case 'site':
      return `${term.exact ? 'on the host' : 'on'} ${either(term.sites.map(siteWords))}`;
    case 'folder':
      return `in the folder ${either(term.folders)}`;
    case 'type':
      return typeWords(term);
    case 'response':
      return responseWords(term);
    case 'robots':
      return either(
        term.verdicts.map(verdict => (verdict === 'unknown' ? 'robots.txt verdict unknown' : `${verdict} by robots.txt`)),
      );
    case 'link':
      return `linking to ${term.url}`;
    case 'noindex':
      return noindexWords[term.where];
    case 'canonical':
      if (term.value === 'url') return `canonical ${term.url}`;
      return { self: 'canonical to itself', other: 'canonical elsewhere', none: 'no canonical' }[term.value];
    case 'sitemap':
      return term.url === undefined ? 'in a sitemap' : `in the sitemap ${term.url}`;
    default: {
      const never: never = term;
      return never;
    }
  }
}

const list = (terms: readonly Term[], named: FieldWords): string =>
  terms.map(term => inWords(term, named, terms.length > 1)).join(' and ');

function inWords(term: Term, named: FieldWords, isOneOfSeveral: boolean): string {
  if (term.kind !== 'any') return term.negated ? `not (${plain(term, named)})` : plain(term, named);
  const isOne = term.alternatives.length === 1;
  const words = term.alternatives.map(terms => (terms.length > 1 && !isOne ? `(${list(terms, named)})` : list(terms, named)));
  if (term.negated) return `not (${words.join(' or ')})`;
  return isOneOfSeveral ? `(${words.join(' or ')})` : words.join(' or ');
}

/** The whole filter in plain words: 'status 404, not on example.com'. */
export function describeTerms(terms: readonly Term[], columns: readonly UrlColumn[] = urlColumns): string {
  if (terms.length === 0) return 'all URLs';
  const named = fieldWords(columns);
  return terms.map(term => inWords(term, named, terms.length > 1)).join(', ');
}
