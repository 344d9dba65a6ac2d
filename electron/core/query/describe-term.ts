import { titleOf } from '#shared/explain/describe.ts';
import type { NumberField, NumberRange, NumberTerm, SiteTerm, Term, TypeTerm } from './term.ts';

const either = (words: readonly string[]): string =>
  words.length <= 1 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

const quote = (text: string): string => `“${text}”`;

const labels: Readonly<Record<NumberField, string>> = {
  status: 'status',
  depth: 'depth',
  bytes: 'size in bytes',
  inlinks: 'inlinks',
  outlinks: 'outlinks',
  totalMs: 'milliseconds taken',
  inSitemaps: 'sitemaps listing it',
  robotsLine: 'deciding robots.txt line',
};

const rangeWords = ({ from, to }: NumberRange): string => {
  if (from === null) return `at most ${to}`;
  if (to === null) return `at least ${from}`;
  return from === to ? `${from}` : `${from} to ${to}`;
};

const numberWords = (term: NumberTerm): string =>
  `${labels[term.field]} ${either([...term.ranges.map(rangeWords), ...(term.missing ? ['none'] : [])])}`;

const siteWords = (site: SiteTerm['sites'][number]): string =>
  `${site.scheme && `${site.scheme}://`}${site.host}${site.port && `:${site.port}`}${site.path}`;

const typeWords = (term: TypeTerm): string =>
  `type ${either([...term.patterns.map(p => (p.match === 'exact' ? p.value : p.match === 'prefix' ? `${p.value}…` : `…${p.value}…`)), ...(term.missing ? ['none'] : [])])}`;

const wordLabels = {
  state: 'state',
  mayFetch: 'may fetch',
  mayList: 'may list',
  linksFollowed: 'links followed',
  reason: 'reason',
  lang: 'language',
} as const;

const places = {
  any: 'in the URL or title',
  url: 'in the URL',
  title: 'in the title',
  description: 'in the meta description',
  h1: 'in the first h1',
  redirectTo: 'in the redirect target',
} as const;

function plain(term: Term): string {
  switch (term.kind) {
    case 'text':
      return `${quote(term.value)} ${places[term.field]}`;
    case 'number':
      return numberWords(term);
    case 'words': {
      const values = term.field === 'reason' ? term.values.map(titleOf) : term.values.map(value => value || 'none');
      return `${wordLabels[term.field]} ${either(values.length > 4 ? [...values.slice(0, 3), `${values.length - 3} more`] : values)}`;
    }
    case 'site':
      return `on ${either(term.sites.map(siteWords))}`;
    case 'type':
      return typeWords(term);
    case 'robots':
      return either(
        term.verdicts.map(verdict => (verdict === 'unknown' ? 'robots.txt verdict unknown' : `${verdict} by robots.txt`)),
      );
    case 'link':
      return `linking to ${term.url}`;
    case 'noindex':
      return term.where === 'any' ? 'noindex' : `noindex in ${term.where === 'meta' ? 'the page' : 'a header'}`;
    case 'canonical':
      if (term.value === 'url') return `canonical ${term.url}`;
      return { self: 'canonical to itself', other: 'canonical elsewhere', none: 'no canonical' }[term.value];
    case 'sitemap':
      return 'in a sitemap';
    default: {
      const never: never = term;
      return never;
    }
  }
}

/** The whole filter in plain words: 'status 404, not on example.com'. */
export const describeTerms = (terms: readonly Term[]): string =>
  terms.length === 0 ? 'all URLs' : terms.map(term => (term.negated ? `not (${plain(term)})` : plain(term))).join(', ');
